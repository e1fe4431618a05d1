#!/usr/bin/env python3
"""utils/bench/speech.py OUT.onnx [--cell GRU|LSTM] [--hidden 256] [--layers 2] [--seed 0]

Writes a streaming speech enhancer as exporters write it: batch and samples are dynamic; a convolution of windows of 512
samples every 256 (a Fourier transform by its real and imaginary parts), magnitudes in logarithms, convolutions along
time, recurrent layers whose states come in and go out, and a mask on the magnitudes. The weights are random, the same
ones for the same seed. Needs the PyPI package onnx (and numpy, which it brings).
"""

import argparse
import pathlib

import detector
import numpy
import onnx
from onnx import helper, numpy_helper

WINDOW, HOP = 512, 256
BINS = WINDOW // 2 + 1


def fourier(graph):
    """[2 * BINS, 1, WINDOW]: cosines and sines under a Hann window."""
    place = numpy.arange(WINDOW)
    angle = 2 * numpy.pi * numpy.arange(BINS)[:, None] * place / WINDOW
    window = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * place / WINDOW)
    array = numpy.concatenate([numpy.cos(angle), -numpy.sin(angle)]) * window
    graph.weights.append(numpy_helper.from_array(array[:, None].astype(numpy.float32), "stft.weight"))
    return "stft.weight"


def conv(graph, tensor, inputs, outputs, kernel, act="Relu"):
    operands = [tensor, graph.filters("conv.weight", outputs, inputs, kernel), graph.weight("conv.bias", outputs, value=0)]
    result = graph.op("Conv", *operands, kernel_shape=[kernel], pads=[kernel // 2] * 2)
    return graph.op(act, result)


def recurrent(graph, args, tensor, layer):
    """[steps, batch, hidden] of the layer; its states are inputs and outputs of the model."""
    gates = 3 if args.cell == "GRU" else 4
    weights = [graph.filters(name, 1, gates * args.hidden, args.hidden) for name in ("kernel", "recurrence")]
    bias = graph.weight("bias", 1, 2 * gates * args.hidden, value=0)
    states = ["hidden", "cell"][: gates - 2]
    rows = [graph.op("Unsqueeze", f"{state}.{layer}", graph.constant([0])) for state in states]
    attributes = {"hidden_size": args.hidden} | ({"linear_before_reset": 1} if args.cell == "GRU" else {})
    outputs = graph.op(args.cell, tensor, *weights, bias, "", *rows, outputs=1 + len(states), **attributes)
    for state, value in zip(states, outputs[1:]):
        squeezed = graph.op("Squeeze", value, graph.constant([0]))
        graph.nodes.append(helper.make_node("Identity", [squeezed], [f"next_{state}.{layer}"]))
    return graph.op("Squeeze", outputs[0], graph.constant([1]))


def speech(args):
    graph = detector.Network(args.seed)
    graph.scope = "front"
    wave = graph.op("Unsqueeze", "samples", graph.constant([1]))
    spectrum = graph.op("Conv", wave, fourier(graph), kernel_shape=[WINDOW], strides=[HOP])
    real, imaginary = graph.op("Split", spectrum, graph.constant([BINS, BINS]), outputs=2, axis=1)
    power = graph.op("Add", graph.op("Mul", real, real), graph.op("Mul", imaginary, imaginary))
    small = graph.constant(1e-6, numpy.float32)
    magnitude = graph.op("Sqrt", graph.op("Add", power, small))
    features = conv(graph, graph.op("Log", graph.op("Add", power, small)), BINS, args.hidden, 3)
    features = conv(graph, features, args.hidden, args.hidden, 5)
    tensor = graph.op("Transpose", features, perm=[2, 0, 1])
    for layer in range(args.layers):
        graph.scope = f"layer.{layer}"
        tensor = recurrent(graph, args, tensor, layer)
    graph.scope = ""
    mask = conv(graph, graph.op("Transpose", tensor, perm=[1, 2, 0]), args.hidden, BINS, 1, "Sigmoid")
    graph.nodes.append(helper.make_node("Mul", [magnitude, mask], ["enhanced"]))
    states = {f"{state}.{layer}" for state in ("hidden", "cell")[: 1 + (args.cell == "LSTM")] for layer in range(args.layers)}
    dims = {state: ["N", args.hidden] for state in sorted(states)}
    inputs = {"samples": ["N", "S"], **dims}
    outputs = {"enhanced": ["N", BINS, "steps"], **{f"next_{state}": shape for state, shape in dims.items()}}
    return detector.model_of(graph, inputs, outputs, "speech.py")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--cell", choices=("GRU", "LSTM"), default="GRU")
    for name, default in (("hidden", 256), ("layers", 2), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    onnx.save(speech(parser.parse_args()), parser.parse_args().out)


if __name__ == "__main__":
    main()
