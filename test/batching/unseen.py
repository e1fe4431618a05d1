"""test/batching/unseen.py FOLDER COUNT: of the models rose-tree, pointer, graph-messages, dag-rnn, autoencoder and experts of test/models a
file of its name with COUNT lines for `relax-run --calls=`, drawn from a seeded generator."""
import random
import sys

WORDS = 16


def numbers(dims, below, count, draw):
    return f'"{dims}xi64={" ".join(str(draw.randrange(below)) for _ in range(count))}"'


def tree(draw, levels):
    children = "@Nil"
    for _ in range(draw.randrange(4) if levels else 0):
        children = f"@Cons({tree(draw, levels - 1)}, {children})"
    return f"@Node(i64={draw.randrange(WORDS)}, {children})"


def pointer(draw):
    length = draw.randrange(1, 13)
    return f"{numbers(length, WORDS, length, draw)} i64={draw.randrange(7)}"


def graph(draw):
    nodes, edges = draw.randrange(1, 9), draw.randrange(16)
    return " ".join((numbers(nodes, WORDS, nodes, draw), numbers(edges, nodes, edges, draw), numbers(f"{edges}x1", nodes, edges, draw),
                     f"i64={draw.randrange(5)}"))


def cons(items):
    text = "@Nil"
    for item in reversed(items):
        text = f"@Cons({item}, {text})"
    return text


def dag(draw):
    """Nodes with a word and how far back those before them are."""
    back = [sorted(draw.sample(range(i), min(i, draw.randrange(3)))) for i in range(draw.randrange(1, 10))]
    lists = [cons([f"i64={b}" for b in each]) for each in back]
    nodes = cons([f"@Node(i64={draw.randrange(WORDS)}, {each})" for each in lists])
    return f'"{nodes}"'


def sentence(draw):
    words = cons([f"i64={draw.randrange(WORDS)}" for _ in range(draw.randrange(9))])
    return f'"{words}"'


def state(draw):
    return '"6xf32=' + " ".join(f"{draw.uniform(-1, 1):.3f}" for _ in range(6)) + '"'


def main(folder, count):
    draw = random.Random(1)
    for name, line in (("rose-tree", lambda: f'"{tree(draw, 4)}"'), ("pointer", lambda: pointer(draw)), ("graph-messages", lambda: graph(draw)),
                       ("dag-rnn", lambda: dag(draw)), ("autoencoder", lambda: sentence(draw)), ("experts", lambda: state(draw))):
        with open(f"{folder}/{name}", "w") as file:
            file.writelines(line() + "\n" for _ in range(count))


main(sys.argv[1], int(sys.argv[2]))
