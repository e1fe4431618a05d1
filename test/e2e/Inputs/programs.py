"""programs.py MODEL COUNT: made inputs of a model of test/models that works on data, with what it has to give; a call a line.

Written from the papers' formulas, on lists of Python's floats.
"""

import math
import random
import sys


def text(value):
    """A tensor as relax-run reads it; what is text already."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and isinstance(value[0], list):
        flat, shape = [x for row in value for x in row], f"{len(value)}x{len(value[0])}x"
    else:
        flat, shape = (value, f"{len(value)}x") if isinstance(value, list) else ([value], "")
    return f"{shape}f32={' '.join(f'{x:.9g}' for x in flat)}"


def made(rows, columns=None):
    """Numbers that a float32 holds."""
    if columns:
        return [made(columns) for _ in range(rows)]
    return [random.randint(-64, 64) / 64 for _ in range(rows)]


def times(matrix, vector):
    return [sum(a * x for a, x in zip(row, vector)) for row in matrix]


def times_all(matrix, vectors):
    return [times(matrix, vector) for vector in vectors]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))] for i in range(len(a))]


def plus(a, b):
    return [x + y for x, y in zip(a, b)]


def sigmoid(x):
    return [1 / (1 + math.exp(-v)) for v in x]


def tanh(x):
    return [math.tanh(v) for v in x]


def gated(a, b):
    return [x * y for x, y in zip(a, b)]


def a_list(items):
    for_all = "@Nil"
    for item in reversed(list(items)):
        for_all = f"@Cons({item}, {for_all})"
    return for_all


def lstm_list():
    weights, state, bias = made(16, 3), made(16, 4), made(16)
    inputs = [made(3) for _ in range(random.randint(0, 9))]
    h, c = [0.0] * 4, [0.0] * 4
    for x in inputs:
        s = plus(plus(times(weights, x), times(state, h)), bias)
        i, f, g, o = sigmoid(s[:4]), sigmoid(s[4:8]), tanh(s[8:12]), sigmoid(s[12:])
        c = plus(gated(f, c), gated(i, g))
        h = gated(o, tanh(c))
    return [a_list(map(text, inputs)), text(weights), text(state), text(bias)], [h, c]


def childsum():
    weights, state, forget, bias = made(16, 3), made(12, 4), made(4, 4), made(16)

    def tree(depth):
        return made(3), [tree(depth - 1) for _ in range(random.randint(0, 3) if depth else 0)]

    def shown(node):
        return f"@Rose({text(node[0])}, {a_list([shown(child) for child in node[1]])})"

    def encode(node):
        s = plus(times(weights, node[0]), bias)
        h, kept = [0.0] * 4, [0.0] * 4
        for below, memory in map(encode, node[1]):
            kept = plus(kept, gated(sigmoid(plus(times(forget, below), s[12:])), memory))
            h = plus(h, below)
        u = times(state, h)
        c = plus(gated(sigmoid(plus(s[:4], u[:4])), tanh(plus(s[8:12], u[8:]))), kept)
        return gated(sigmoid(plus(s[4:8], u[4:8])), tanh(c)), c

    root = tree(random.randint(0, 4))
    return [shown(root), text(weights), text(state), text(forget), text(bias)], list(encode(root))


def mvrnn():
    vectors, matrices = made(4, 8), made(4, 8)

    def tree(depth):
        if depth == 0 or random.random() < 0.2:
            return made(4), made(4, 4)
        return [tree(depth - 1), tree(depth - 1)]

    def shown(node):
        if isinstance(node, list):
            return f"@Both({shown(node[0])}, {shown(node[1])})"
        return f"@Word({text(node[0])}, {text(node[1])})"

    def encode(node):
        if not isinstance(node, list):
            return node
        (a, left), (b, right) = encode(node[0]), encode(node[1])
        return tanh(times(vectors, times(right, a) + times(left, b))), product(matrices, left + right)

    root = tree(random.randint(0, 4))
    return [shown(root), text(vectors), text(matrices)], list(encode(root))


def expressions():
    def tree(depth):
        kind = random.choice(["Number", "Variable"] if depth == 0 else ["Negate", "Add", "Multiply", "If", "Let", "Number"])
        if kind == "Number":
            return kind, random.randint(-32, 32) / 16
        if kind == "Variable":
            return kind, random.randint(0, 3)
        if kind == "Let":
            return kind, random.randint(0, 3), tree(depth - 1), tree(depth - 1)
        return (kind, *(tree(depth - 1) for _ in range({"Negate": 1, "If": 3}.get(kind, 2))))

    def shown(node):
        parts = [shown(x) if isinstance(x, tuple) else f"i64={x}" if isinstance(x, int) else text(x) for x in node[1:]]
        return f"@{node[0]}({', '.join(parts)})"

    def evaluate(node, names):
        kind, *parts = node
        if kind == "Number":
            return parts[0]
        if kind == "Variable":
            return names.get(parts[0], 0.0)
        if kind == "Let":
            return evaluate(parts[2], {**names, parts[0]: evaluate(parts[1], names)})
        if kind == "If":
            return evaluate(parts[1 if evaluate(parts[0], names) > 0 else 2], names)
        values = [evaluate(part, names) for part in parts]
        return -values[0] if kind == "Negate" else values[0] + values[1] if kind == "Add" else values[0] * values[1]

    root = tree(random.randint(0, 4))
    return [shown(root)], [evaluate(root, {})]


def encoder_list():
    table, query, key, value, forward = made(32, 8), made(8, 8), made(8, 8), made(8, 8), made(8, 8)
    sentences = [[random.randrange(32) for _ in range(random.randint(1, 9))] for _ in range(random.randint(0, 5))]

    def encode(words):
        x = [table[word] for word in words]
        q, k, v = product(x, query), product(x, key), product(x, value)
        weights = []
        for row in times_all(k, q):
            powers = [math.exp(score - max(row)) for score in row]
            weights.append([power / sum(powers) for power in powers])
        rows = [plus(a, b) for a, b in zip(x, product(weights, v))]
        rows = [plus(row, [max(0.0, y) for y in wide]) for row, wide in zip(rows, product(rows, forward))]
        return [sum(column) / len(rows) for column in zip(*rows)]

    shown = [f"{len(words)}xi64={' '.join(map(str, words))}" for words in sentences]
    return [a_list(shown), *map(text, (table, query, key, value, forward))], [a_list(text(encode(words)) for words in sentences)]


MODELS = {"encoder-list": encoder_list, "lstm-list": lstm_list, "childsum": childsum, "mvrnn": mvrnn, "expressions": expressions}

random.seed(7)
for _ in range(int(sys.argv[2])):
    inputs, expected = MODELS[sys.argv[1]]()
    print(*(f'"--input={x}"' for x in inputs), *(f'"--expect={text(x)}"' for x in expected))
