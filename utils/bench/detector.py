#!/usr/bin/env python3
"""utils/bench/detector.py OUT.onnx [--repeats 3] [--width 8] [--neck 96] [--seed 0] [--vary]

Writes a mobile text detector as exporters write it: batch, height and width are dynamic (height and width multiples of
32), inverted bottlenecks of pointwise and depthwise convolutions with batch norms that are not folded, squeeze-excite,
hard-swish from its parts, a feature pyramid with nearest resize and concat, and a head of transposed convolutions 2x2 of
stride 2. With three repeats in a stage there are about 120 convolutions of 40 different shapes; --repeats=1 and 9 give
about 60 and 240. With --vary no two blocks have the same shapes, so that there are more kernels with more repeats. The
weights are random, the same ones for the same seed. Needs the PyPI package onnx (and numpy, which it brings).
"""

import argparse
import pathlib
import sys

import encoder
import numpy
import onnx
from onnx import TensorProto, helper

# Kernel, times the width: inside, outside; squeeze-excite, activation, stride of the first of a stage's blocks.
STAGES = [
    (3, 1, 1, False, "relu", 1), (3, 6, 1.5, False, "relu", 2), (5, 8, 2.5, True, "relu", 2),
    (3, 15, 5, False, "hard_swish", 2), (3, 30, 7, True, "hard_swish", 1), (5, 42, 10, True, "hard_swish", 2),
]  # fmt: skip


class Network(encoder.Graph):
    """Convolutions of values whose channels are known."""

    def __init__(self, seed):
        super().__init__(seed)
        self.convolutions = []

    def filters(self, name, *dims):
        """A weight whose sums keep the scale of what they read."""
        weight = self.weight(name, *dims)
        array = self.random.normal(0, numpy.prod(dims[1:]) ** -0.5, dims).astype(numpy.float32)
        self.weights[-1] = onnx.numpy_helper.from_array(array, weight)
        return weight

    def conv(self, tensor, inputs, outputs, kernel=1, stride=1, groups=1, bias=False):
        dims = (outputs, inputs // groups, kernel, kernel)
        operands = [tensor, self.filters("conv.weight", *dims)]
        if bias:
            operands.append(self.weight("conv.bias", outputs, value=0))
        self.convolutions.append(("conv", *dims, stride))
        attributes = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [kernel // 2] * 4, "group": groups}
        return self.op("Conv", *operands, **attributes)

    def transposed(self, tensor, inputs, outputs):
        """2x2 of stride 2: twice the height and the width."""
        operands = [tensor, self.filters("up.weight", inputs, outputs, 2, 2), self.weight("up.bias", outputs, value=0)]
        self.convolutions.append(("transposed", inputs, outputs, 2, 2, 2))
        return self.op("ConvTranspose", *operands, kernel_shape=[2, 2], strides=[2, 2])

    def norm(self, tensor, channels):
        values = {"scale": 1, "bias": 0, "mean": 0, "variance": 1}
        operands = [self.weight(f"norm.{name}", channels, value=value) for name, value in values.items()]
        return self.op("BatchNormalization", tensor, *operands, epsilon=1e-5)

    def activate(self, tensor, kind):
        if kind == "relu":
            return self.op("Relu", tensor)
        if kind != "hard_swish":
            return tensor
        number = lambda value: self.constant(value, numpy.float32)  # noqa: E731
        clipped = self.op("Clip", self.op("Add", tensor, number(3)), number(0), number(6))
        return self.op("Div", self.op("Mul", tensor, clipped), number(6))

    def layer(self, tensor, inputs, outputs, kernel=1, stride=1, groups=1, act=""):
        return self.activate(self.norm(self.conv(tensor, inputs, outputs, kernel, stride, groups), outputs), act)

    def squeeze_excite(self, tensor, channels):
        pooled = self.op("GlobalAveragePool", tensor)
        hidden = self.op("Relu", self.conv(pooled, channels, channels // 4, bias=True))
        scale = self.op("HardSigmoid", self.conv(hidden, channels // 4, channels, bias=True), alpha=0.2, beta=0.5)
        return self.op("Mul", tensor, scale)

    def block(self, tensor, inputs, kernel, inside, outputs, excites, act, stride):
        inner = self.layer(tensor, inputs, inside, act=act) if inside != inputs else tensor
        inner = self.layer(inner, inside, inside, kernel, stride, inside, act)
        if excites:
            inner = self.squeeze_excite(inner, inside)
        inner = self.layer(inner, inside, outputs)
        return self.op("Add", tensor, inner) if stride == 1 and inputs == outputs else inner


def backbone(graph, args):
    """[(tensor, channels)] at an 1/4, 1/8, 1/16 and 1/32 of the extents."""
    size = lambda factor: max(8, int(factor * args.width + 4) // 8 * 8)  # noqa: E731
    graph.scope = "stem"
    tensor, channels, levels = graph.layer("image", 3, size(1), 3, 2, act="hard_swish"), size(1), []
    for index, (kernel, inside, outside, excites, act, stride) in enumerate(STAGES):
        graph.scope = f"stage.{index}"
        if stride == 2 and index > 1:
            levels.append((tensor, channels))
        for repeat in range(1 + args.repeats if index else 1):
            step = 1 if repeat else stride
            width = size(inside) + (8 * repeat if args.vary else 0)
            tensor = graph.block(tensor, channels, kernel, width, size(outside), excites, act, step)
            channels = size(outside)
    graph.scope = "last"
    return [*levels, (graph.layer(tensor, channels, size(42), act="hard_swish"), size(42))]


def resize(graph, tensor, scale):
    scales = graph.constant([1, 1, scale, scale], numpy.float32)
    attributes = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    return graph.op("Resize", tensor, "", scales, **attributes)


def pyramid(graph, args, levels):
    """All levels at an 1/4 of the extents, beside each other."""
    graph.scope = "neck"
    wide, narrow = args.neck, args.neck // 4
    sides = []
    for tensor, channels in levels:
        side = graph.conv(tensor, channels, wide)
        sides.append(graph.op("Add", side, graph.squeeze_excite(side, wide)))
    for level in (2, 1, 0):
        sides[level] = graph.op("Add", sides[level], resize(graph, sides[level + 1], 2))
    joined = []
    for level in (3, 2, 1, 0):
        side = graph.conv(sides[level], wide, narrow, 3)
        side = graph.op("Add", side, graph.squeeze_excite(side, narrow))
        joined.append(resize(graph, side, 2**level) if level else side)
    return graph.op("Concat", *joined, axis=1)


def detector(args):
    graph = Network(args.seed)
    tensor = pyramid(graph, args, backbone(graph, args))
    graph.scope = "head"
    narrow = args.neck // 4
    tensor = graph.layer(tensor, 4 * narrow, narrow, 3, act="relu")
    tensor = graph.op("Relu", graph.norm(graph.transposed(tensor, narrow, narrow), narrow))
    graph.scope = ""
    score = graph.op("Sigmoid", graph.transposed(tensor, narrow, 1))
    graph.nodes.append(helper.make_node("Identity", [score], ["score"]))
    inputs, outputs = {"image": ["N", 3, "H", "W"]}, {"score": ["N", 1, "out_h", "out_w"]}
    return graph, model_of(graph, inputs, outputs, "detector.py")


def model_of(graph, inputs, outputs, producer):
    """A model of opset 17 whose inputs and outputs are floats."""
    infos = [
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, dims) for name, dims in values.items()]
        for values in (inputs, outputs)
    ]
    body = helper.make_graph(graph.nodes, pathlib.Path(producer).stem, *infos, graph.weights)
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", 17)], producer_name=producer)
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    for name, default in (("repeats", 3), ("width", 8), ("neck", 96), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--vary", action="store_true")
    args = parser.parse_args()
    if args.neck < 16 or args.neck % 16 or args.width < 8 or args.repeats < 1:
        parser.error("--neck is a multiple of 16, --width at least 8, --repeats at least 1")
    graph, model = detector(args)
    onnx.save(model, args.out)
    kinds = len(set(graph.convolutions))
    print(f"{len(graph.convolutions)} convolutions of {kinds} shapes", file=sys.stderr)


if __name__ == "__main__":
    main()
