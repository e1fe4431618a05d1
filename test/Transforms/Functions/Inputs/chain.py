"""chain.py N: a program of N functions with a type parameter, each of which calls the next one."""

import sys

count = int(sys.argv[1])
print("!a = !relax.var<a>\n!x = !relax.tensor<[n], f32>")
for i in range(count):
    call = f"  %y = relax.call @f{i + 1}(%x) : (!a) -> !a\n" if i + 1 < count else ""
    print(f"relax.func private @f{i}<a>(%x: !a) -> !a {{\n{call}  relax.return {'%y' if call else '%x'} : !a\n}}")
print("relax.func @main(%x: !x) -> !x {\n  %y = relax.call @f0(%x) : (!x) -> !x\n  relax.return %y : !x\n}")
