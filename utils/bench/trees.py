#!/usr/bin/env python3
"""utils/bench/trees.py COMMAND ...: the Tree-LSTM and the MV-RNN of test/models over dependency trees.

  weights FOLDER [MODEL]  writes treelstm.npz (or MODEL.npz, for mvrnn), the weights that the peers of
                          ../shared/peers/dynamic-structure have
  calls CONLLU COUNT      prints a line for `relax-run --calls=` for each of the first trees
  losses CONLLU COUNT FOLDER  prints the losses of these trees, computed here from the weights in FOLDER
  total SUM                   fails unless the losses that relax-run printed on standard input add up to it, to 5 digits
  batches CONLLU COUNT        prints the CHECK line of what `relax-run --calls= --batch --counters` says of these trees

Trees are binarised as there: the head word is a leaf, its right dependents are attached from nearest to furthest, then its
left ones. A word's number is the order of its first appearance modulo 1024, a node's class the head's part of speech modulo 5.
"""
import array
import math
import struct
import sys
import zipfile

WIDTH, WORDS, CLASSES = 256, 1024, 5
TAGS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()
MATRIX, PAIR, ROW = (WIDTH, WIDTH), (WIDTH, 2 * WIDTH), (WIDTH,)
SHAPES = {"E": (WORDS, WIDTH), "Wi": MATRIX, "Wo": MATRIX, "Wu": MATRIX, "Ui": PAIR, "Uo": PAIR, "Uu": PAIR, "F1": MATRIX,
          "F2": MATRIX, "bi": ROW, "bo": ROW, "bu": ROW, "bf": ROW, "C": (CLASSES, WIDTH)}
MODELS = {"treelstm": SHAPES,
          "mvrnn": {"EM": (256, 64, 64), "E": (256, 64), "W": (64, 128), "b": (64,), "M": (64, 128), "C": (CLASSES, 64)}}


def splitmix64(x):
    mask = (1 << 64) - 1
    x = x + 0x9E3779B97F4A7C15 & mask
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
    x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
    return x ^ x >> 31


def weight(index, name, shape):
    """Element i of tensor number `index`: uniform, as wide as the peers have it."""
    scale = 0.5 if name == "E" else 0.1 if len(shape) == 1 else math.sqrt(1.5 / shape[1])
    return array.array("f", (((splitmix64(1 << 48 ^ index << 40 ^ i) >> 40) / (1 << 23) - 1) * scale
                             for i in range(math.prod(shape))))


def write_weights(folder, model="treelstm"):
    with zipfile.ZipFile(f"{folder}/{model}.npz", "w") as archive:
        for index, (name, shape) in enumerate(MODELS[model].items()):
            head = repr({"descr": "<f4", "fortran_order": False, "shape": shape})
            head += " " * (-(len(head) + 11) % 64) + "\n"
            archive.writestr(f"{name}.npy", b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode()
                             + weight(index, name, shape).tobytes())


def sentences(path):
    words = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if fields == [""]:
                if words:
                    yield words
                words = []
            elif fields[0].isdigit():
                tag = TAGS.index(fields[3]) if fields[3] in TAGS else 16
                words.append((fields[1], tag % CLASSES, int(fields[6])))
    if words:
        yield words


def binarise(words):
    children = {}
    for index, (_, _, head) in enumerate(words, 1):
        children.setdefault(head, []).append(index)

    def tree(index):
        word, label, _ = words[index - 1]
        result = (label, word)
        dependents = children.get(index, [])
        for child in (c for c in dependents if c > index):
            result = (label, result, tree(child))
        for child in reversed([c for c in dependents if c < index]):
            result = (label, tree(child), result)
        return result

    return tree(children[0][0])


def trees(path, count):
    """The first trees, with numbers for words."""
    numbers = {}

    def number(node):
        if len(node) == 2:
            return (node[0], numbers[node[1]] % WORDS)
        return (node[0], number(node[1]), number(node[2]))

    for _, words in zip(range(count), sentences(path)):
        for word, _, _ in words:
            numbers.setdefault(word, len(numbers))
        yield number(binarise(words))


def text(node):
    if len(node) == 2:
        return f"@Leaf(i64={node[1]}, i64={node[0]})"
    return f"@Node(i64={node[0]}, {text(node[1])}, {text(node[2])})"


def height(node):
    return 0 if len(node) == 2 else 1 + max(map(height, node[1:]))


def size(node):
    return 1 if len(node) == 2 else 1 + sum(map(size, node[1:]))


class Model:
    def __init__(self, folder):
        self.weights = {}
        with zipfile.ZipFile(f"{folder}/treelstm.npz") as archive:
            for name, shape in SHAPES.items():
                values = array.array("f", archive.read(f"{name}.npy")[-4 * math.prod(shape):])
                columns = shape[-1]
                self.weights[name] = [values[i:i + columns] for i in range(0, len(values), columns)]

    def gate(self, matrix, x, bias, squash):
        return [squash(math.fsum(map(float.__mul__, map(float, row), x)) + b)
                for row, b in zip(self.weights[matrix], self.weights[bias][0])]

    def run(self, node):
        """The state and the memory of a node, and the loss of all in it."""
        def sigmoid(x):
            return 1 / (1 + math.exp(-x))
        if len(node) == 2:
            x, gates, kept, below = [float(v) for v in self.weights["E"][node[1]]], "W", [0] * WIDTH, 0
        else:
            (h1, c1, loss1), (h2, c2, loss2) = self.run(node[1]), self.run(node[2])
            x, gates, below = h1 + h2, "U", loss1 + loss2
            first, second = self.gate("F1", h1, "bf", sigmoid), self.gate("F2", h2, "bf", sigmoid)
            kept = [f * c + g * d for f, c, g, d in zip(first, c1, second, c2)]
        i, o = self.gate(gates + "i", x, "bi", sigmoid), self.gate(gates + "o", x, "bo", sigmoid)
        u = self.gate(gates + "u", x, "bu", math.tanh)
        c = [a * b + k for a, b, k in zip(i, u, kept)]
        h = [a * math.tanh(b) for a, b in zip(o, c)]
        scores = [math.fsum(map(float.__mul__, map(float, row), h)) for row in self.weights["C"]]
        return h, c, below + math.log(math.fsum(map(math.exp, scores))) - scores[node[0]]


def main(command, *arguments):
    sys.setrecursionlimit(10000)
    if command == "weights":
        write_weights(*arguments)
    elif command == "calls":
        for tree in trees(arguments[0], int(arguments[1])):
            print(f'"--input={text(tree)}"')
    elif command == "losses":
        model = Model(arguments[2])
        for tree in trees(arguments[0], int(arguments[1])):
            print(model.run(tree)[2])
    elif command == "total":
        total = math.fsum(float(line.split("dense<")[1].split(">")[0]) for line in sys.stdin)
        if abs(total - float(arguments[0])) > 1e-5 * total:
            sys.exit(f"expected {arguments[0]}, got {total}")
    elif command == "batches":
        forest = list(trees(arguments[0], int(arguments[1])))
        launches = 2 * (1 + max(map(height, forest)))
        print(f"CHECK: deferred={2 * sum(map(size, forest))} batches={launches} launches={launches} lower_bound=")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
