"""Symbols are only names: rename-symbols.py FILE

Runs the passes of the CPU pipeline one by one, once as they are and once with all symbols renamed at random before
each; the texts of the planned stage, brought to the same names, must be equal.
"""

import sys

from passes import cpu_passes, run


def rename(text, seed):
    return run("relax-opt", f"--pass-pipeline=builtin.module(relax-test-rename-symbols{{seed={seed}}})", "-", text=text).stdout


with open(sys.argv[1]) as file:
    plain = renamed = file.read()
count = 0
for name in cpu_passes("planned"):  # below, symbols are registers
    pipeline = f"--pass-pipeline=builtin.module({name})"
    plain = run("relax-opt", pipeline, "-", text=plain).stdout
    renamed = run("relax-opt", pipeline, "-", text=rename(renamed, count + 1)).stdout
    count += 1
left, right = rename(plain, 0), rename(renamed, 0)
if left != right:
    for a, b in zip(left.splitlines(), right.splitlines()):
        if a != b:
            sys.exit(f"the texts differ:\n  {a}\n  {b}")
    sys.exit("the texts differ in length")
print(f"{count} passes: equal up to the names of symbols")
