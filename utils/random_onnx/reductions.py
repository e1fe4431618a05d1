"""Reductions, sums along an axis, products of matrices, for random ONNX graphs (graph.py)."""

import numpy as np

from random_onnx.graph import ONE, broadcast, const


def reduce(g):
    x = g.pick("ffi", least=1)
    if not x:
        return
    ops = ["ReduceSum", "ReduceSumSquare"] if x.kind == "i" else ["ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin",
                                                                 "ReduceL1", "ReduceL2", "ReduceLogSumExp"]
    op, keep = g.random.choice(ops), g.random.random() < 0.5
    if g.special and x.kind == "i":  # ONNX Runtime loses sums beyond 2^53
        x = g.node("Mod", [x, g.constant(np.int64(1000))], "i", x.dims, x.exact)
    elif op in ("ReduceMax", "ReduceMin", "ReduceLogSumExp"):
        x = g.number(x)
    if not x:
        return
    axes = sorted(g.random.sample(range(x.rank), g.random.randint(1, x.rank)))
    if op not in ("ReduceSum", "ReduceSumSquare", "ReduceL1") and any(0 in x.dims[axis] for axis in axes):
        return  # of nothing
    dims = [ONE if i in axes else dim for i, dim in enumerate(x.dims) if keep or i not in axes]
    inputs = [x, g.constant(np.array([g.signed(axis, x.rank) for axis in axes], np.int64))]
    made = g.node(op, inputs, x.kind, dims, x.exact and (x.kind == "i" or op in ("ReduceMax", "ReduceMin")),
                  keepdims=int(keep))
    if made and x.kind == "f":
        g.node("Tanh", [made], "f", dims, False)
    elif made:
        g.node("Mod", [made, g.constant(np.int64(11))], "i", dims, made.exact)


def arg(g):
    x = g.pick("f", least=1, exact=True)
    axis = x and g.axis(x, lambda dim: 0 not in dim)
    if axis is None or not x:
        return
    keep = g.random.random() < 0.5
    x = g.number(x)
    if not x:
        return
    dims = [ONE if i == axis else dim for i, dim in enumerate(x.dims) if keep or i != axis]
    g.node(g.random.choice(["ArgMax", "ArgMin"]), [x], "i", dims, True, axis=g.signed(axis, x.rank), keepdims=int(keep))


def softmax(g):
    x = g.pick("f", least=1)
    if x:
        g.node(g.random.choice(["Softmax", "LogSoftmax"]), [x], "f", x.dims, False,
               axis=g.signed(g.axis(x), x.rank))


def layer_norm(g):
    x = g.pick("f", least=1, where=lambda value: len(set(value.dims[-1])) == 1 and value.dims[-1][0] > 1)
    if x:
        extent = x.dims[-1][0]
        g.node("LayerNormalization", [x, g.weight([extent]), g.weight([extent])], "f", x.dims, False, axis=-1)


def cumsum(g):
    x = g.pick("fi", least=1)
    if x:
        axis = g.axis(x)
        made = g.node("CumSum", [x, g.constant(np.int64(axis))], x.kind, x.dims, x.exact and x.kind == "i",
                      exclusive=g.random.randint(0, 1), reverse=g.random.randint(0, 1))
        if made and x.kind == "f":
            g.node("Tanh", [made], "f", x.dims, False)


def matmul(g):
    a = g.pick("f", least=2)
    if not a:
        return
    b = g.pick("f", least=2, where=lambda value: value.dims[-2] == a.dims[-1]
               and broadcast(a.dims[:-2], value.dims[:-2]) is not None)
    if b and g.random.random() < 0.6:
        made = g.node("MatMul", [a, b], "f", broadcast(a.dims[:-2], b.dims[:-2]) + (a.dims[-2], b.dims[-1]), False)
    elif len(set(a.dims[-1])) == 1:
        columns = g.random.choice([1, 5, 16, 24])
        made = g.node("MatMul", [a, g.weight([a.dims[-1][0], columns])], "f", a.dims[:-1] + (const(columns),), False)
    else:
        return
    if made:
        g.node("Tanh", [made], "f", made.dims, False)
