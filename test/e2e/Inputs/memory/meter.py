"""Whether calls take of malloc what is counted: meter.py METER.so FOLDER, where plan.rx, dtr.rx and step.o lie. The same
call with 1000 rows, which take more than loading does, and with more: what the meter saw more at the most is what the input and the counted peak grew by, within 1 % and 1 MiB."""

import os
import pathlib
import re
import subprocess
import sys

meter, folder = sys.argv[1:]
WIDTH = 64 * 4  # bytes of a row
FEW = 1000


def measure(program, rows, options):
    """The counted peak and the meter's, in bytes."""
    seen = pathlib.Path(folder, "seen")
    command = ["relax-run", f"{folder}/{program}.rx", f"--kernels={folder}/step.o", f"--dims=n={rows}", "--seed=1", "--threads=1", "--counters", *options]
    done = subprocess.run(
        [*command, f"--output=@{folder}/y.npy"], env={**os.environ, "LD_PRELOAD": meter, "METER": str(seen)}, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(done.stderr)
    return int(re.search(r"peak_bytes=(\d+)", done.stdout + done.stderr)[1]), int(seen.read_text())


for name, program, rows, options in (
    ("a plan", "plan", 16000, ["--memory-limit=100000000"]),
    ("everything kept", "dtr", 4000, ["--recompute=dtr", "--memory-limit=100000000"]),
    ("computed again", "dtr", 4000, ["--recompute=dtr", "--memory-limit=8000000"]),
):
    (few, least), (counted, seen) = measure(program, FEW, options), measure(program, rows, options)
    grown = seen - least - (rows - FEW) * WIDTH
    apart = grown - (counted - few)
    verdict = "agree" if abs(apart) <= 0.01 * counted + (1 << 20) and counted <= int(options[-1].split("=")[1]) else f"are {apart} apart"
    print(f"{name}: {counted} bytes counted; the meter and it {verdict}")
