"""Random ONNX graphs that are valid at several extents at once (utils/random-graphs).

A dimension is the tuple of its extents in all assignments of the inputs' symbols, so two dimensions are equal if their
tuples are; an operator is only applied where every assignment allows it. A value is `exact` if it has the same bits
however sums are ordered: what rounds, compares or selects by size is applied to exact values alone, so that a result
differs from ONNX Runtime's by rounding or not at all. Values stay small: what grows is brought back by tanh.
"""

import random

import numpy as np
from onnx import TensorProto, helper, numpy_helper

# Extents of the symbols N and M: ones, primes, what no vector width divides, zeros.
ASSIGNMENTS = [(3, 5), (1, 1), (17, 2), (2, 33), (1, 7), (0, 4), (5, 0)]
TYPES = {"f": TensorProto.FLOAT, "i": TensorProto.INT64, "b": TensorProto.BOOL}
MOST_ELEMENTS = 40000
SPECIAL = {"f": np.array([np.nan, np.inf, -np.inf, -0.0, 1e-40, -1e-40], np.float32),
           "i": np.array([-(2**63), 2**63 - 1, -(2**31), 2**31, 2**53 + 1], np.int64)}


class Value:
    def __init__(self, name, kind, dims, exact):
        self.name, self.kind, self.dims, self.exact = name, kind, tuple(dims), exact

    @property
    def rank(self):
        return len(self.dims)

    def elements(self):
        return max(int(np.prod([dim[a] for dim in self.dims])) for a in range(len(ASSIGNMENTS)))


def const(extent):
    return (extent,) * len(ASSIGNMENTS)


ONE = const(1)


def sum_of(dims):
    return tuple(map(sum, zip(*dims)))


def product_of(dims):
    return tuple(int(np.prod(part)) for part in zip(ONE, *dims))


def broadcast(a, b):
    """The dims of both together, or None."""
    rank = max(len(a), len(b))
    a, b = (ONE,) * (rank - len(a)) + a, (ONE,) * (rank - len(b)) + b
    result = []
    for x, y in zip(a, b):
        if x != y and x != ONE and y != ONE:
            return None
        result.append(y if x == ONE else x)
    return tuple(result)


class Graph:
    def __init__(self, seed, size, table, special=False):
        """`table`: a weight for each operator, a function that adds a node to a graph, or nothing where no value fits."""
        self.random = random.Random(seed)
        self.special = special
        self.values, self.nodes, self.initializers, self.inputs = [], [], [], []
        self.captured = set()  # names that bodies of control flow use
        self.count = 0
        symbols = [tuple(assignment[i] for assignment in ASSIGNMENTS) for i in range(2)]
        self.names = {symbols[0]: "N", symbols[1]: "M"}
        for _ in range(self.random.randint(1, 3)):
            self.add_input(symbols)
        operators, weights = list(table), list(table.values())
        while self.count < size:
            self.random.choices(operators, weights)[0](self)

    # What is there

    def add_input(self, symbols):
        rank = self.random.choices([0, 1, 2, 3, 4], [1, 3, 6, 6, 3])[0]
        dims = [self.random.choice([*symbols, *symbols, const(self.random.choice([1, 2, 3, 4, 8, 13]))])
                for _ in range(rank)]
        kind = self.random.choices("fib", [8, 2, 1])[0]
        value = Value(f"x{len(self.inputs)}", kind, dims, True)
        if value.elements() > MOST_ELEMENTS:
            value.dims = value.dims[:2]
        self.inputs.append(value)
        self.values.append(value)

    def constant(self, array):
        name = f"c{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def weight(self, shape, kind="f"):
        source = np.random.default_rng(self.random.getrandbits(32))
        if kind == "f":
            return self.constant((source.standard_normal(shape) * 0.5).astype(np.float32))
        if kind == "i":
            return self.constant(source.integers(-4, 5, shape))
        return self.constant(source.integers(0, 2, shape).astype(bool))

    def pick(self, kinds="f", least=0, most=9, exact=False, where=None):
        """A value that fits, mostly a late one; None if there is none."""
        fitting = [value for value in self.values
                   if value.kind in kinds and least <= value.rank <= most and (value.exact or not exact)
                   and (where is None or where(value))]
        if not fitting:
            return None
        return self.random.choices(fitting, [1 + i for i in range(len(fitting))])[0]

    def axis(self, value, where=None):
        axes = [i for i, dim in enumerate(value.dims) if where is None or where(dim)]
        return self.random.choice(axes) if axes else None

    def signed(self, axis, rank):
        return self.random.choice([axis, axis - rank])

    def node(self, op, inputs, kind, dims, exact, outputs=1, **attributes):
        if product_of(dims) and max(product_of(dims)) > MOST_ELEMENTS:
            return None
        names = [f"v{self.count + i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(op, [getattr(value, "name", value) for value in inputs], names, **attributes))
        self.count += outputs
        made = Value(names[0], kind, dims, exact)
        self.values.append(made)
        return made

    def hidden(self, *arguments, **attributes):
        """A node whose value no other operator is given, but what is made of it."""
        made = self.node(*arguments, **attributes)
        if made:
            self.values.remove(made)
        return made

    def number(self, value):
        """The value, with a number for NaN: where ONNX does not say what becomes of it."""
        if not self.special:
            return value
        nan = self.node("IsNaN", [value], "b", value.dims, value.exact)
        other = self.constant(np.float32(self.random.choice([0, -2, 0.5])))
        return nan and self.node("Where", [nan, other, value], "f", value.dims, value.exact)

    # The model

    def model(self):
        used = {name for node in self.nodes for name in node.input} | self.captured
        results = [value for value in self.values if value.name not in used and value not in self.inputs]
        inputs = [value for value in self.inputs if value.name in used]
        graph = helper.make_graph(self.nodes, "random", [self.info(value) for value in inputs],
                                  [self.info(value, False) for value in results], self.initializers)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
        model.ir_version = 9
        return model, inputs, results

    def info(self, value, named=True):
        dims = [dim[0] if len(set(dim)) == 1 else self.names.get(dim) if named else None for dim in value.dims]
        return helper.make_tensor_value_info(value.name, TYPES[value.kind], dims)

    def feed(self, inputs, assignment):
        """Of a special graph one value in eight is no number, not finite, a zero with a sign, subnormal, or a limit of integers."""
        source = np.random.default_rng(assignment + 1)
        made = {}
        for value in inputs:
            shape = [dim[assignment] for dim in value.dims]
            if value.kind == "f":
                made[value.name] = (source.standard_normal(shape) * 1.5).astype(np.float32)
            elif value.kind == "i":
                made[value.name] = source.integers(-6, 7, shape)
            else:
                made[value.name] = source.integers(0, 2, shape).astype(bool)
            if self.special and value.kind in SPECIAL:
                drawn = source.choice(SPECIAL[value.kind], shape)
                made[value.name] = np.where(source.random(shape) < 0.125, drawn, made[value.name])
        return made
