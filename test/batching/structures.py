"""test/batching/structures.py FOLDER COUNT: weights of the models tree-gru, nested-rnn, stack-rnn, early-exit, tree-decoder,
lattice-lstm of
test/models, and of each a file of its name with COUNT lines for `relax-run --calls=`: an input drawn from a seeded generator and what
comes out, computed here.
"""
import array
import math
import random
import struct
import sys
import zipfile

WIDTH, WORDS = 6, 16
SHAPES = {"E": (WORDS, WIDTH), **{name: (WIDTH, WIDTH) for name in "ABCDFG"}, "S": (2, WIDTH), "s": (WIDTH,),
          "T": (24, WIDTH), **{name: (3 * WIDTH, WIDTH) for name in "XHVW"}}


def make_weights():
    generator = random.Random(4)
    return {name: array.array("f", (generator.uniform(-1.2, 1.2) for _ in range(math.prod(shape)))) for name, shape in SHAPES.items()}


def write(folder):
    with zipfile.ZipFile(f"{folder}/structures.npz", "w") as archive:
        for name, values in make_weights().items():
            head = repr({"descr": "<f4", "fortran_order": False, "shape": SHAPES[name]})
            head += " " * (-(len(head) + 11) % 64) + "\n"
            archive.writestr(f"{name}.npy", b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode() + values.tobytes())


def sigmoid(v):
    return 1 / (1 + math.exp(-v))


class Models:
    def __init__(self):
        values = make_weights()
        self.weights = {name: [list(values[name][i:i + WIDTH]) for i in range(0, len(values[name]), WIDTH)] for name in values}

    def times(self, name, x):
        return [math.fsum(w * v for w, v in zip(row, x)) for row in self.weights[name]]

    def word(self, number):
        return self.weights["E"][number]

    def step(self, first, x, second, h):
        """tanh of the sum of two products."""
        return [math.tanh(a + b) for a, b in zip(self.times(first, x), self.times(second, h))]

    def tree_gru(self, node):
        if isinstance(node, int):
            return [math.tanh(v) for v in self.times("A", self.word(node))]
        a, b = map(self.tree_gru, node)
        gates = [[sigmoid(x + y) for x, y in zip(self.times(p, a), self.times(q, b))] for p, q in ("AB", "CD")]
        new = self.step("F", [r * v for r, v in zip(gates[1], a)], "G", [r * v for r, v in zip(gates[1], b)])
        return [(x + y) / 2 + z * (n - (x + y) / 2) for x, y, z, n in zip(a, b, gates[0], new)]

    def nested_rnn(self, text):
        state = [0.0] * WIDTH
        for sentence in text:
            inner = [0.0] * WIDTH
            for word in sentence:
                inner = self.step("A", self.word(word), "B", inner)
            state = self.step("C", inner, "D", state)
        return state

    def stack_rnn(self, sentence):
        words, stack, state = list(sentence), [], [0.0] * WIDTH
        while words or len(stack) > 1:
            first, second = self.times("S", state)
            if len(stack) < 2 or (words and first >= second):
                stack.append(self.word(words.pop(0)))
            else:
                b, a = stack.pop(), stack.pop()
                stack.append(self.step("C", a, "D", b))
            state = self.step("A", stack[-1], "B", state)
        return state

    def rows(self, xs, name):
        """Each row times a matrix."""
        return [[math.fsum(v * row[j] for v, row in zip(x, self.weights[name])) for j in range(WIDTH)] for x in xs]

    def early_exit(self, sentence):
        xs = [self.word(word) for word in sentence]
        for _ in range(12):
            keys, mixed = self.rows(xs, "B"), []
            for query in self.rows(xs, "A"):
                parts = [math.exp(math.fsum(q * k for q, k in zip(query, key))) for key in keys]
                mixed.append([math.fsum(part * x[j] for part, x in zip(parts, xs)) / math.fsum(parts) for j in range(WIDTH)])
            xs = [[math.tanh(v + w) for v, w in zip(x, new)] for x, new in zip(xs, self.rows(mixed, "C"))]
            mean = [math.fsum(column) / len(xs) for column in zip(*xs)]
            if self.times("s", mean)[0] >= 0.5:
                break
        return mean

    def node(self, parent, before, depth, siblings):
        state = self.step("A", parent, "B", before)
        down, on = self.times("S", state)
        total = state
        if down > 0 and depth > 1:
            total = [a + b for a, b in zip(total, self.node(state, [0.0] * WIDTH, depth - 1, 6))]
        if on > 0 and siblings > 1:
            total = [a + b for a, b in zip(total, self.node(parent, state, depth, siblings - 1))]
        return total

    def three(self, first, x, second, h):
        """Gates of a cell: two sigmoids, a tanh."""
        sums = [a + b for a, b in zip(self.times(first, x), self.times(second, h))]
        return [[sigmoid(v) for v in sums[:WIDTH]], [sigmoid(v) for v in sums[WIDTH:2 * WIDTH]], [math.tanh(v) for v in sums[2 * WIDTH:]]]

    def lattice_lstm(self, lattice):
        states = [([0.0] * WIDTH, [0.0] * WIDTH)]
        for character, words in lattice:
            h, c = states[-1]
            x = self.word(character)
            i, o, g = self.three("X", x, "H", h)
            parts = [([math.exp(v) for v in i], g)]
            for word, length in words:
                h, before = states[-length]
                n, f, new = self.three("V", self.weights["T"][word], "W", h)
                cell = [a * b + d * e for a, b, d, e in zip(f, before, n, new)]
                gates = [sigmoid(a + b) for a, b in zip(self.times("A", x), self.times("B", cell))]
                parts.append(([math.exp(v) for v in gates], cell))
            if words:
                c = [math.fsum(e[j] * cell[j] for e, cell in parts) / math.fsum(e[j] for e, _ in parts) for j in range(WIDTH)]
            else:
                c = [(1 - a) * b + a * d for a, b, d in zip(i, c, g)]
            states.append(([a * math.tanh(b) for a, b in zip(o, c)], c))
        return states[-1][0]

    def tree_decoder(self, word):
        return self.node(self.word(word), [0.0] * WIDTH, 6, 1)


def draw_tree(generator, words):
    if words == 1:
        return generator.randrange(WORDS)
    left = generator.randrange(1, words)
    return (draw_tree(generator, left), draw_tree(generator, words - left))


def draw_lattice(generator):
    """Characters, each with the words of a dictionary that end there."""
    source = random.Random(6)
    words = [[source.randrange(4) for _ in range(source.randrange(2, 5))] for _ in range(24)]
    text = [generator.randrange(4) for _ in range(generator.randrange(1, 13))]
    return [(character, [(number, len(word)) for number, word in enumerate(words) if text[:i + 1][-len(word):] == word])
            for i, character in enumerate(text)]


def draw_sentence(generator):
    return [generator.randrange(WORDS) for _ in range(generator.randrange(9))]


DRAW = {"tree-gru": lambda generator: draw_tree(generator, generator.randrange(1, 13)),
        "nested-rnn": lambda generator: [draw_sentence(generator) for _ in range(generator.randrange(5))],
        "stack-rnn": draw_sentence, "early-exit": lambda generator: [generator.randrange(WORDS) for _ in range(generator.randrange(1, 13))],
        "tree-decoder": lambda generator: generator.randrange(WORDS), "lattice-lstm": draw_lattice}


def text(value):
    if isinstance(value, list):
        return f"@Cons({text(value[0])}, {text(value[1:])})" if value else "@Nil"
    return f"i64={value}"


def items(values):
    return f"@Cons({values[0]}, {items(values[1:])})" if values else "@Nil"


def lattice(characters):
    return items([f"@Character(i64={character}, {items([f'@Word(i64={word}, i64={length})' for word, length in words])})"
                  for character, words in characters])


def leaves(node):
    return f"@Leaf(i64={node})" if isinstance(node, int) else f"@Node({leaves(node[0])}, {leaves(node[1])})"


def calls(model, count):
    generator, models = random.Random(5), Models()
    for _ in range(count):
        value = DRAW[model](generator)
        line = (lattice if model == "lattice-lstm" else leaves if model == "tree-gru" else text)(value)
        if model == "early-exit":
            line = f"{len(value)}xi64=" + " ".join(map(str, value))
        results = getattr(models, model.replace("-", "_"))(value)
        yield f'"--input={line}" "--expect={WIDTH}xf32=' + " ".join(f"{v:.7g}" for v in results) + '"\n'


def main(folder, count):
    write(folder)
    for model in DRAW:
        with open(f"{folder}/{model}", "w", encoding="utf-8") as file:
            file.writelines(calls(model, int(count)))


if __name__ == "__main__":
    main(*sys.argv[1:])
