"""Operators that give other dimensions to the same elements, for random ONNX graphs (graph.py)."""

import numpy as np

from random_onnx.graph import ONE, const, product_of, sum_of


def transpose(g):
    x = g.pick("fib", least=2)
    if x:
        order = g.random.sample(range(x.rank), x.rank)
        g.node("Transpose", [x], x.kind, [x.dims[axis] for axis in order], x.exact, perm=order)


def merge(g):
    """Two dimensions next to each other become one; others are copied or said."""
    x = g.pick("fib", least=2)
    if not x:
        return
    at = g.random.randrange(x.rank - 1)
    dims = [*x.dims[:at], product_of(x.dims[at:at + 2]), *x.dims[at + 2:]]
    if all(0 not in dim for dim in x.dims) and g.random.random() < 0.6 or at == 0 and all(
            len(set(dim)) == 1 and dim[0] for dim in dims[1:]):
        shape = [0 if i < at else -1 if i == at else dim[0] if len(set(dim)) == 1 else None for i, dim in enumerate(dims)]
        if None not in shape:
            g.node("Reshape", [x, g.constant(np.array(shape, np.int64))], x.kind, dims, x.exact)


def flatten(g):
    x = g.pick("fib", least=1)
    if x:
        axis = g.random.randint(0, x.rank)
        g.node("Flatten", [x], x.kind, [product_of(x.dims[:axis]), product_of(x.dims[axis:])], x.exact, axis=axis)


def reshape_like(g):
    """By arithmetic on a shape: [first, product of the others]."""
    x = g.pick("fib", least=2, where=lambda value: all(0 not in dim for dim in value.dims))
    if not x:
        return
    shape = g.node("Shape", [x], "i", [const(x.rank)], True)
    first = g.node("Slice", [shape, g.constant(np.array([0], np.int64)), g.constant(np.array([1], np.int64))], "i", [ONE],
                   True)
    joined = g.node("Concat", [first, g.constant(np.array([-1], np.int64))], "i", [const(2)], True, axis=0)
    g.node("Reshape", [x, joined], x.kind, [x.dims[0], product_of(x.dims[1:])], x.exact)


def unsqueeze(g):
    x = g.pick("fib", most=4)
    if x:
        at = g.random.randint(0, x.rank)
        g.node("Unsqueeze", [x, g.constant(np.array([at], np.int64))], x.kind, [*x.dims[:at], ONE, *x.dims[at:]], x.exact)


def squeeze(g):
    x = g.pick("fib", least=1, where=lambda value: ONE in value.dims)
    if x:
        at = x.dims.index(ONE)
        g.node("Squeeze", [x, g.constant(np.array([at], np.int64))], x.kind, [*x.dims[:at], *x.dims[at + 1:]], x.exact)


def concat(g):
    x = g.pick("fib", least=1)
    if not x:
        return
    axis = g.axis(x)
    parts = [x]
    for _ in range(g.random.randint(1, 2)):
        parts.append(g.pick(x.kind, where=lambda value: value.rank == x.rank and all(
            i == axis or dim == x.dims[i] for i, dim in enumerate(value.dims))))
    dims = list(x.dims)
    dims[axis] = sum_of(part.dims[axis] for part in parts)
    g.node("Concat", parts, x.kind, dims, all(part.exact for part in parts), axis=g.signed(axis, x.rank))
