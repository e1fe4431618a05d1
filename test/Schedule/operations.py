"""Instructions of LLVM IR in the scheduled kernels of a module: operations.py FILE RULES MOST

RULES are options of relax-schedule-rules. Prints kernels with more than MOST, or that there is none.
"""

import collections
import re
import subprocess
import sys

def main():
    path, rules, most = sys.argv[1:]
    passes = ("relax.func(relax-decompose),relax-prepare-weights,relax-legalize,relax-fuse-ops,relax-order-dims,"
              "relax-remove-dead,RULES,relax-apply-schedule,RULES,relax-apply-schedule,relax-prepare-weights,"
              "relax-remove-dead").replace("RULES", f"relax-schedule-rules{{{rules}}}")
    text = subprocess.run(["relax-opt", path, f"--pass-pipeline=builtin.module({passes})"], check=True,
                          capture_output=True, text=True).stdout
    code = subprocess.run(["relax-translate", "--emit-llvm", "-"], input=text, check=True, capture_output=True,
                          text=True).stdout
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


main()
