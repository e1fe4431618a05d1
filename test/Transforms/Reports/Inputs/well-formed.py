"""Every rule of docs/well-formed.md that names a test is broken by a program of that name: well-formed.py PAGE PROGRAMS"""

import re
import subprocess
import sys

page, programs = (open(name, encoding="utf-8").read() for name in sys.argv[1:3])
named = set()
for row in re.findall(r"^\|.*\|$", page, re.M):
    named |= set(re.findall(r"`([a-z-]+)`", row.rsplit("|", 2)[1]))
parts = re.split(r"^//--- ([a-z-]+)\n", programs, flags=re.M)[1:]
given = dict(zip(parts[::2], parts[1::2]))
wrong = [f"{name}: no program" for name in sorted(named - given.keys())]
wrong += [f"{name}: not in the page" for name in sorted(given.keys() - named)]
for name, text in given.items():
    command = ["relax-opt", "-", "--relax-check-well-formed", "--verify-diagnostics"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode or "expected-error" not in text:
        wrong.append(f"{name}: {done.stderr}")
print(*wrong, f"{len(given)} programs, {len(wrong)} wrong", sep="\n")
sys.exit(bool(wrong) or not given)
