"""Operators that go by element, for random ONNX graphs (graph.py)."""

import numpy as np

from random_onnx.graph import TYPES, broadcast


def unary(g):
    x = g.pick("f")
    if x:
        op, exact = g.random.choice([("Relu", True), ("Neg", True), ("Abs", True), ("Sigmoid", False), ("Tanh", False),
                                     ("Erf", False), ("Softplus", False), ("Sin", False), ("Cos", False), ("Elu", False),
                                     ("LeakyRelu", False), ("HardSigmoid", False), ("HardSwish", False), ("Selu", False),
                                     ("Softsign", False), ("Mish", False), ("Identity", True), ("Celu", False)])
        if g.special and op in ("Elu", "Selu", "Celu"):  # of -1e-40 they are that, or 0 where e^x is rounded: times infinity, not alike
            made = g.hidden(op, [x], "f", x.dims, False)
            if made:
                g.node("Add", [made, g.constant(np.float32(1))], "f", x.dims, False)
        else:
            g.node(op, [x], "f", x.dims, x.exact and exact)


def bounded(g):
    """exp, log and roots of what they are defined on."""
    x = g.pick("f")
    if not x:
        return
    inner, outer = g.random.choice([("Tanh", "Exp"), ("Abs", "Sqrt"), ("Softplus", "Log"), ("Tanh", "Atan"),
                                    ("Tanh", "Sinh"), ("Softplus", "Reciprocal")])
    made = g.node(inner, [x], "f", x.dims, False)
    if inner == "Softplus":
        made = made and g.node("Add", [made, g.constant(np.float32(1))], "f", x.dims, False)
    if made:
        g.node(outer, [made], "f", x.dims, False)


def rounding(g):
    x = g.pick("f", exact=True)
    if x:
        g.node(g.random.choice(["Floor", "Ceil", "Round", "Sign"]), [x], "f", x.dims, True)


def binary(g):
    kind = g.random.choice("fffi")
    x = g.pick(kind)
    y = x and g.pick(kind, where=lambda value: broadcast(x.dims, value.dims) is not None)
    if not x:
        return
    dims = broadcast(x.dims, y.dims)
    op = g.random.choice(["Add", "Sub", "Mul", "Min", "Max"] + (["PRelu"] if kind == "f" and dims == x.dims else []))
    exact = x.exact and y.exact and (kind == "i" or op in ("Min", "Max"))
    made = g.node(op, [x, y] if op != "Sub" or g.random.random() < 0.5 else [y, x], kind, dims, exact)
    if made and op == "Mul" and kind == "f":
        g.node("Tanh", [made], "f", dims, False)
    if made and op == "Mul" and kind == "i":
        g.node("Mod", [made, g.constant(np.int64(g.random.choice([3, 7, -5])))], "i", dims, made.exact)


def with_constant(g):
    x = g.pick("f")
    if not x:
        return
    shape = [dim[0] if len(set(dim)) == 1 and g.random.random() < 0.7 else 1 for dim in x.dims]
    g.node(g.random.choice(["Add", "Mul", "Sub", "Div"]) if x.rank else "Add",
           [x, g.constant(np.float32(0.5 + np.random.default_rng(len(g.nodes)).random(shape)).astype(np.float32))],
           "f", x.dims, False)


def compare(g):
    kind = g.random.choice("fi")
    x = g.pick(kind, exact=True)
    y = x and g.pick(kind, exact=True, where=lambda value: broadcast(x.dims, value.dims) is not None)
    if x:
        g.node(g.random.choice(["Less", "Greater", "LessOrEqual", "GreaterOrEqual", "Equal"]), [x, y], "b",
               broadcast(x.dims, y.dims), True)


def logical(g):
    x = g.pick("b")
    y = x and g.pick("b", where=lambda value: broadcast(x.dims, value.dims) is not None)
    if x and g.random.random() < 0.3:
        g.node("Not", [x], "b", x.dims, x.exact)
    elif x:
        g.node(g.random.choice(["And", "Or", "Xor"]), [x, y], "b", broadcast(x.dims, y.dims), x.exact and y.exact)


def where(g):
    kind = g.random.choice("fi")
    condition, x = g.pick("b"), g.pick(kind)
    first = condition and x and broadcast(condition.dims, x.dims)
    if not first:
        return
    y = g.pick(kind, where=lambda value: broadcast(first, value.dims) is not None)
    if y:
        g.node("Where", [condition, x, y], kind, broadcast(first, y.dims), condition.exact and x.exact and y.exact)


def cast(g):
    """Of integers at their limits, the numbers are brought back by a power of two: sums of them would be rounding alone."""
    x = g.pick("fib", exact=True)
    if not x:
        return
    kind = g.random.choice("fib")
    if g.special and x.kind == "f" and kind == "i":  # what integers are
        x = g.number(x)
        x = x and g.hidden("Clip", [x, g.constant(np.float32(-2e9)), g.constant(np.float32(2e9))], "f", x.dims, True)
    made = x and g.node("Cast", [x], kind, x.dims, True, to=TYPES[kind])
    if made and g.special and x.kind == "i" and kind == "f":
        g.node("Mul", [made, g.constant(np.float32(2.0**-60))], "f", x.dims, True)


def clip(g):
    x = g.pick("f")
    if x:
        g.node("Clip", [x, g.constant(np.float32(-0.75)), g.constant(np.float32(g.random.choice([0.5, 6.0])))], "f",
               x.dims, x.exact)
