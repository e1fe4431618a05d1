"""Operators of windows, for random ONNX graphs (graph.py)."""

import numpy as np

from random_onnx.graph import const


def conv(g):
    x = g.pick("f", least=3, most=4, where=lambda value: len(set(value.dims[1])) == 1 and 0 < value.dims[1][0] <= 16)
    if not x:
        return
    channels, spatial = x.dims[1][0], x.rank - 2
    kernel = [g.random.choice([1, 3]) for _ in range(spatial)]
    stride = [g.random.choice([1, 1, 2]) for _ in range(spatial)]
    groups = channels if g.random.random() < 0.3 else 1
    outputs = channels if groups > 1 else g.random.choice([1, 4, 7])
    pads = [size // 2 for size in kernel]
    dims = [tuple((extent + 2 * pad - size) // step + 1 for extent in dim)
            for dim, pad, size, step in zip(x.dims[2:], pads, kernel, stride)]
    if any(extent < 1 for dim in x.dims[2:] for extent in dim):
        return
    made = g.node("Conv", [x, g.weight([outputs, channels // groups, *kernel])], "f",
                  (x.dims[0], const(outputs), *dims), False, kernel_shape=kernel, strides=stride, pads=pads * 2,
                  group=groups)
    if made:
        g.node("Tanh", [made], "f", made.dims, False)


def pool(g):
    x = g.pick("f", least=3, most=4, where=lambda value: all(extent > 1 for dim in value.dims[2:] for extent in dim)
               and 0 not in value.dims[1])
    if x:
        spatial = x.rank - 2
        dims = [tuple((extent - 2) // 2 + 1 for extent in dim) for dim in x.dims[2:]]
        op = g.random.choice(["MaxPool", "AveragePool"])
        if g.special and op == "MaxPool":  # of a window of -infinity ONNX Runtime has the least finite number
            x = g.number(x)
            x = x and g.node("Clip", [x, g.constant(np.float32(-1000))], "f", x.dims, x.exact)
    if x:
        g.node(op, [x], "f", (*x.dims[:2], *dims), x.exact and op == "MaxPool", kernel_shape=[2] * spatial,
               strides=[2] * spatial)
