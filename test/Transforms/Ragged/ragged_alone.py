"""Whether a function that was made ragged gives for each instance what it gave for that alone:
ragged_alone.py MODEL RAGGED LENGTHS... [--entry=main] [--results=4] [--shape=1xnx4]

Its argument is x, of four numbers for each n; elements of results follow each other by instance."""

import argparse
import array
import pathlib
import subprocess
import sys
import tempfile


def run(model, options, folder, mode, inputs):
    outputs = [f"--output=result{i}=@{folder}/{i}.npy" for i in range(options.results)]
    subprocess.run(["relax-run", model, f"--entry={options.entry}", f"--mode={mode}", *inputs, *outputs], check=True, stdout=subprocess.DEVNULL)
    data = [pathlib.Path(f"{folder}/{i}.npy").read_bytes() for i in range(options.results)]
    return [array.array("q" if b"<i8" in d[:80] else "f", d[10 + d[8] + 256 * d[9] :]) for d in data]  # behind the header


def alike(got, want):
    def same(x, y):
        return abs(x - y) <= 1e-5 * (1 + abs(y)) or x == y or (x != x and y != y)  # means of nothing are no numbers

    return len(got) == len(want) and all(len(g) == len(w) and all(map(same, g, w)) for g, w in zip(got, want))


def packed(shape, total):
    """Of all instances: dimensions up to n are one."""
    front, _, behind = shape.partition("n")
    count = total
    for extent in front.strip("x").split("x"):
        count *= int(extent or 1)
    return f"{count}{behind}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("ragged")
    parser.add_argument("lengths", type=int, nargs="+")
    parser.add_argument("--entry", default="main")
    parser.add_argument("--results", type=int, default=4)
    parser.add_argument("--shape", default="1xnx4")
    options = parser.parse_args()
    lengths = options.lengths
    rows = [[(7 * (4 * r + k) % 19) / 2 for k in range(4)] for r in range(sum(lengths))]
    folder = tempfile.mkdtemp()

    def x(shape, part):
        return f"--input=x={shape}xf32={','.join(str(x) for row in part for x in row)}"

    table = f"--input=n={len(lengths)}xi64={','.join(map(str, lengths))}"
    alone, at = None, 0
    for n in lengths:
        one = run(options.model, options, folder, "reference", [x(options.shape.replace("n", str(n)), rows[at : at + n])])
        alone = [a + o for a, o in zip(alone, one)] if alone else one
        at += n
    whole = x(packed(options.shape, at), rows)
    good = all(alike(run(options.ragged, options, folder, mode, [table, whole]), alone) for mode in ("reference", "compiled"))
    print(f"{len(lengths)} instances {'alike' if good else 'differ'}")
    return not good


sys.exit(main())
