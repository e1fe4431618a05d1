"""A model of one length, made ragged, against itself sentence by sentence: ragged_batch.py MODEL RAGGED WEIGHTS LENGTHS...

MODEL takes input_ids and attention_mask, [batch, sequence]. Prints whether the largest difference is below 1e-4, else fails."""

import array
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

VOCABULARY = 40


def load(path):
    """Shape and numbers of an f32 file."""
    data = path.read_bytes()
    size = struct.unpack("<H", data[8:10])[0]
    shape = eval(data[10 : 10 + size])["shape"]
    values = array.array("f")
    values.frombytes(data[10 + size :])
    return shape, values


def run(model, weights, folder, inputs, extra):
    outputs = [f"--output={name}=@{folder / name}.npy" for name in ("last_hidden_state", "pooler_output")]
    subprocess.run(["relax-run", model, f"--weights-dir={weights}", "--mode=compiled", *inputs, *outputs, *extra], check=True, stdout=subprocess.DEVNULL)
    return [load(folder / f"{name}.npy") for name in ("last_hidden_state", "pooler_output")]


def difference(want, got):
    assert len(want) == len(got), (len(want), len(got))
    return max([abs(a - b) if abs(a - b) < 1e9 else 1e9 for a, b in zip(want, got)], default=0)


def main():
    model, ragged, weights = sys.argv[1:4]
    lengths = [int(text) for text in sys.argv[4:]]
    draw = random.Random(3)
    words = [[draw.randrange(VOCABULARY) for _ in range(n)] for n in lengths]
    folder = pathlib.Path(tempfile.mkdtemp())
    total = sum(lengths)
    text = ",".join(str(word) for sentence in words for word in sentence)
    inputs = [f"--input=sequence={len(lengths)}xi64={','.join(map(str, lengths))}", f"--input=input_ids={total}xi64={text}", f"--input=attention_mask={total}xi64=1"]
    (_, rows), (shape, pooled) = run(ragged, weights, folder, inputs, ["--poison"])
    width, at, worst = shape[1], 0, 0
    for i, sentence in enumerate(words):
        n = len(sentence)
        own = [f"--input=input_ids=1x{n}xi64={','.join(map(str, sentence))}", f"--input=attention_mask=1x{n}xi64=1"]
        (_, one), (_, pool) = run(model, weights, folder, own, [])
        worst = max(worst, difference(one, rows[at * width : (at + n) * width]), difference(pool, pooled[i * width : (i + 1) * width]))
        at += n
    print(f"{len(lengths)} sentences, {total} words, largest difference {'below' if worst < 1e-4 else 'above'} 1e-4")
    return worst >= 1e-4


sys.exit(main())
