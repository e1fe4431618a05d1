"""many-lambdas.py N: a function that is given each of N functions."""
import sys

FN = "!relax.fn<(!int) -> !int>"
count = int(sys.argv[1])
print(f"""!int = !relax.tensor<[], i64>
relax.func private @apply(%f: {FN}, %x: !int) -> !int {{
  %y = relax.invoke %f(%x) : {FN}
  relax.return %y : !int
}}
relax.func @main(%x0: !int) -> !int {{""")
for i in range(count):
    print(f"""  %f{i} = relax.lambda (%a: !int) -> !int {{
    %b = relax.add %a, %x0 : !int
    relax.yield %b : !int
  }}
  %x{i + 1} = relax.call @apply(%f{i}, %x{i}) : ({FN}, !int) -> !int""")
print(f"  relax.return %x{count} : !int\n}}")
