#!/usr/bin/env python3
"""long-program.py COUNT: a function of a chain of COUNT operations, of which nothing is left once `multiply` gives its second operand."""
import sys

T = "!relax.tensor<[n], f32>"
count = int(sys.argv[1])
print(f"relax.func @f(%x: {T}, %w: {T}) -> {T} {{")
print(f"  %v0 = relax.exp %x : {T}")
for i in range(1, count):
    print(f"  %v{i} = relax.{('exp', 'abs', 'tanh')[i % 3]} %v{i - 1} : {T}")
print(f"  %y = relax.multiply %v{count - 1}, %w : {T}\n  relax.return %y : {T}\n}}")
