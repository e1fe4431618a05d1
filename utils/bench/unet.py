#!/usr/bin/env python3
"""utils/bench/unet.py OUT.onnx [--width 16] [--depth 4] [--seed 0]

Writes a U-Net as exporters write it: batch, height and width are dynamic (height and width multiples of 2^depth), two
convolutions with batch norm and relu at every depth, poolings down, transposed convolutions 2x2 of stride 2 up, and what
was there on the way down beside what comes up. The weights are random, the same ones for the same seed. Needs the PyPI
package onnx (and numpy, which it brings).
"""

import argparse
import pathlib

import detector
import onnx
from onnx import helper


def twice(graph, tensor, inputs, outputs):
    return graph.layer(graph.layer(tensor, inputs, outputs, 3, act="relu"), outputs, outputs, 3, act="relu")


def unet(args):
    graph = detector.Network(args.seed)
    tensor, channels, sides = "image", 3, []
    for level in range(args.depth + 1):
        graph.scope = f"down.{level}"
        outputs = args.width << level
        tensor, channels = twice(graph, tensor, channels, outputs), outputs
        if level < args.depth:
            sides.append(tensor)
            tensor = graph.op("MaxPool", tensor, kernel_shape=[2, 2], strides=[2, 2])
    for level in reversed(range(args.depth)):
        graph.scope = f"up.{level}"
        outputs = args.width << level
        tensor = graph.op("Concat", sides[level], graph.transposed(tensor, channels, outputs), axis=1)
        tensor, channels = twice(graph, tensor, 2 * outputs, outputs), outputs
    graph.scope = ""
    mask = graph.op("Sigmoid", graph.conv(tensor, channels, 1, bias=True))
    graph.nodes.append(helper.make_node("Identity", [mask], ["mask"]))
    inputs, outputs = {"image": ["N", 3, "H", "W"]}, {"mask": ["N", 1, "out_h", "out_w"]}
    return detector.model_of(graph, inputs, outputs, "unet.py")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    for name, default in (("width", 16), ("depth", 4), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    if args.width < 1 or args.depth < 1:
        parser.error("--width and --depth are at least 1")
    onnx.save(unet(args), args.out)


if __name__ == "__main__":
    main()
