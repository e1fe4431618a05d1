"""Operators that take a part of the elements, or add some, for random ONNX graphs (graph.py)."""

import numpy as np

from random_onnx.graph import Value, broadcast, const


def slice_of(g):
    x = g.pick("fib", least=1)
    if not x:
        return
    axis = g.axis(x)
    begin, end, step = g.random.choice([(0, 2, 1), (1, 2**62, 1), (-2, 2**62, 1), (0, -1, 1), (0, 2**62, 2), (-1, -2**62, -1),
                                        (1, 4, 2), (-1, 0, -2)])
    dims = list(x.dims)
    dims[axis] = tuple(len(range(extent)[begin:(None if abs(end) == 2**62 else end):step]) for extent in dims[axis])
    constants = [g.constant(np.array([part], np.int64)) for part in (begin, end, g.signed(axis, x.rank), step)]
    g.node("Slice", [x, *constants], x.kind, dims, x.exact)


def gather(g):
    x = g.pick("fib", least=1, where=lambda value: any(0 not in dim for dim in value.dims))
    if x:
        axis = g.axis(x, lambda dim: 0 not in dim)
        least = min(x.dims[axis])
        shape = g.random.choice([(), (3,), (2, 2)])
        indices = np.random.default_rng(len(g.nodes)).integers(-least, least, shape)
        g.node("Gather", [x, g.constant(indices)], x.kind,
               [*x.dims[:axis], *map(const, shape), *x.dims[axis + 1:]], x.exact, axis=axis)


def pad(g):
    x = g.pick("f", least=1)
    if x:
        low, high = ([g.random.choice([0, 0, 1, 2]) for _ in x.dims] for _ in "12")
        dims = [tuple(extent + a + b for extent in dim) for dim, a, b in zip(x.dims, low, high)]
        g.node("Pad", [x, g.constant(np.array(low + high, np.int64)), g.constant(np.float32(0.5))], "f", dims, x.exact)


def expand(g):
    x = g.pick("fib")
    y = x and g.pick("fib", where=lambda value: broadcast(x.dims, value.dims) is not None)
    if x and y.rank:
        shape = g.node("Shape", [y], "i", [const(y.rank)], True)
        g.node("Expand", [x, shape], x.kind, broadcast(x.dims, y.dims), x.exact)


def tile(g):
    x = g.pick("fib", least=1)
    if x:
        times = [g.random.choice([1, 1, 2, 3]) for _ in x.dims]
        g.node("Tile", [x, g.constant(np.array(times, np.int64))], x.kind,
               [tuple(extent * count for extent in dim) for dim, count in zip(x.dims, times)], x.exact)


def split(g):
    x = g.pick("fib", least=1, where=lambda value: any(len(set(dim)) == 1 and dim[0] > 1 for dim in value.dims))
    if x:
        axis = g.axis(x, lambda dim: len(set(dim)) == 1 and dim[0] > 1)
        first = g.random.randint(1, x.dims[axis][0] - 1)
        sizes = [first, x.dims[axis][0] - first]
        dims = [[*x.dims[:axis], const(size), *x.dims[axis + 1:]] for size in sizes]
        made = g.node("Split", [x, g.constant(np.array(sizes, np.int64))], x.kind, dims[0], x.exact, outputs=2, axis=axis)
        if made:
            g.values.append(Value(f"v{g.count - 1}", x.kind, dims[1], x.exact))


def top_k(g):
    x = g.pick("f", least=1, exact=True, where=lambda value: any(0 not in dim for dim in value.dims))
    if x:
        axis = g.axis(x, lambda dim: 0 not in dim)
        count = g.random.randint(1, min(3, *x.dims[axis]))
        x = g.number(x)
    if x:
        dims = [*x.dims[:axis], const(count), *x.dims[axis + 1:]]
        made = g.node("TopK", [x, g.constant(np.array([count], np.int64))], "f", dims, True, outputs=2, axis=axis,
                      largest=g.random.randint(0, 1))
        if made:
            g.values.append(Value(f"v{g.count - 1}", "i", dims, True))


def trilu(g):
    x = g.pick("f", least=2)
    if x:
        g.node("Trilu", [x, g.constant(np.int64(g.random.randint(-1, 1)))], "f", x.dims, x.exact,
               upper=g.random.randint(0, 1))


def range_of(g):
    """0 to an extent, as numbers."""
    x = g.pick("fib", least=1)
    if x:
        axis = g.axis(x)
        shape = g.node("Shape", [x], "i", [const(x.rank)], True)
        extent = g.node("Gather", [shape, g.constant(np.int64(axis))], "i", [], True)
        g.node("Range", [g.constant(np.int64(0)), extent, g.constant(np.int64(1))], "i", [x.dims[axis]], True)
