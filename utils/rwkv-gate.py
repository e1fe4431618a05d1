#!/usr/bin/env python3
"""Writes an RWKV model of version 5.2 with made-up weights, and what it says: utils/rwkv-gate.py FOLDER

  rwkv-gate.bin    the weights, in the format of rwkv.cpp, as test/models/rwkv5-gate.mlir wants them
  expected.npy     the logits behind each of TOKENS from the zero state, f32 [tokens, 16]

The published models of version 5.1 that are small have no gate. The arithmetic is that of the paper "Eagle and Finch"
(Peng et al. 2024, section 4.1, RWKV-5) in Python's own floats: time mixing per head with a decay and a bonus for each
channel, group norm whose epsilon is 64e-5 (the outputs are divided by 8 before 1e-5 is added to the variance), a gate.
"""

import array
import math
import pathlib
import random
import struct
import sys

import npy

LAYERS, WIDTH, HEADS, WIDE, VOCABULARY = 3, 8, 2, 16, 16
SIZE = WIDTH // HEADS
TOKENS = [3, 14, 15, 9, 2, 6]
VECTORS = ["ln1.weight", "ln1.bias", "ln2.weight", "ln2.bias", "att.ln_x.weight", "att.ln_x.bias", "att.time_mix_k",
           "att.time_mix_v", "att.time_mix_r", "att.time_mix_g", "ffn.time_mix_k", "ffn.time_mix_r"]
MATRICES = {"att.key": (WIDTH, WIDTH), "att.value": (WIDTH, WIDTH), "att.receptance": (WIDTH, WIDTH),
            "att.gate": (WIDTH, WIDTH), "att.output": (WIDTH, WIDTH), "ffn.key": (WIDE, WIDTH),
            "ffn.value": (WIDTH, WIDE), "ffn.receptance": (WIDTH, WIDTH)}


def weights():
    """By name: (extents, values that f32 has)."""
    numbers = random.Random(52)
    made = {}

    def add(name, dims, low, high):
        values = [numbers.uniform(low, high) for _ in range(math.prod(dims))]
        made[name] = (dims, list(struct.unpack(f"<{len(values)}f", struct.pack(f"<{len(values)}f", *values))))

    add("emb.weight", (VOCABULARY, WIDTH), -1, 1)
    for name in ("blocks.0.ln0", "ln_out"):
        add(name + ".weight", (WIDTH,), 0.5, 1.5)
        add(name + ".bias", (WIDTH,), -0.5, 0.5)
    for layer in range(LAYERS):
        block = f"blocks.{layer}."
        for name in VECTORS:
            add(block + name, (WIDTH,), *((0, 1) if "mix" in name else (-0.5, 1.5)))
        for name, dims in MATRICES.items():
            add(f"{block}{name}.weight", dims, -1, 1)
        add(block + "att.time_decay", (HEADS, SIZE, 1), 0.2, 0.99)
        add(block + "att.time_faaaa", (HEADS, SIZE, 1), -1, 1)
    add("head.weight", (VOCABULARY, WIDTH), -1, 1)
    return made


def write(path, made):
    data = struct.pack("<6i", 0x67676D66, 101, VOCABULARY, WIDTH, LAYERS, 0)
    for name, (dims, values) in made.items():
        data += struct.pack(f"<3i{len(dims)}i", len(dims), len(name), 0, *reversed(dims)) + name.encode()
        data += struct.pack(f"<{len(values)}f", *values)
    path.write_bytes(data)


def product(matrix, x):
    (rows, columns), values = matrix
    return [sum(values[r * columns + c] * x[c] for c in range(columns)) for r in range(rows)]


def normed(x, scale, shift, epsilon):
    mean = sum(x) / len(x)
    deviation = math.sqrt(sum((v - mean) ** 2 for v in x) / len(x) + epsilon)
    return [(v - mean) / deviation * s + b for v, s, b in zip(x, scale, shift)]


def mixed(now, before, share):
    return [b + (n - b) * s for n, b, s in zip(now, before, share)]


def sigmoid(x):
    return 1 / (1 + math.exp(-x))


def time_mix(w, x, state):
    """`w` gives a weight of the layer by name."""
    before = state["time"]
    state["time"] = x
    key, value, read, gate = (product(w(f"att.{name}.weight"), mixed(x, before, w(f"att.time_mix_{letter}")[1]))
                              for name, letter in (("key", "k"), ("value", "v"), ("receptance", "r"), ("gate", "g")))
    decay, bonus = w("att.time_decay")[1], w("att.time_faaaa")[1]
    out = []
    for head in range(HEADS):
        at = range(head * SIZE, (head + 1) * SIZE)
        rows = []
        for j in at:
            seen = 0
            for i in at:
                new = key[i] * value[j]
                old = state["sums"].get((i, j), 0.0)
                seen += read[i] * (old + bonus[i] * new)
                state["sums"][i, j] = decay[i] * old + new
            rows.append(seen)
        out += normed(rows, w("att.ln_x.weight")[1][at.start:at.stop], w("att.ln_x.bias")[1][at.start:at.stop], 64e-5)
    return product(w("att.output.weight"), [o * g * sigmoid(g) for o, g in zip(out, gate)])


def channel_mix(w, x, state):
    before = state["channel"]
    state["channel"] = x
    hidden = [max(v, 0) ** 2 for v in product(w("ffn.key.weight"), mixed(x, before, w("ffn.time_mix_k")[1]))]
    gate = product(w("ffn.receptance.weight"), mixed(x, before, w("ffn.time_mix_r")[1]))
    return [sigmoid(g) * v for g, v in zip(gate, product(w("ffn.value.weight"), hidden))]


def logits(made, tokens):
    states = [{"time": [0.0] * WIDTH, "channel": [0.0] * WIDTH, "sums": {}} for _ in range(LAYERS)]
    for token in tokens:
        x = made["emb.weight"][1][token * WIDTH:(token + 1) * WIDTH]
        x = normed(x, made["blocks.0.ln0.weight"][1], made["blocks.0.ln0.bias"][1], 1e-5)
        for layer, state in enumerate(states):
            w = lambda name: made[f"blocks.{layer}.{name}"]
            for part, norm in ((time_mix, "ln1"), (channel_mix, "ln2")):
                y = part(w, normed(x, w(norm + ".weight")[1], w(norm + ".bias")[1], 1e-5), state)
                x = [a + b for a, b in zip(x, y)]
        yield product(made["head.weight"], normed(x, made["ln_out.weight"][1], made["ln_out.bias"][1], 1e-5))


def main():
    folder = pathlib.Path(sys.argv[1])
    made = weights()
    write(folder / "rwkv-gate.bin", made)
    rows = [value for row in logits(made, TOKENS) for value in row]
    npy.write(folder / "expected.npy", (len(TOKENS), VOCABULARY), array.array("f", rows))


main()
