#!/usr/bin/env python3
"""utils/bench/encoder.py OUT.onnx [--layers 12] [--hidden 768] [--heads 12] [--vocab 30522] [--intermediate 4*hidden]
[--positions 512] [--seed 0] [--position-ids range|slice] [--layernorm ops|op]

Writes a transformer encoder (BERT: embeddings, self-attention, Erf gelu, pooler) as exporters of PyTorch write it: batch
and sequence are dynamic, and every shape is computed in the graph by Shape, Gather, Unsqueeze, Concat and Reshape. The
weights are random, the same ones for the same seed. Needs the PyPI package onnx (and numpy, which it brings); with
--expect=BxS,... also onnxruntime: it then writes inputs and outputs for these extents beside OUT.onnx.
"""

import argparse
import math
import pathlib

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper


class Graph:
    """Nodes in order; values are named after what they are and where."""

    def __init__(self, seed):
        self.random = numpy.random.default_rng(seed)
        self.nodes, self.weights, self.scope, self.taken = [], [], "", {}

    def name(self, base):
        base = f"{self.scope}/{base}" if self.scope else base
        count = self.taken.get(base, 0)
        self.taken[base] = count + 1
        return f"{base}_{count}" if count else base

    def op(self, kind, *inputs, outputs=1, **attributes):
        names = [self.name(kind) for _ in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=f"node_{len(self.nodes)}", **attributes))
        return names[0] if outputs == 1 else names

    def constant(self, value, dtype=numpy.int64):
        tensor = numpy_helper.from_array(numpy.array(value, dtype=dtype))
        return self.op("Constant", value=tensor)

    def weight(self, name, *dims, value=None):
        array = self.random.normal(0, 0.2, dims) if value is None else numpy.full(dims, value)
        array = array.astype(numpy.float32)
        if value is not None:
            array += self.random.normal(0, 0.05, dims).astype(numpy.float32)
        name = self.name(name)
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def extent(self, tensor, axis):
        """A dimension as a scalar."""
        return self.op("Gather", self.op("Shape", tensor), self.constant(axis), axis=0)

    def shape(self, *parts):
        """A vector of scalars (values) and numbers."""
        axes = self.constant([0])
        vectors = [self.op("Unsqueeze", p, axes) if isinstance(p, str) else self.constant([p]) for p in parts]
        return self.op("Concat", *vectors, axis=0)

    def expand(self, tensor, shape, rank):
        """As PyTorch exports `expand`: -1 in the shape would keep an extent."""
        ones = self.op("ConstantOfShape", self.constant([rank]), value=numpy_helper.from_array(numpy.array([1])))
        keeps = self.op("Equal", shape, self.op("Mul", ones, self.constant(-1)))
        return self.op("Expand", tensor, self.op("Where", keeps, ones, shape))

    def linear(self, tensor, name, inputs, outputs):
        product = self.op("MatMul", tensor, self.weight(f"{name}.weight", inputs, outputs))
        return self.op("Add", self.weight(f"{name}.bias", outputs, value=0), product)


def layer_norm(graph, args, tensor, name):
    gamma = graph.weight(f"{name}.gamma", args.hidden, value=1)
    beta = graph.weight(f"{name}.beta", args.hidden, value=0)
    if args.layernorm == "op":
        return graph.op("LayerNormalization", tensor, gamma, beta, axis=-1, epsilon=1e-12)
    centred = graph.op("Sub", tensor, graph.op("ReduceMean", tensor, axes=[-1]))
    square = graph.op("Pow", centred, graph.constant(2, numpy.float32))
    variance = graph.op("Add", graph.op("ReduceMean", square, axes=[-1]), graph.constant(1e-12, numpy.float32))
    normal = graph.op("Div", centred, graph.op("Sqrt", variance))
    return graph.op("Add", graph.op("Mul", normal, gamma), beta)


def gelu(graph, tensor):
    scaled = graph.op("Div", tensor, graph.constant(math.sqrt(2), numpy.float32))
    factor = graph.op("Add", graph.op("Erf", scaled), graph.constant(1, numpy.float32))
    product = graph.op("Mul", tensor, factor)
    return graph.op("Mul", product, graph.constant(0.5, numpy.float32))


def embeddings(graph, args):
    graph.scope = "embeddings"
    batch, sequence = graph.extent("input_ids", 0), graph.extent("input_ids", 1)
    if args.position_ids == "slice":
        table = numpy_helper.from_array(numpy.arange(args.positions, dtype=numpy.int64)[None], "position_ids")
        graph.weights.append(table)
        end = graph.op("Unsqueeze", sequence, graph.constant([0]))
        positions = graph.op("Slice", "position_ids", graph.constant([0]), end, graph.constant([1]))
    else:
        line = graph.op("Range", graph.constant(0), sequence, graph.constant(1))
        row = graph.op("Unsqueeze", line, graph.constant([0]))
        positions = graph.expand(row, graph.shape(batch, sequence), 2)
    words = graph.op("Gather", graph.weight("words", args.vocab, args.hidden), "input_ids", axis=0)
    places = graph.op("Gather", graph.weight("places", args.positions, args.hidden), positions, axis=0)
    return layer_norm(graph, args, graph.op("Add", words, places), "norm")


def extended_mask(graph):
    """[batch, 1, sequence, sequence]: 0 where attention is allowed, else the smallest float."""
    graph.scope = "mask"
    batch, sequence = graph.extent("input_ids", 0), graph.extent("input_ids", 1)
    row = graph.op("Unsqueeze", graph.op("Unsqueeze", "attention_mask", graph.constant([1])), graph.constant([2]))
    square = graph.expand(row, graph.shape(batch, 1, sequence, sequence), 4)
    kept = graph.op("Cast", square, to=TensorProto.FLOAT)
    dropped = graph.op("Sub", graph.constant(1, numpy.float32), kept)
    drop = graph.op("Cast", dropped, to=TensorProto.BOOL)
    return graph.op("Where", drop, graph.constant(numpy.finfo(numpy.float32).min, numpy.float32), dropped)


def attention(graph, args, tensor, mask):
    size = args.hidden // args.heads

    def split(name, order):
        projected = graph.linear(tensor, name, args.hidden, args.hidden)
        target = graph.shape(graph.extent(tensor, 0), graph.extent(tensor, 1), args.heads, size)
        return graph.op("Transpose", graph.op("Reshape", projected, target), perm=order)

    query, key, value = split("query", [0, 2, 1, 3]), split("key", [0, 2, 3, 1]), split("value", [0, 2, 1, 3])
    scores = graph.op("MatMul", query, key)
    root = graph.op("Sqrt", graph.op("Cast", graph.extent(query, 3), to=TensorProto.FLOAT))
    scores = graph.op("Add", graph.op("Div", scores, root), mask)
    context = graph.op("MatMul", graph.op("Softmax", scores, axis=-1), value)
    context = graph.op("Transpose", context, perm=[0, 2, 1, 3])
    width = graph.op("Mul", graph.extent(context, 2), graph.extent(context, 3))
    target = graph.shape(graph.extent(context, 0), graph.extent(context, 1), width)
    return graph.linear(graph.op("Reshape", context, target), "out", args.hidden, args.hidden)


def layers(graph, args, hidden):
    mask = extended_mask(graph)
    for layer in range(args.layers):
        graph.scope = f"layer.{layer}"
        attended = attention(graph, args, hidden, mask)
        hidden = layer_norm(graph, args, graph.op("Add", attended, hidden), "norm1")
        wide = gelu(graph, graph.linear(hidden, "up", args.hidden, args.intermediate))
        narrow = graph.linear(wide, "down", args.intermediate, args.hidden)
        hidden = layer_norm(graph, args, graph.op("Add", narrow, hidden), "norm2")
    graph.scope = ""
    return hidden


def encoder(args):
    graph = Graph(args.seed)
    hidden = layers(graph, args, embeddings(graph, args))
    first = graph.op("Gather", hidden, graph.constant(0), axis=1)
    weight, bias = graph.weight("pooler.weight", args.hidden, args.hidden), graph.weight("pooler.bias", args.hidden, value=0)
    pooled = graph.op("Tanh", graph.op("Gemm", first, weight, bias, transB=1))
    graph.nodes.append(helper.make_node("Identity", [hidden], ["last_hidden_state"]))
    graph.nodes.append(helper.make_node("Identity", [pooled], ["pooler_output"]))
    outputs = {"last_hidden_state": ["batch", "sequence", args.hidden], "pooler_output": ["batch", args.hidden]}
    return model_of(graph, ["input_ids", "attention_mask"], outputs, "encoder.py")


def model_of(graph, inputs, outputs, producer):
    """A model of opset 17: inputs are integers [batch, sequence], outputs floats."""
    ids = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"]) for name in inputs]
    floats = [helper.make_tensor_value_info(name, TensorProto.FLOAT, dims) for name, dims in outputs.items()]
    body = helper.make_graph(graph.nodes, "encoder", ids, floats, graph.weights)
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", 17)], producer_name=producer)
    model.ir_version = 8
    return model


def expect(path, extents, args):
    """STEM-BxS-NAME.npy: what goes in and what ONNX Runtime makes of it."""
    import onnxruntime

    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    for text in extents.split(","):
        batch, sequence = map(int, text.split("x"))
        random = numpy.random.default_rng([args.seed, batch, sequence])
        mask = numpy.ones((batch, sequence), numpy.int64)
        for row in range(1, batch):  # padding: later rows are shorter
            mask[row, max(1, sequence - row) :] = 0
        ids = random.integers(0, args.vocab, (batch, sequence))
        values = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        values = {value.name: values[value.name] for value in session.get_inputs()}
        names = [output.name for output in session.get_outputs()]
        values |= dict(zip(names, session.run(names, values)))
        for name, value in values.items():
            numpy.save(path.with_name(f"{path.stem}-{text}-{name}.npy"), value)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    for name, default in (("layers", 12), ("hidden", 768), ("heads", 12), ("vocab", 30522), ("positions", 512), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--intermediate", type=int)
    parser.add_argument("--position-ids", choices=("range", "slice"), default="range")
    parser.add_argument("--layernorm", choices=("ops", "op"), default="ops")
    parser.add_argument("--expect", help="extents such as 1x4,2x7")
    args = parser.parse_args()
    args.intermediate = args.intermediate or 4 * args.hidden
    if args.hidden % args.heads:
        parser.error("--hidden must be a multiple of --heads")
    model = encoder(args)
    onnx.checker.check_model(model)
    onnx.save(model, args.out)
    if args.expect:
        expect(args.out, args.expect, args)


if __name__ == "__main__":
    main()
