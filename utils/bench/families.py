#!/usr/bin/env python3
"""utils/bench/families.py KIND OUT.onnx [--seed 0]

Writes a network of a kind that the schedules' rules were not written for, as exporters write it, with dynamic extents:

  mobile       image classifier: inverted bottlenecks with squeeze-excite and SiLU, depthwise windows of 3 and 5, [N, 3, H, W]
  wave         speech encoder: convolutions of long strides along samples, a grouped convolution of 128 places, two
               transformer layers, [N, S]
  vit          vision transformer: patches of 14, width 216, 3 heads, tokens from the image's extents, [N, 3, H, W]
  recurrent    tagger: an embedding, two bidirectional LSTM layers and a GRU of width 200, [N, S]
  vocoder      transposed convolutions along time, with dilated convolutions of 3, 7 and 11 between them, [N, 80, T]
  diffusion    a step of a small diffusion U-Net: group norms, SiLU, attention, a time embedding, [N, 4, H, W]

The weights are random, the same ones for the same seed. Needs the PyPI package onnx (and numpy, which it brings).
"""

import argparse
import math
import pathlib

import detector
import encoder
import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper


def number(graph, value):
    return graph.constant(value, numpy.float32)


def identity(graph, tensor, name):
    graph.nodes.append(helper.make_node("Identity", [tensor], [name]))


def silu(graph, tensor):
    return graph.op("Mul", tensor, graph.op("Sigmoid", tensor))


def linear(graph, tensor, name, inputs, outputs):
    """As encoder.py has it, but sums keep the scale of what they read."""
    weight = graph.weight(f"{name}.weight", inputs, outputs)
    array = graph.random.normal(0, inputs**-0.5, (inputs, outputs)).astype(numpy.float32)
    graph.weights[-1] = numpy_helper.from_array(array, weight)
    return graph.op("Add", graph.op("MatMul", tensor, weight), graph.weight(f"{name}.bias", outputs, value=0))


def heads(graph, tensor, name, width, count, order):
    projected = linear(graph, tensor, name, width, width)
    target = graph.shape(graph.extent(tensor, 0), graph.extent(tensor, 1), count, width // count)
    return graph.op("Transpose", graph.op("Reshape", projected, target), perm=order)


def attention(graph, tensor, width, count):
    """[batch, tokens, width] from the same."""
    query, value = (heads(graph, tensor, name, width, count, [0, 2, 1, 3]) for name in ("query", "value"))
    key = heads(graph, tensor, "key", width, count, [0, 2, 3, 1])
    scores = graph.op("Mul", graph.op("MatMul", query, key), number(graph, (width // count) ** -0.5))
    context = graph.op("MatMul", graph.op("Softmax", scores, axis=-1), value)
    context = graph.op("Transpose", context, perm=[0, 2, 1, 3])
    target = graph.shape(graph.extent(tensor, 0), graph.extent(tensor, 1), width)
    return linear(graph, graph.op("Reshape", context, target), "out", width, width)


def transformer(graph, tensor, width, count, wide):
    """A layer with its norms in front."""
    sizes = argparse.Namespace(hidden=width, layernorm="op")
    normal = encoder.layer_norm(graph, sizes, tensor, "norm1")
    tensor = graph.op("Add", tensor, attention(graph, normal, width, count))
    normal = encoder.layer_norm(graph, sizes, tensor, "norm2")
    hidden = encoder.gelu(graph, linear(graph, normal, "up", width, wide))
    return graph.op("Add", tensor, linear(graph, hidden, "down", wide, width))


def mobile(graph):
    """(kernel, times the channels inside, channels, stride, repeats) of each stage."""
    stages = [(3, 1, 16, 1, 1), (3, 6, 24, 2, 2), (5, 6, 40, 2, 2), (3, 6, 80, 2, 3), (5, 6, 112, 1, 2), (5, 6, 192, 2, 2)]

    def layer(tensor, *sizes):
        return silu(graph, graph.norm(graph.conv(tensor, *sizes), sizes[1]))

    tensor, channels = layer("image", 3, 32, 3, 2), 32
    for kernel, times, outputs, stride, repeats in stages:
        for repeat in range(repeats):
            inside, step = times * channels, 1 if repeat else stride
            inner = layer(tensor, channels, inside) if times > 1 else tensor
            inner = layer(inner, inside, inside, kernel, step, inside)
            pooled = graph.op("ReduceMean", inner, axes=[2, 3], keepdims=1)
            hidden = silu(graph, graph.conv(pooled, inside, max(1, channels // 4), bias=True))
            scale = graph.op("Sigmoid", graph.conv(hidden, max(1, channels // 4), inside, bias=True))
            inner = graph.norm(graph.conv(graph.op("Mul", inner, scale), inside, outputs), outputs)
            tensor = graph.op("Add", tensor, inner) if channels == outputs and step == 1 else inner
            channels = outputs
    pooled = graph.op("Flatten", graph.op("GlobalAveragePool", layer(tensor, channels, 1280)), axis=1)
    identity(graph, linear(graph, pooled, "classes", 1280, 1000), "logits")
    return {"image": ["N", 3, "H", "W"]}, {"logits": ["N", 1000]}


def line(graph, tensor, inputs, outputs, kernel, stride=1, dilation=1, groups=1):
    """A convolution along one dimension; without a stride the places stay."""
    operands = [tensor, graph.filters("conv.weight", outputs, inputs // groups, kernel)]
    pad = dilation * (kernel - 1) // 2 if stride == 1 else 0
    attributes = {"kernel_shape": [kernel], "strides": [stride], "pads": [pad] * 2, "dilations": [dilation], "group": groups}
    return graph.op("Conv", *operands, graph.weight("conv.bias", outputs, value=0), **attributes)


def wave(graph):
    width = 256
    tensor, channels = graph.op("Unsqueeze", "samples", graph.constant([1])), 1
    for kernel, stride in ((10, 5), (3, 2), (3, 2), (3, 2), (3, 2), (2, 2), (2, 2)):
        tensor, channels = encoder.gelu(graph, line(graph, tensor, channels, 192, kernel, stride)), 192
    tensor = graph.op("Transpose", tensor, perm=[0, 2, 1])
    sizes = argparse.Namespace(hidden=channels, layernorm="op")
    tensor = linear(graph, encoder.layer_norm(graph, sizes, tensor, "norm"), "project", channels, width)
    places = line(graph, graph.op("Transpose", tensor, perm=[0, 2, 1]), width, width, 129, groups=16)
    places = graph.op("Transpose", encoder.gelu(graph, places), perm=[0, 2, 1])
    tensor = graph.op("Add", tensor, places)
    for layer in range(2):
        graph.scope = f"layer.{layer}"
        tensor = transformer(graph, tensor, width, 8, 1024)
    graph.scope = ""
    identity(graph, tensor, "features")
    return {"samples": ["N", "S"]}, {"features": ["N", "steps", width]}


def vit(graph):
    width, patch = 216, 14
    weight, bias = graph.filters("patch.weight", width, 3, patch, patch), graph.weight("patch.bias", width, value=0)
    tensor = graph.op("Conv", "image", weight, bias, kernel_shape=[patch] * 2, strides=[patch] * 2)
    target = graph.shape(graph.extent(tensor, 0), width, -1)
    tensor = graph.op("Transpose", graph.op("Reshape", tensor, target), perm=[0, 2, 1])
    first = graph.op("Expand", graph.weight("class", 1, 1, width), graph.shape(graph.extent(tensor, 0), 1, width))
    tensor = graph.op("Concat", first, tensor, axis=1)
    for layer in range(4):
        graph.scope = f"layer.{layer}"
        tensor = transformer(graph, tensor, width, 3, 4 * width)
    graph.scope = ""
    sizes = argparse.Namespace(hidden=width, layernorm="op")
    row = graph.op("Gather", encoder.layer_norm(graph, sizes, tensor, "norm"), graph.constant(0), axis=1)
    identity(graph, linear(graph, row, "classes", width, 1000), "logits")
    return {"image": ["N", 3, "H", "W"]}, {"logits": ["N", 1000]}


def directions(graph, tensor, inputs, width):
    """[steps, batch, 2 * width] of a bidirectional LSTM."""
    weights = [graph.filters(name, 2, 4 * width, size) for name, size in (("kernel", inputs), ("recurrence", width))]
    bias = graph.weight("bias", 2, 8 * width, value=0)
    both = graph.op("LSTM", tensor, *weights, bias, hidden_size=width, direction="bidirectional")
    side = graph.op("Transpose", both, perm=[0, 2, 1, 3])
    return graph.op("Reshape", side, graph.constant([0, 0, 2 * width]))


def recurrent(graph):
    width, words, tags = 200, 5000, 40
    tensor = graph.op("Transpose", graph.op("Gather", graph.weight("words", words, 100), "ids", axis=0), perm=[1, 0, 2])
    tensor = directions(graph, directions(graph, tensor, 100, width), 2 * width, width)
    weights = [graph.filters(name, 1, 3 * width, size) for name, size in (("kernel", 2 * width), ("recurrence", width))]
    bias = graph.weight("bias", 1, 6 * width, value=0)
    tensor = graph.op("GRU", tensor, *weights, bias, hidden_size=width, linear_before_reset=1)
    tensor = graph.op("Transpose", graph.op("Squeeze", tensor, graph.constant([1])), perm=[1, 0, 2])
    identity(graph, linear(graph, tensor, "tags", width, tags), "tags_out")
    return {"ids": ["N", "S"]}, {"tags_out": ["N", "S", tags]}


def vocoder(graph):
    leaky = lambda tensor: graph.op("LeakyRelu", tensor, alpha=0.1)  # noqa: E731
    channels = 128
    tensor = line(graph, "mel", 80, channels, 7)
    for kernel, stride in ((16, 8), (16, 8), (4, 2)):
        outputs = channels // 2
        operands = [leaky(tensor), graph.filters("up.weight", channels, outputs, kernel), graph.weight("up.bias", outputs, value=0)]
        attributes = {"kernel_shape": [kernel], "strides": [stride], "pads": [(kernel - stride) // 2] * 2}
        tensor, channels = graph.op("ConvTranspose", *operands, **attributes), outputs
        parts = []
        for window in (3, 7, 11):
            part = tensor
            for dilation in (1, 3):
                inner = line(graph, leaky(part), channels, channels, window, dilation=dilation)
                part = graph.op("Add", part, line(graph, leaky(inner), channels, channels, window))
            parts.append(part)
        total = graph.op("Add", graph.op("Add", *parts[:2]), parts[2])
        tensor = graph.op("Div", total, number(graph, 3))
    identity(graph, graph.op("Tanh", line(graph, leaky(tensor), channels, 1, 7)), "wave")
    return {"mel": ["N", 80, "T"]}, {"wave": ["N", 1, "samples"]}


def group_norm(graph, tensor, channels, groups):
    """As PyTorch exports it."""
    rows = graph.op("Reshape", tensor, graph.constant([0, groups, -1]))
    ones, zeros = (graph.constant([value] * groups, numpy.float32) for value in (1, 0))
    normal = graph.op("Reshape", graph.op("InstanceNormalization", rows, ones, zeros, epsilon=1e-5), graph.op("Shape", tensor))
    gamma, beta = graph.weight("gamma", channels, 1, 1, value=1), graph.weight("beta", channels, 1, 1, value=0)
    return graph.op("Add", graph.op("Mul", normal, gamma), beta)


def time_embedding(graph, width):
    rates = graph.constant(numpy.exp(-math.log(10000) * numpy.arange(width // 2) / (width // 2)), numpy.float32)
    angle = graph.op("Mul", graph.op("Unsqueeze", "time", graph.constant([1])), rates)
    both = graph.op("Concat", graph.op("Sin", angle), graph.op("Cos", angle), axis=-1)
    hidden = silu(graph, linear(graph, both, "time1", width, 4 * width))
    return linear(graph, hidden, "time2", 4 * width, 4 * width)


def residual(graph, tensor, inputs, outputs, time, times):
    inner = graph.conv(silu(graph, group_norm(graph, tensor, inputs, 8)), inputs, outputs, 3, bias=True)
    shift = linear(graph, silu(graph, time), "shift", times, outputs)
    inner = graph.op("Add", inner, graph.op("Unsqueeze", shift, graph.constant([2, 3])))
    inner = graph.conv(silu(graph, group_norm(graph, inner, outputs, 8)), outputs, outputs, 3, bias=True)
    return graph.op("Add", tensor if inputs == outputs else graph.conv(tensor, inputs, outputs, bias=True), inner)


def attend(graph, tensor, channels):
    """Attention over all places of an image."""
    normal = group_norm(graph, tensor, channels, 8)
    rows = graph.op("Transpose", graph.op("Reshape", normal, graph.constant([0, channels, -1])), perm=[0, 2, 1])
    mixed = graph.op("Transpose", attention(graph, rows, channels, 4), perm=[0, 2, 1])
    return graph.op("Add", tensor, graph.op("Reshape", mixed, graph.op("Shape", tensor)))


def diffusion(graph):
    width, depths = 32, (1, 2, 4)
    time, times = time_embedding(graph, width), 4 * width
    tensor, channels, sides = graph.conv("latent", 4, width, 3, bias=True), width, []
    for level, depth in enumerate(depths):
        graph.scope = f"down.{level}"
        tensor, channels = residual(graph, tensor, channels, depth * width, time, times), depth * width
        tensor = attend(graph, tensor, channels) if level else tensor
        sides.append((tensor, channels))
        if level + 1 < len(depths):
            tensor = graph.conv(tensor, channels, channels, 3, 2, bias=True)
    graph.scope = "middle"
    tensor = attend(graph, residual(graph, tensor, channels, channels, time, times), channels)
    for level in reversed(range(len(depths))):
        graph.scope = f"up.{level}"
        side, beside = sides[level]
        tensor, outputs = graph.op("Concat", tensor, side, axis=1), depths[level] * width
        tensor, channels = residual(graph, tensor, channels + beside, outputs, time, times), outputs
        if level:
            tensor = graph.conv(detector.resize(graph, tensor, 2), channels, channels, 3, bias=True)
    graph.scope = ""
    tensor = silu(graph, group_norm(graph, tensor, channels, 8))
    identity(graph, graph.conv(tensor, channels, 4, 3, bias=True), "noise")
    return {"latent": ["N", 4, "H", "W"], "time": ["N"]}, {"noise": ["N", 4, "H", "W"]}


KINDS = {"mobile": mobile, "wave": wave, "vit": vit, "recurrent": recurrent, "vocoder": vocoder, "diffusion": diffusion}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    graph = detector.Network(options.seed)
    inputs, outputs = KINDS[options.kind](graph)
    model = detector.model_of(graph, inputs, outputs, "families.py")
    for info in model.graph.input:
        if info.name == "ids":
            info.type.tensor_type.elem_type = TensorProto.INT64
    onnx.save(model, options.out)


if __name__ == "__main__":
    main()
