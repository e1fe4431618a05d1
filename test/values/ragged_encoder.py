"""A ragged encoder layer against the same layer of each sentence: ragged_encoder.py MODEL DIR LENGTHS...

Prints whether the largest difference is below 1e-4, else fails."""

import array
import pathlib
import random
import struct
import subprocess
import sys

HIDDEN, WIDE, FF = 32, 96, 128
WEIGHTS = {"wq": (HIDDEN, WIDE), "bq": (WIDE,), "wo": (HIDDEN, HIDDEN), "bo": (HIDDEN,), "w1": (HIDDEN, FF), "b1": (FF,),
           "w2": (FF, HIDDEN), "b2": (HIDDEN,), "g1": (HIDDEN,), "h1": (HIDDEN,), "g2": (HIDDEN,), "h2": (HIDDEN,)}


def save(path, kind, shape, values):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (
        {"f": "<f4", "q": "<i8"}[kind], "".join(f"{n}," for n in shape))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
                     array.array(kind, values).tobytes())


def load(path):
    data = path.read_bytes()
    values = array.array("f")
    values.frombytes(data[10 + struct.unpack("<H", data[8:10])[0]:])
    return values


def run(model, folder, entry, mode, x, extra):
    out = folder / f"{entry}.npy"
    inputs = [f"--input={name}=@{folder / name}.npy" for name in WEIGHTS]
    subprocess.run(["relax-run", model, f"--entry={entry}", f"--mode={mode}", *["--poison"] * (mode == "compiled"), f"--input=x=@{x}", *extra, *inputs,
                    f"--output=result0=@{out}"], check=True)
    return load(out)


def main():
    model, folder, lengths = sys.argv[1], pathlib.Path(sys.argv[2]), [int(n) for n in sys.argv[3:]]
    folder.mkdir(parents=True, exist_ok=True)
    numbers = random.Random(7)
    for name, shape in WEIGHTS.items():
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        save(folder / f"{name}.npy", "f", shape, [numbers.gauss(0, 0.2) for _ in range(count)])
    rows = [numbers.gauss(0, 1) for _ in range(sum(lengths) * HIDDEN)]
    save(folder / "x.npy", "f", (sum(lengths), HIDDEN), rows)
    save(folder / "len.npy", "q", (len(lengths),), lengths)
    worst = 0.0
    for batch, sentence in (("layer", "sentence"), ("masked", "masked_sentence")):
        got = run(model, folder, batch, "compiled", folder / "x.npy", [f"--input=len=@{folder / 'len.npy'}"])
        at = 0
        for n in lengths:
            save(folder / "one.npy", "f", (1, n, HIDDEN), rows[at:at + n * HIDDEN])
            want = run(model, folder, sentence, "reference", folder / "one.npy", [])
            assert len(want) == n * HIDDEN
            worst = max([worst] + [d if (d := abs(a - b)) < 1e9 else 1e9 for a, b in zip(got[at:at + n * HIDDEN], want)])
            at += n * HIDDEN
        assert at == len(got)
    print(f"{len(lengths)} sentences, {sum(lengths)} words, largest difference {'below' if worst < 1e-4 else 'above'} 1e-4")
    return worst >= 1e-4


sys.exit(main())
