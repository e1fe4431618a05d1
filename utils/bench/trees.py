#!/usr/bin/env python3
"""utils/bench/trees.py COMMAND ...: models of test/models over dependency trees and sentences, as the peers of
../shared/peers/dynamic-structure have them.

  weights FOLDER [MODEL [WIDTH [WORDS [CLASSES]]]]  writes MODEL.npz (treelstm, mvrnn, tagger, gru): the weights that the peers have
  model MODEL WIDTH           prints the model with another width, and with the words and classes of the peers
  calls CONLLU COUNT          prints a line for `relax-run --calls=` for each of the first trees
  sentences CONLLU COUNT      the same for sentences: of each word its number and its part of speech
  losses CONLLU COUNT FOLDER [WIDTH]
                              prints the losses of these trees, computed here from the weights in FOLDER
  total SUM                   fails unless the losses that relax-run printed on standard input add up to it, to 5 digits
  batches CONLLU COUNT        prints the CHECK line of what `relax-run --calls= --batch --counters` says of these trees

Trees are binarised as there: the head word is a leaf, its right dependents are attached from nearest to furthest, then its
left ones. A word's number is the order of its first appearance modulo 1024, a node's class the head's part of speech modulo 5.
"""
import array
import math
import pathlib
import re
import struct
import sys
import zipfile

WIDTH, WORDS, CLASSES = 256, 1024, 5
TAGS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()
# Of each weight its extents and the tensors of the peers that it consists of, one behind the other: H the width, N multiples of it,
# V the words, K the classes.
LSTM = [(f"{name}{way}", extents, (tensor + 3 * index,)) for index, way in enumerate("fb")
        for name, extents, tensor in (("W", "4H H", 1), ("U", "4H H", 2), ("B", "4H", 3))]
GRU = [(name, extents, tuple(tensor + 9 * way for tensor in tensors)) for way, names in enumerate(("WUNB", "VTOD"))
       for name, (extents, tensors) in zip(names, (("3H H", (1, 3, 5)), ("2H H", (2, 4)), ("H H", (6,)), ("3H", (7, 8, 9))))]
MODELS = {
    "treelstm": [("E", "V H", (0,))] + [(name, extents, (index,)) for index, (name, extents) in enumerate(
        [("Wi", "H H"), ("Wo", "H H"), ("Wu", "H H"), ("Ui", "H 2H"), ("Uo", "H 2H"), ("Uu", "H 2H"), ("F1", "H H"), ("F2", "H H"),
         ("bi", "H"), ("bo", "H"), ("bu", "H"), ("bf", "H"), ("C", "K H")], 1)],
    "mvrnn": [("EM", "V H H", (0,)), ("E", "V H", (1,)), ("W", "H 2H", (2,)), ("b", "H", (3,)), ("M", "H 2H", (4,)), ("C", "K H", (5,))],
    "tagger": [("E", "V H", (0,)), *LSTM, ("hf", "H", (7,)), ("cf", "H", (8,)), ("hb", "H", (9,)), ("cb", "H", (10,)),
               ("M", "H 2H", (11,)), ("C", "K H", (12,))],
    "gru": [("E", "V H", (0,)), *GRU, ("h", "H", (19,)), ("C", "V H", (20,))],
}
# Of each model its file; the width, words and classes that this has; words and classes of the peers.
FILES = {"treelstm": ("treelstm", 256, 1024, 5, 1024, 5), "mvrnn": ("mvrnn-classes", 64, 256, 5, 256, 5),
         "tagger": ("bilstm-tagger", 12, 32, 5, 1024, 17), "gru": ("gru-seq2seq", 12, 32, 0, 1024, 0)}


def splitmix64(x):
    mask = (1 << 64) - 1
    x = x + 0x9E3779B97F4A7C15 & mask
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
    x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
    return x ^ x >> 31


def weight(index, name, shape):
    """Elements of tensor number `index`: uniform, as wide as the peers have it."""
    scale = 0.5 if name == "E" else 0.1 if len(shape) == 1 else math.sqrt(1.5 / shape[-1])
    return array.array("f", (((splitmix64(1 << 48 ^ index << 40 ^ i) >> 40) / (1 << 23) - 1) * scale
                             for i in range(math.prod(shape))))


def extents_of(text, width, words, classes):
    return tuple({"H": width, "V": words, "K": classes}[extent[-1]] * int(extent[:-1] or 1) for extent in text.split())


def elements(name, shape, tensors, width):
    values = array.array("f")
    for tensor in tensors:
        values.extend(weight(tensor, name, (shape[0] // len(tensors), *shape[1:])))
    if name in ("Bf", "Bb"):  # a forget gate is open at first
        for i in range(width, 2 * width):
            values[i] += 1
    return values


def write_weights(folder, model="treelstm", *sizes):
    sizes = [int(size) for size in sizes]
    sizes += FILES[model][1:4][len(sizes):]
    with zipfile.ZipFile(f"{folder}/{model}.npz", "w") as archive:
        for name, extents, tensors in MODELS[model]:
            shape = extents_of(extents, *sizes)
            head = repr({"descr": "<f4", "fortran_order": False, "shape": shape})
            head += " " * (-(len(head) + 11) % 64) + "\n"
            archive.writestr(f"{name}.npy", b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode()
                             + elements(name, shape, tensors, sizes[0]).tobytes())


def print_model(model, width):
    """Widths, words and classes stand in lines that name a type."""
    file, old, words, classes, new_words, new_classes = FILES[model]
    sizes = {words: new_words, classes: new_classes, **{n * old: n * int(width) for n in (1, 2, 3, 4) if n * old != words}}
    text = (pathlib.Path(__file__).resolve().parents[2] / "test" / "models" / f"{file}.mlir").read_text()
    print(re.sub(r"^!\w+ = .*$", lambda line: re.sub(r"\b\d+\b", lambda n: str(sizes.get(int(n[0]), n[0])), line[0]), text, flags=re.M), end="")


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
                words.append((fields[1], TAGS.index(fields[3]) if fields[3] in TAGS else 16, int(fields[6])))
    if words:
        yield words


def binarise(words):
    children = {}
    for index, (_, _, head) in enumerate(words, 1):
        children.setdefault(head, []).append(index)

    def tree(index):
        word, tag, _ = words[index - 1]
        label = tag % CLASSES
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


def tagged(path, count):
    """The first sentences, as values."""
    numbers = {}
    for _, words in zip(range(count), sentences(path)):
        result = "@End"
        for word, _, _ in words:
            numbers.setdefault(word, len(numbers))
        for word, tag, _ in reversed(words):
            result = f"@Word(i64={numbers[word] % WORDS}, i64={tag}, {result})"
        yield result


def text(node):
    if len(node) == 2:
        return f"@Leaf(i64={node[1]}, i64={node[0]})"
    return f"@Node(i64={node[0]}, {text(node[1])}, {text(node[2])})"


def height(node):
    return 0 if len(node) == 2 else 1 + max(map(height, node[1:]))


def size(node):
    return 1 if len(node) == 2 else 1 + sum(map(size, node[1:]))


class Model:
    def __init__(self, folder, width=WIDTH):
        self.width = int(width)
        self.weights = {}
        with zipfile.ZipFile(f"{folder}/treelstm.npz") as archive:
            for name, extents, _ in MODELS["treelstm"]:
                shape = extents_of(extents, self.width, WORDS, CLASSES)
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
            x, gates, kept, below = [float(v) for v in self.weights["E"][node[1]]], "W", [0] * self.width, 0
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
    elif command == "model":
        print_model(*arguments)
    elif command == "sentences":
        for sentence in tagged(arguments[0], int(arguments[1])):
            print(f'"--input={sentence}"')
    elif command == "losses":
        model = Model(*arguments[2:])
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
