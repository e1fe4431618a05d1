"""Carries a schedule out primitive by primitive; the values of every program on the way are those of the first.

  steps.py FILE SYMBOL=EXTENT,... [ATOL]    FILE has one `tir.schedule`, and a `relax.func` that calls the program

Every program is printed and parsed again; new memory is filled with NaN.
"""

import re
import subprocess
import sys
import tempfile


def primitives(path):
    """How many primitives the schedule has."""
    text = open(path, encoding="utf-8").read()
    body = text[re.search(r"^\s*tir\.schedule ", text, re.M).start():]
    return len(re.findall(r"^[^/\n]*\btir\.(?!schedule)\w+", body, re.M))


def program(path, steps):
    command = ["relax-opt", "--verify-roundtrip", path, "--relax-set-target", f"--relax-apply-schedule=stop-after={steps}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def run(text, calls):
    command = ["relax-run", "-", "--poison"]
    for index, call in enumerate(calls):
        command += (["--then"] if index else []) + call
    return subprocess.run(command, input=text, capture_output=True, text=True)


def main():
    path, (symbol, extents) = sys.argv[1], sys.argv[2].split("=")
    atol = sys.argv[3] if len(sys.argv) > 3 else "1e-5"
    count, bad = primitives(path), 0
    with tempfile.TemporaryDirectory() as folder:
        def calls(option):
            return [[f"--dims={symbol}={n}", f"--{option}=@{folder}/{n}.npy", f"--atol={atol}"]
                    for n in extents.split(",")]

        first = run(program(path, 0), [call[:2] for call in calls("output")])
        if first.returncode:
            sys.exit(first.stderr)
        for steps in range(1, count + 1):
            result = run(program(path, steps), calls("expect"))
            if result.returncode:
                bad += 1
                print(f"behind primitive {steps}: {result.stderr.strip() or result.stdout[-400:]}")
    print(f"{count} programs, {bad} differ")
    sys.exit(bad != 0)


main()
