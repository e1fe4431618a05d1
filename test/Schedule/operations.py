"""Instructions of LLVM IR in the scheduled kernels of a module: operations.py FILE TARGET MOST [ALL]

Prints kernels with more than MOST, or that there is none; and whether there are more than ALL in all.
"""

import collections
import re
import subprocess
import sys


def main():
    path, target, most, *limit = sys.argv[1:]
    command = ["relax-translate", "--emit-llvm", f"--target={target}", path]
    code = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    count, kernel = collections.Counter(), None
    for line in code.splitlines():
        start = re.match(r'define .*@"?relax_kernel_(\w+)', line)
        kernel = start[1] if start else None if line.startswith("}") else kernel
        if kernel and re.match(r"  \S", line):
            count[kernel] += 1
    large = {name: number for name, number in count.items() if number > int(most)}
    for name, number in large.items():
        print(f"{name}: {number} instructions")
    if not large:
        print(f"at most {most} instructions in each of {len(count)} kernels")
    if limit:
        total = sum(count.values())
        print(f"{total} instructions in all" if total > int(limit[0]) else f"at most {limit[0]} instructions in all")


main()
