"""Matrices in ggml's block formats, by the PyPI package gguf, which is the oracle of what their bytes mean."""

import gguf
import numpy
from gguf import quants

# The byte at which a block has its scale and its offset or minimum, both f16, and the middle of the small integers that
# are scaled, if they are counted from there on. The package quantises the first five itself.
FORMATS = {"q4_0": ([0], 0), "q4_1": ([0, 2], 7.5), "q5_0": ([0], 0), "q5_1": ([0, 2], 15.5), "q8_0": ([0], 0),
           "q2_k": ([80, 82], 1.5), "q3_k": ([108], 0), "q4_k": ([0, 2], 7.5), "q5_k": ([0, 2], 15.5), "q6_k": ([208], 0)}
QUANTISED_BY_PACKAGE = list(FORMATS)[:5]


def kind(name):
    """`q4_k`, `f32` as the package has it."""
    return gguf.GGMLQuantizationType["_".join(part.upper() for part in name.split("_"))]


def set_halfs(blocks, place, values):
    """Writes f16 numbers, one of each block, at that byte."""
    blocks[:, place:place + 2] = numpy.asarray(values, numpy.float16).reshape(-1, 1).view(numpy.uint8)


def matrix(name, rows, columns, random, deviation=1.0):
    """Rows of random elements with mean 0 and that deviation, as bytes (or f32, f16), `[rows, bytes of a row]`."""
    if name not in FORMATS or name in QUANTISED_BY_PACKAGE:
        values = random.standard_normal((rows, columns), numpy.float32) * numpy.float32(deviation)
        return quants.quantize(values, kind(name))
    elements, size = gguf.GGML_QUANT_SIZES[kind(name)]
    blocks = random.integers(0, 256, (rows * columns // elements, size), numpy.uint8)
    places, middle = FORMATS[name]
    set_halfs(blocks, places[0], numpy.ones(len(blocks)))
    if middle:
        set_halfs(blocks, places[1], numpy.full(len(blocks), middle))
    spread = quants.dequantize(blocks, kind(name)).std()
    set_halfs(blocks, places[0], numpy.full(len(blocks), deviation / spread))
    if middle:
        set_halfs(blocks, places[1], numpy.full(len(blocks), middle * deviation / spread))
    return blocks.reshape(rows, -1)


def values(name, data):
    """What the bytes mean, f32."""
    return quants.dequantize(data, kind(name)).astype(numpy.float32)
