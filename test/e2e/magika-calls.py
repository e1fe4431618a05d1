"""The calls of magika-cases.test: magika-calls.py UTILS DIR writes DIR/calls (for relax-run --calls) and its
inputs; with --check it compares the outputs with the recorded labels and scores.
"""

import json
import pathlib
import subprocess
import sys

import npy
import script

utils, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
BATCHES, CASES = (0, 1, 2, 7, 64, 129), 129


def calls():
    """(batch size, first case, number of cases, stem of its files) of every call."""
    for batch in BATCHES:
        for first in range(0, CASES if batch else 1, batch or 1):
            yield batch, first, min(batch, CASES - first), folder / f"{batch}-{first}"


def write():
    subprocess.run([utils / "magika-cases", folder], check=True)
    shape, tokens = npy.read(folder / "input.npy")
    lines = []
    for _, first, count, stem in calls():
        npy.write(f"{stem}.in.npy", (count, shape[1]), tokens[first * shape[1] : (first + count) * shape[1]])
        lines.append(f"--input=@{stem}.in.npy --output=@{stem}.out.npy\n")
    (folder / "calls").write_text("".join(lines))


def check():
    magika = script.load("magika-check")
    expected = json.loads((folder / "expected.json").read_text())
    wrong = {batch: [0, 0] for batch in BATCHES}
    for batch, first, count, stem in calls():
        try:
            complaints, _ = magika.compare(f"{stem}.out.npy", expected[first : first + count])
        except (OSError, ValueError) as error:
            complaints = [(0, error)]
        print("".join(f"{stem}: case {first + number}: {text}\n" for number, text in complaints), end="")
        wrong[batch][0] += 1
        wrong[batch][1] += bool(complaints)
    for batch, (number, bad) in wrong.items():
        print(f"batches of {batch}: {number} outputs, {bad} wrong")
    bad = sum(bad for _, bad in wrong.values())
    print(f"{sum(number for number, _ in wrong.values())} outputs, {bad} wrong")
    return bad != 0


sys.exit(check() if "--check" in sys.argv else write())
