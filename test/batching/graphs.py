"""Graphs of typed nodes for the tests of batching, in the format of relax-run --batch-graph. The families are those
that ED-Batch was measured with; trees come from a CoNLL-U file, made binary as ../shared/peers/dynamic-structure does.

  graphs.py random SEED NODES TYPES     a made graph
  graphs.py chains SEED COUNT LENGTH TYPES
                                        chains of any types: hard to search
  graphs.py cell NAME                   the operations of a cell: lstm, gru, treelstm
  graphs.py trees FILE FIRST COUNT      Leaf, Internal: trees of COUNT sentences
  graphs.py outputs FILE FIRST COUNT    the same with an Output at each node
  graphs.py tagger FILE FIRST COUNT     two chains over each sentence, a small network at each word
  graphs.py matrices FILE FIRST COUNT   trees with a matrix and a vector at each node
  graphs.py seq2seq FILE FIRST COUNT    an encoder's chain, then a decoder's with a loss at each step
  graphs.py lattice SEED LENGTH COUNT   characters, words over several of them, sums, outputs
"""

import random
import sys

import reference


def made(seed, size, types):
    """Any graph: each node takes up to three before it, with odd seeds mostly one; a type in six runs alone."""
    rng = random.Random(seed)
    alone = {type for type in range(types) if rng.random() < 1 / 6}
    nodes = []
    for n in range(size):
        type = rng.randrange(types)
        fan_in = rng.randrange(4) if seed % 2 == 0 else int(rng.random() < 0.85)
        args = [rng.randrange(max(0, n - 8), n) for _ in range(fan_in if n else 0)]
        nodes.append((type, type in alone, args))
    return nodes


# By the operation's name, with the operands; what has none is an input. Products have weights of
# their own, and one type where they share the operand.
CELLS = {
    "lstm": """x input; h input; c input; xi xdot x; xf xdot x; xo xdot x; xu xdot x; hi hdot h; hf hdot h; ho hdot h;
        hu hdot h; ai add xi hi; af add xf hf; ao add xo ho; au add xu hu; i sigmoid ai; f sigmoid af; o sigmoid ao;
        u tanh au; fc multiply f c; iu multiply i u; d add fc iu; t tanh d; y multiply o t""",
    "gru": """x input; h input; xz xdot x; xr xdot x; xn xdot x; hz hdot h; hr hdot h; hn hdot h; az add xz hz;
        ar add xr hr; z sigmoid az; r sigmoid ar; rh multiply r hn; an add xn rh; n tanh an; k complement z;
        kn multiply k n; zh multiply z h; y add kn zh""",
    "treelstm": """hl input; hr input; cl input; cr input; li xdot hl; lo xdot hl; lu xdot hl; lf xdot hl; lg xdot hl;
        ri hdot hr; ro hdot hr; ru hdot hr; rf hdot hr; rg hdot hr; ai add li ri; ao add lo ro; au add lu ru;
        af add lf rf; ag add lg rg; i sigmoid ai; o sigmoid ao; f sigmoid af; g sigmoid ag; u tanh au; iu multiply i u;
        fl multiply f cl; gr multiply g cr; s add iu fl; c add s gr; t tanh c; y multiply o t""",
}


def cell(name):
    graph, numbers, types = Graph(), {}, {}
    for row in CELLS[name].split(";"):
        result, operation, *operands = row.split()
        numbers[result] = graph.add(types.setdefault(operation, len(types)), *(numbers[n] for n in operands))
    return graph.nodes


def chains(seed, count, length, types):
    rng, graph = random.Random(seed), Graph()
    for _ in range(count):
        node = graph.add(rng.randrange(types))
        for _ in range(length - 1):
            node = graph.add(rng.randrange(types), node)
    return graph.nodes


def sentences(path, first, count):
    """Heads by word, from 0 for the root, of `count` sentences."""
    found, heads = [], []
    for line in open(path, encoding="utf-8"):
        words = line.rstrip("\n").split("\t")
        if len(words) > 6 and words[0].isdigit():
            heads.append(int(words[6]))
        elif not line.strip() and heads:
            found.append(heads)
            heads = []
    return found[first : first + count]


def binary(heads):
    """The tree as nested pairs of words: right dependents from the nearest to the furthest, then the left ones."""
    below = [[] for _ in range(len(heads) + 1)]
    for word, head in enumerate(heads, 1):
        below[head].append(word)

    def tree(word):
        current = word
        for right in sorted(w for w in below[word] if w > word):
            current = (current, tree(right))
        for left in sorted((w for w in below[word] if w < word), reverse=True):
            current = (tree(left), current)
        return current

    return tree(below[0][0])


class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, type, *args):
        self.nodes.append((type, False, list(args)))
        return len(self.nodes) - 1


def trees(found, outputs=False):
    graph = Graph()

    def build(tree):
        node = graph.add(1, *map(build, tree)) if isinstance(tree, tuple) else graph.add(0)
        if outputs:
            graph.add(2, node)
        return node

    for heads in found:
        build(binary(heads))
    return graph.nodes


def matrices(found):
    """MV-RNN: v = f(Wv [Ml vr; Mr vl]), M = WM [Ml; Mr]."""
    graph = Graph()

    def build(tree):
        if not isinstance(tree, tuple):
            return graph.add(0), graph.add(1)
        (left_matrix, left), (right_matrix, right) = map(build, tree)
        products = graph.add(2, left_matrix, right), graph.add(2, right_matrix, left)
        return graph.add(4, left_matrix, right_matrix), graph.add(3, *products)

    for heads in found:
        build(binary(heads))
    return graph.nodes


def tagger(found):
    """BiLSTM: look-up, a cell each way, then [f; b], a layer, tanh, a layer, a loss at each word."""
    graph = Graph()
    for heads in found:
        words = [graph.add(0) for _ in heads]
        ways = []
        for type, order in ((1, words), (2, words[::-1])):
            state, states = graph.add(3), []
            for word in order:
                state = graph.add(type, word, state)
                states.append(state)
            ways.append(states if type == 1 else states[::-1])
        losses = []
        for forward, backward in zip(*ways):
            node = graph.add(4, forward, backward)
            for type in (5, 6, 7, 8):
                node = graph.add(type, node)
            losses.append(node)
        graph.add(9, *losses)
    return graph.nodes


def seq2seq(found):
    """Look-up, [x; h], a product, a cell; in the decoder a layer, a soft maximum and a loss, which are added up."""
    rng, graph = random.Random(1), Graph()
    for heads in found:
        state, losses = graph.add(0), []
        for _ in heads:
            joined = graph.add(2, graph.add(1), state)
            state = graph.add(4, graph.add(3, joined), joined)
        for _ in range(max(1, int(len(heads) * rng.uniform(0.7, 1.3)))):
            joined = graph.add(6, graph.add(5), state)
            state = graph.add(7, graph.add(3, joined), joined)
            losses.append(graph.add(10, graph.add(9, graph.add(8, state))))
        total = losses[0]
        for loss in losses[1:]:
            total = graph.add(11, total, loss)
        graph.add(12, total)
    return graph.nodes


def lattice(seed, length, count):
    """Characters are a chain; words end at some of them; where several come in, a sum; an output a character."""
    rng, graph = random.Random(seed), Graph()
    for _ in range(count):
        states = [graph.add(0)]
        for at in range(1, rng.randint(max(2, length // 2), length)):
            coming = [graph.add(0, states[-1])]
            for back in (2, 3, 4):
                if at >= back and rng.random() < 0.25:
                    coming.append(graph.add(1, states[at - back]))
            states.append(graph.add(2, *coming) if len(coming) > 1 else coming[0])
        for state in states:
            graph.add(3, state)
    return graph.nodes


def main(kind, *arguments):
    if kind in ("random", "lattice", "chains"):
        nodes = {"random": made, "lattice": lattice, "chains": chains}[kind](*map(int, arguments))
    elif kind == "cell":
        nodes = cell(*arguments)
    else:
        found = sentences(arguments[0], int(arguments[1]), int(arguments[2]))
        builders = {"trees": trees, "tagger": tagger, "matrices": matrices, "seq2seq": seq2seq}
        builders["outputs"] = lambda sentences: trees(sentences, True)
        nodes = builders[kind](found)
    sys.stdout.write(reference.text_of(nodes))


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    main(*sys.argv[1:])
