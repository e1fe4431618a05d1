"""Programs that rules scheduled compute what the reference interpreter does: rules.py FILE SYMBOL=EXTENT,... [SYMBOL=EXTENT...]

Every `relax.func` of FILE is called with every extent of the first symbol. New memory is filled with NaN.
"""

import re
import subprocess
import sys
import tempfile

PASSES = "relax-set-target,relax-legalize,relax-fuse-ops,relax-split-dims,relax-join-dims,relax-schedule-rules,"
PASSES += "relax-apply-schedule"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    path, (symbol, extents) = sys.argv[1], sys.argv[2].split("=")
    others = "".join("," + other for other in sys.argv[3:])
    entries = re.findall(r"^relax\.func @(\w+)", open(path, encoding="utf-8").read(), re.M)
    calls = [(entry, n) for entry in entries for n in extents.split(",")]
    with tempfile.TemporaryDirectory() as folder:

        def arguments(option):
            result = []
            for entry, n in calls:
                result += ["--then"] * bool(result)
                result += [f"--entry={entry}", f"--dims={symbol}={n}{others}", f"--{option}=@{folder}/{entry}{n}.npy"]
                result += ["--atol=1e-5"] * (option == "expect")
            return result

        scheduled = f"{folder}/scheduled.mlir"
        run("relax-opt", "--verify-roundtrip", path, f"--pass-pipeline=builtin.module({PASSES})", "-o", scheduled)
        run("relax-run", path, "--mode=reference", *arguments("output"))
        run("relax-run", scheduled, "--poison", *arguments("expect"))
    print(f"{len(calls)} calls agree")


main()
