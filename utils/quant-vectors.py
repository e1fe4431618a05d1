#!/usr/bin/env python3
"""Writes what tests of block-quantised weights compare with: utils/quant-vectors.py FOLDER (test/models/quantised)

  blocks.npz     NAME.blocks and NAME.values of each format: scales that are 0, subnormal, largest, infinite, NaN
  digests.txt    name, blocks, and the SHA-256 of the values of so many blocks of random bytes (NaN as 0x7fc00000)
  blocks.gguf    a llama of two layers whose matrices have the formats with blocks of 32, other ones in each layer
  kquants.gguf   a llama of one layer with those of 256
  NAME.logits.npy  what each says behind TOKENS, from this page's own arithmetic on the dequantised weights

Needs the PyPI package gguf 0.19.0, with numpy. Random bytes are SplitMix64's with seed 0.
"""

import hashlib
import pathlib
import sys

import gguf
import gguf_blocks
import numpy

TOKENS = [1, 5, 9, 30, 2, 47]
COUNT = 4096  # blocks of a digest
HALFS = [0x0000, 0x8000, 0x0001, 0x83FF, 0x0400, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0x2E66, 0xAE66]

BLOCKS = {"layers": [["q4_0", "q4_1", "q5_0", "q5_1", "q8_0", "q4_0", "q4_1"],
                     ["q5_0", "q5_1", "q8_0", "q4_0", "q4_1", "q5_0", "q8_0"]],
          "embedding": "q8_0", "output": None, "width": 64, "wide": 96, "heads": 4, "kv_heads": 2, "key": 16}
# Rows of 32 elements hold no block of 256.
KQUANTS = {"layers": [["q2_k", "q3_k", "q4_k", "q8_0", "q5_k", "q6_k", "q4_0"]],
           "embedding": "q4_k", "output": "q6_k", "width": 256, "wide": 32, "heads": 2, "kv_heads": 1, "key": 16}
VOCABULARY = 48


def random_bytes(count):
    """Of SplitMix64, eight of a number, the low ones first."""
    state = numpy.arange(1, (count + 7) // 8 + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
    state = (state ^ state >> numpy.uint64(30)) * numpy.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ state >> numpy.uint64(27)) * numpy.uint64(0x94D049BB133111EB)
    return (state ^ state >> numpy.uint64(31)).view(numpy.uint8)[:count].copy()


def vectors(folder):
    arrays, digests = {}, []
    for name, (places, _) in gguf_blocks.FORMATS.items():
        size = gguf.GGML_QUANT_SIZES[gguf_blocks.kind(name)][1]
        blocks = random_bytes(len(HALFS) * size).reshape(-1, size)
        blocks[3], blocks[5] = 0, 255  # every small integer is the least and the largest one
        for k, place in enumerate(places):
            halfs = numpy.roll(numpy.array(HALFS, numpy.uint16), 5 * k)
            blocks[:, place:place + 2] = halfs.reshape(-1, 1).view(numpy.uint8)
        arrays[f"{name}.blocks"] = blocks
        arrays[f"{name}.values"] = gguf_blocks.values(name, blocks)
        many = gguf_blocks.values(name, random_bytes(COUNT * size).reshape(-1, size)).view(numpy.uint32)
        many[(many & 0x7FFFFFFF) > 0x7F800000] = 0x7FC00000
        digests.append(f"{name} {COUNT} {hashlib.sha256(many.tobytes()).hexdigest()}\n")
    numpy.savez_compressed(folder / "blocks.npz", **arrays)
    (folder / "digests.txt").write_text("".join(digests))


def tokenizer(writer):
    letters = ["\u2581"] + [chr(ord("a") + i) for i in range(26)] + list(".,!?'-0123456789:;")
    tokens = ["<unk>", "<s>", "</s>"] + letters
    kinds = [gguf.TokenType.UNKNOWN] + [gguf.TokenType.CONTROL] * 2 + [gguf.TokenType.NORMAL] * len(letters)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([-float(i) for i in range(VOCABULARY)])
    writer.add_token_types([int(kind) for kind in kinds])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)


def model(path, size, random):
    """Writes the file; the dequantised weights by name."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_block_count(len(size["layers"]))
    writer.add_context_length(64)
    writer.add_embedding_length(size["width"])
    writer.add_feed_forward_length(size["wide"])
    writer.add_head_count(size["heads"])
    writer.add_head_count_kv(size["kv_heads"])
    writer.add_key_length(size["key"])
    writer.add_value_length(size["key"])
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(size["key"])
    tokenizer(writer)
    weights = {}

    def vector(name):
        weights[name] = (1 + random.normal(0, 0.05, size["width"])).astype(numpy.float32)
        writer.add_tensor(name, weights[name])

    def matrix(name, kind, rows, columns):
        data = gguf_blocks.matrix(kind, rows, columns, random, columns ** -0.5)
        weights[name] = gguf_blocks.values(kind, data)
        writer.add_tensor(name, data, raw_dtype=gguf_blocks.kind(kind))

    width, wide, key = size["width"], size["wide"], size["key"]
    matrix("token_embd.weight", size["embedding"], VOCABULARY, width)
    for layer, (q, k, v, o, gate, up, down) in enumerate(size["layers"]):
        block = f"blk.{layer}."
        vector(block + "attn_norm.weight")
        matrix(block + "attn_q.weight", q, size["heads"] * key, width)
        matrix(block + "attn_k.weight", k, size["kv_heads"] * key, width)
        matrix(block + "attn_v.weight", v, size["kv_heads"] * key, width)
        matrix(block + "attn_output.weight", o, width, size["heads"] * key)
        vector(block + "ffn_norm.weight")
        matrix(block + "ffn_gate.weight", gate, wide, width)
        matrix(block + "ffn_up.weight", up, wide, width)
        matrix(block + "ffn_down.weight", down, width, wide)
    vector("output_norm.weight")
    if size["output"]:
        matrix("output.weight", size["output"], VOCABULARY, width)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return weights


def normed(x, scale):
    return x / numpy.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * scale


def rotated(x):
    """[tokens, heads, key]: neighbours are the two coordinates of a point that is turned by the token's place."""
    places, half = numpy.arange(len(x)), x.shape[-1] // 2
    angles = places[:, None] * 10000.0 ** (-numpy.arange(half) / half)
    turned = (x[..., 0::2] + 1j * x[..., 1::2]) * numpy.exp(1j * angles)[:, None, :]
    return numpy.stack([turned.real, turned.imag], -1).reshape(x.shape)


def forward(weights, size, tokens):
    """The logits behind each token, in f64."""
    weights = {name: value.astype(numpy.float64) for name, value in weights.items()}
    n, heads, kv, key = len(tokens), size["heads"], size["kv_heads"], size["key"]
    x = weights["token_embd.weight"][tokens]
    for layer in range(len(size["layers"])):
        w = lambda name: weights[f"blk.{layer}.{name}.weight"]
        h = normed(x, w("attn_norm"))
        q = rotated((h @ w("attn_q").T).reshape(n, heads, key))
        k = rotated((h @ w("attn_k").T).reshape(n, kv, key)).repeat(heads // kv, 1)
        v = (h @ w("attn_v").T).reshape(n, kv, key).repeat(heads // kv, 1)
        scores = numpy.einsum("ihd,jhd->hij", q, k) * key ** -0.5
        scores = numpy.where(numpy.tri(n, dtype=bool), scores, -numpy.inf)
        scores = numpy.exp(scores - scores.max(-1, keepdims=True))
        mixed = numpy.einsum("hij,jhd->ihd", scores / scores.sum(-1, keepdims=True), v)
        x = x + mixed.reshape(n, -1) @ w("attn_output").T
        h = normed(x, w("ffn_norm"))
        gate = h @ w("ffn_gate").T
        x = x + (gate / (1 + numpy.exp(-gate)) * (h @ w("ffn_up").T)) @ w("ffn_down").T
    return normed(x, weights["output_norm.weight"]) @ weights.get("output.weight", weights["token_embd.weight"]).T


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    numpy.seterr(all="ignore")
    vectors(folder)
    for name, size in (("blocks", BLOCKS), ("kquants", KQUANTS)):
        weights = model(str(folder / f"{name}.gguf"), size, numpy.random.default_rng(0))
        numpy.save(folder / f"{name}.logits.npy", forward(weights, size, TOKENS).astype(numpy.float32))


main()
