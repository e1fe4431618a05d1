"""A tiny llama model with seeded weights as a GGUF file, and what it says of some tokens, by the formulas, in double
precision: what the importer's text is compared with.

  llama.py OUT.gguf [--type=f32|f16|bf16|mixed] [--tied] [--rope=none|linear|yarn|factors] [--wide]
      [--tokens=3,1,4 --logits=OUT.npy] [--key=NAME=VALUE] [--drop=NAME] [--retype=NAME=NUMBER]

--wide: heads whose keys, values and rotated parts have other sizes than width / heads. Mistakes, repeatable: --key sets
a key to a u32, an f32 (with a point) or a text; --drop leaves out a key or a tensor; --retype gives a tensor another type.
"""

import argparse
import array
import math
import random
import struct

import npy

LAYERS, WIDTH, WIDE, HEADS, KV_HEADS, VOCABULARY, CONTEXT = 2, 8, 12, 4, 2, 11, 64
NUMBERS = {"f32": 0, "f16": 1, "bf16": 30}
BASE, EPSILON, FACTOR, ORIGINAL, ATTENTION = 100.0, 1e-5, 4.0, 16, 0.75


def stored(value, kind):
    """The bytes of a number in a file."""
    if kind == "bf16":
        return struct.pack("<f", value)[2:]
    return struct.pack("<e" if kind == "f16" else "<f", value)


def loaded(data, kind):
    """The numbers that the bytes stand for."""
    if kind == "bf16":
        return [struct.unpack("<f", b"\0\0" + data[i : i + 2])[0] for i in range(0, len(data), 2)]
    return [x for (x,) in struct.iter_unpack("<e" if kind == "f16" else "<f", data)]


class Model:
    """Keys and tensors: {name: (extents, rows first; type; bytes)}."""

    def __init__(self, options):
        self.size, self.value_size, self.rotated = (6, 3, 4) if options.wide else (2, 2, 2)
        self.rope, self.tensors, self.random = options.rope, {}, random.Random(7)
        kinds = ["f32", "f16", "bf16"] if options.type == "mixed" else [options.type]
        self.add("token_embd.weight", (VOCABULARY, WIDTH), kinds[0])
        if not options.tied:
            self.add("output.weight", (VOCABULARY, WIDTH), kinds[-1])
        self.add("output_norm.weight", (WIDTH,), "f32")
        if options.rope == "factors":
            self.add("rope_freqs.weight", (self.rotated // 2,), "f32")
        shapes = {"attn_norm": (WIDTH,), "attn_q": (HEADS * self.size, WIDTH), "attn_k": (KV_HEADS * self.size, WIDTH),
                  "attn_v": (KV_HEADS * self.value_size, WIDTH), "attn_output": (WIDTH, HEADS * self.value_size),
                  "ffn_norm": (WIDTH,), "ffn_gate": (WIDE, WIDTH), "ffn_up": (WIDE, WIDTH), "ffn_down": (WIDTH, WIDE)}
        for layer in range(LAYERS):
            for i, (name, shape) in enumerate(shapes.items()):
                self.add(f"blk.{layer}.{name}.weight", shape, kinds[(layer + i) % len(kinds)])
        self.keys = {"general.architecture": "llama", "llama.context_length": CONTEXT, "llama.embedding_length": WIDTH,
                     "llama.feed_forward_length": WIDE, "llama.block_count": LAYERS, "llama.attention.head_count": HEADS,
                     "llama.attention.head_count_kv": KV_HEADS, "llama.attention.layer_norm_rms_epsilon": EPSILON,
                     "llama.rope.freq_base": BASE}
        if options.wide:
            self.keys |= {"llama.attention.key_length": self.size, "llama.attention.value_length": self.value_size,
                          "llama.rope.dimension_count": self.rotated}
        if options.rope in ("linear", "yarn"):
            self.keys |= {"llama.rope.scaling.type": options.rope, "llama.rope.scaling.factor": FACTOR}
        if options.rope == "yarn":
            self.keys |= {"llama.rope.scaling.original_context_length": ORIGINAL,
                          "llama.rope.scaling.attn_factor": ATTENTION}
        for key in options.key:
            name, _, value = key.partition("=")
            self.keys[name] = int(value) if value.isdigit() else float(value) if "." in value else value
        for name in options.drop:
            del (self.keys if name in self.keys else self.tensors)[name]
        self.numbers = {name: NUMBERS[kind] for name, (_, kind, _) in self.tensors.items()}
        for change in options.retype:
            name, _, number = change.partition("=")
            self.numbers[name] = int(number)

    def add(self, name, shape, kind):
        scale, shift = (0.1, 1.0) if len(shape) == 1 else (0.6, 0.0)
        data = b"".join(stored(shift + scale * self.random.uniform(-1, 1), kind) for _ in range(math.prod(shape)))
        self.tensors[name] = (shape, kind, data)

    def write(self, path):
        text = lambda s: struct.pack("<Q", len(s)) + s.encode()
        head = [b"GGUF", struct.pack("<IQQ", 3, len(self.tensors), len(self.keys))]
        for key, value in self.keys.items():
            kind, data = {str: (8, lambda: text(value)), int: (4, lambda: struct.pack("<I", value)),
                          float: (6, lambda: struct.pack("<f", value))}[type(value)]
            head.append(text(key) + struct.pack("<I", kind) + data())
        body = b""
        for name, (shape, _, data) in self.tensors.items():
            head.append(text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape[::-1],
                                                 self.numbers[name], len(body)))
            body += data + b"\0" * (-len(data) % 32)
        front = b"".join(head)
        with open(path, "wb") as out:
            out.write(front + b"\0" * (-len(front) % 32) + body)

    def matrix(self, name):
        shape, kind, data = self.tensors[name + ".weight"]
        values = loaded(data, kind)
        return [values[i * shape[1] : (i + 1) * shape[1]] for i in range(shape[0])] if len(shape) == 2 else values


def product(matrix, x):
    return [math.fsum(a * b for a, b in zip(row, x)) for row in matrix]


def norm(x, scale):
    root = math.sqrt(sum(v * v for v in x) / len(x) + EPSILON)
    return [v / root * s for v, s in zip(x, scale)]


def angle(model, position, pair):
    """The angle and the magnitude of a pair of elements."""
    rotated, extrapolated = model.rotated, position * BASE ** (-2 * pair / model.rotated)
    if model.rope == "factors":
        return extrapolated / model.matrix("rope_freqs")[pair], 1.0
    if model.rope == "linear":
        return extrapolated / FACTOR, 1.0
    if model.rope != "yarn":
        return extrapolated, 1.0
    corner = lambda turns: rotated * math.log(ORIGINAL / (turns * 2 * math.pi)) / (2 * math.log(BASE))
    low, high = max(0, math.floor(corner(32))), min(rotated - 1, math.ceil(corner(1)))
    kept = 1 - min(1, max(0, (pair - low) / max(0.001, high - low)))
    return extrapolated / FACTOR * (1 - kept) + extrapolated * kept, ATTENTION * (1 + 0.1 * math.log(FACTOR))


def turned(model, x, position):
    for begin in range(0, len(x), model.size):
        for pair in range(model.rotated // 2):
            theta, magnitude = angle(model, position, pair)
            c, s, i = math.cos(theta) * magnitude, math.sin(theta) * magnitude, begin + 2 * pair
            x[i], x[i + 1] = x[i] * c - x[i + 1] * s, x[i] * s + x[i + 1] * c
    return x


def attend(model, q, keys, values):
    out = []
    for h in range(HEADS):
        g = h * KV_HEADS // HEADS
        part = lambda row, size, at: row[at * size : (at + 1) * size]
        scores = [sum(a * b for a, b in zip(part(q, model.size, h), part(k, model.size, g))) / math.sqrt(model.size)
                  for k in keys]
        powers = [math.exp(s - max(scores)) for s in scores]
        for e in range(model.value_size):
            out.append(sum(p * part(v, model.value_size, g)[e] for p, v in zip(powers, values)) / sum(powers))
    return out


def evaluate(model, tokens):
    """A row of logits for each token."""
    caches = [([], []) for _ in range(LAYERS)]
    rows = []
    for position, token in enumerate(tokens):
        x = model.matrix("token_embd")[token]
        for layer, (keys, values) in enumerate(caches):
            weight = lambda name: model.matrix(f"blk.{layer}.{name}")
            h = norm(x, weight("attn_norm"))
            keys.append(turned(model, product(weight("attn_k"), h), position))
            values.append(product(weight("attn_v"), h))
            seen = attend(model, turned(model, product(weight("attn_q"), h), position), keys, values)
            x = [a + b for a, b in zip(x, product(weight("attn_output"), seen))]
            h = norm(x, weight("ffn_norm"))
            gate = [v / (1 + math.exp(-v)) for v in product(weight("ffn_gate"), h)]
            wide = [a * b for a, b in zip(gate, product(weight("ffn_up"), h))]
            x = [a + b for a, b in zip(x, product(weight("ffn_down"), wide))]
        output = "output" if "output.weight" in model.tensors else "token_embd"
        rows += product(model.matrix(output), norm(x, model.matrix("output_norm")))
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--type", default="f32")
    parser.add_argument("--tied", action="store_true")
    parser.add_argument("--wide", action="store_true")
    parser.add_argument("--rope", default="none")
    for mistake in ("--key", "--drop", "--retype"):
        parser.add_argument(mistake, action="append", default=[])
    parser.add_argument("--tokens", default="")
    parser.add_argument("--logits")
    options = parser.parse_args()
    model = Model(options)
    model.write(options.out)
    if options.logits:
        tokens = [int(token) for token in options.tokens.split(",")]
        npy.write(options.logits, (len(tokens), VOCABULARY), array.array("f", evaluate(model, tokens)))


main()
