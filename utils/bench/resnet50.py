#!/usr/bin/env python3
"""utils/bench/resnet50.py OUT.onnx [--seed 0]

Writes ResNet-50 as PyTorch exports it: torchvision's network with random weights, the same ones for the same seed, batch
normalisation by statistics of its own, extents of batch and image dynamic. Needs the PyPI packages torch, torchvision, onnx
and onnxscript.
"""

import argparse
import pathlib
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    try:
        import torch
        import torchvision
    except ImportError as error:
        sys.exit(f"resnet50.py: error: {error}")
    torch.manual_seed(arguments.seed)
    model = torchvision.models.resnet50(weights=None).eval()
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):  # else all of them are the identity
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    axes = {0: "batch", 2: "height", 3: "width"}
    torch.onnx.export(model, (torch.zeros(2, 3, 224, 224),), arguments.out, input_names=["image"], output_names=["logits"],
                      dynamic_axes={"image": axes, "logits": {0: "batch"}}, dynamo=False)  # fmt: skip


main()
