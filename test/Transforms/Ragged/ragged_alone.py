"""Whether a function that was made ragged gives for each instance what it gave for a batch of one: ragged_alone.py MODEL RAGGED LENGTHS...

Its argument is x, [b, n, 4]; elements of results follow each other by instance."""

import array
import pathlib
import subprocess
import sys
import tempfile


def run(model, folder, mode, inputs):
    outputs = [f"--output=result{i}=@{folder}/{i}.npy" for i in range(4)]
    subprocess.run(["relax-run", model, f"--mode={mode}", *inputs, *outputs], check=True, stdout=subprocess.DEVNULL)
    data = [pathlib.Path(f"{folder}/{i}.npy").read_bytes() for i in range(4)]
    return [array.array("q" if b"<i8" in d[:80] else "f", d[10 + d[8] + 256 * d[9] :]) for d in data]  # behind the header


def alike(got, want):
    return len(got) == len(want) and all(len(g) == len(w) and all(abs(x - y) <= 1e-5 * (1 + abs(y)) for x, y in zip(g, w)) for g, w in zip(got, want))


def main():
    model, ragged = sys.argv[1:3]
    lengths = [int(text) for text in sys.argv[3:]]
    rows = [[(7 * (4 * r + k) % 19) / 2 for k in range(4)] for r in range(sum(lengths))]
    folder = tempfile.mkdtemp()

    def text(part):
        return ",".join(str(x) for row in part for x in row)

    table = f"--input=n={len(lengths)}xi64={','.join(map(str, lengths))}"
    whole = f"--input=x={len(rows)}x4xf32={text(rows)}"
    alone, at = None, 0
    for n in lengths:
        one = run(model, folder, "reference", [f"--input=x=1x{n}x4xf32={text(rows[at : at + n])}"])
        alone = [a + o for a, o in zip(alone, one)] if alone else one
        at += n
    good = all(alike(run(ragged, folder, mode, [table, whole]), alone) for mode in ("reference", "compiled"))
    print(f"{len(lengths)} instances {'alike' if good else 'differ'}")
    return not good


sys.exit(main())
