"""The recorded answers of stories260K: check-tokens.py DATA DIR [--write] writes the tokens, the prompt and empty caches
into DIR; without it compares logits.npy and tokens.npy there. Logits are within 1e-4, tokens equal."""

import array
import json
import pathlib
import sys

import npy

data, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
tokens = json.loads((data / "expected_greedy.json").read_text())["tokens"]
if "--write" in sys.argv:
    npy.write(folder / "all.npy", (len(tokens),), array.array("q", tokens))
    npy.write(folder / "behind.npy", (len(tokens) - 1,), array.array("q", tokens[1:]))
    sys.exit()
shape, logits = npy.read(folder / "logits.npy")
expected = array.array("f", (data / "expected_logits.f32le").read_bytes())
places = json.loads((data / "expected_logits.json").read_text())["positions"]
worst = max(abs(logits[512 * place + i] - expected[512 * row + i]) for row, place in enumerate(places) for i in range(512))
best = [max(range(512), key=lambda i: logits[512 * place + i]) for place in range(len(tokens))]
right = sum(a == b for a, b in zip(best, tokens[1:]))
print(f"{shape} {right} of {len(tokens) - 1} tokens right, largest error of logits {'at most' if worst <= 1e-4 else 'above'} 1e-4")
sys.exit(worst > 1e-4 or right != len(tokens) - 1)
