"""Control flow, for random ONNX graphs (graph.py): what is inside sees values from around."""

import numpy as np
from onnx import helper

from random_onnx.graph import TYPES, Value, const


def extent_of(g, x):
    """A scalar that each assignment has a value of its own for: an extent of `x`; its name, and the dimension."""
    axis = g.axis(x)
    shape = g.node("Shape", [x], "i", [const(x.rank)], True)
    return g.node("Gather", [shape, g.constant(np.int64(axis))], "i", [], True), x.dims[axis]


def body(g, name, nodes, inputs, outputs):
    """A graph of these nodes; extents are left open."""
    def infos(values):
        return [helper.make_tensor_value_info(value, kind, dims) for value, kind, dims in values]
    g.captured |= {source for node in nodes for source in node.input}
    return helper.make_graph(nodes, name, infos(inputs), infos(outputs))


def arm(g, name, x, y):
    """x, or something of x and y, which has its dimensions."""
    op, inputs = g.random.choice([("Neg", [x]), ("Abs", [x]), ("Relu", [x]), ("Max", [x, y]), ("Min", [x, y]), ("Identity", [x])])
    node = helper.make_node(op, [value.name for value in inputs], [name])
    return body(g, f"{name}_graph", [node], [], [(name, TYPES[x.kind], None)])


def branch(g):
    """`If` on an extent, so that both arms are taken."""
    x = g.pick("f", least=1)
    y = x and g.pick("f", where=lambda value: value.dims == x.dims)
    if not x:
        return
    extent, _ = extent_of(g, x)
    condition = g.node("Greater", [extent, g.constant(np.int64(g.random.choice([0, 1, 2, 4])))], "b", [], True)
    arms = {f"{way}_branch": arm(g, f"v{g.count}_{way}", x, y) for way in ("then", "else")}
    g.node("If", [condition], "f", x.dims, x.exact and y.exact, **arms)


def repeat(g):
    """`Loop` with a carried value that stays small, and what it was in every round: where there is one, for ONNX Runtime
    gives other extents to the list of what was in no round."""
    x = g.pick("f", least=1, most=3)
    y = x and g.pick("f", where=lambda value: value.dims == x.dims)
    if not x:
        return
    if g.random.random() < 0.5:
        rounds = g.random.choice([0, 1, 3])
        trips, dim = g.constant(np.int64(rounds)), const(rounds)
    else:
        trips, dim = extent_of(g, x)
    if max(a * int(np.prod([d[i] for d in x.dims])) for i, a in enumerate(dim)) > 4000:
        return
    n = f"v{g.count}_"
    nodes = [helper.make_node("Add", [n + "carried", y.name], [n + "sum"]), helper.make_node("Tanh", [n + "sum"], [n + "next"]),
             helper.make_node("Identity", [n + "go"], [n + "going"]), helper.make_node("Neg", [n + "next"], [n + "each"])]
    inside = body(g, n + "body", nodes,
                  [(n + "round", TYPES["i"], []), (n + "go", TYPES["b"], []), (n + "carried", TYPES["f"], None)],
                  [(n + "going", TYPES["b"], []), (n + "next", TYPES["f"], None), (n + "each", TYPES["f"], None)])
    some = min(dim) > 0
    if not some:
        del inside.output[2]
    made = g.node("Loop", [trips, "", x], "f", x.dims, False, outputs=1 + some, body=inside)
    if made and some:
        g.values.append(Value(f"v{g.count - 1}", "f", [dim, *x.dims], False))


def scan(g):
    """`Scan` along the first axis: running sums of rows, tamed."""
    x = g.pick("f", least=2, most=3)
    if not x:
        return
    state = g.node("ReduceSum", [x, g.constant(np.array([0], np.int64))], "f", x.dims[1:], False, keepdims=0)
    n = f"v{g.count}_"
    nodes = [helper.make_node("Add", [n + "state", n + "row"], [n + "sum"]), helper.make_node("Tanh", [n + "sum"], [n + "next"]),
             helper.make_node("Identity", [n + "next"], [n + "each"])]
    inside = body(g, n + "body", nodes, [(n + "state", TYPES["f"], None), (n + "row", TYPES["f"], None)],
                  [(n + "next", TYPES["f"], None), (n + "each", TYPES["f"], None)])
    made = g.node("Scan", [state, x], "f", x.dims[1:], False, outputs=2, body=inside, num_scan_inputs=1)
    if made:
        g.values.append(Value(f"v{g.count - 1}", "f", x.dims, False))
