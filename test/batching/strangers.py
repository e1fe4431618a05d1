"""test/batching/strangers.py FOLDER COUNT: of the models graph-attention, beam, halting, tree-to-sequence and chart of test/models a file of
its name with COUNT lines for `relax-run --calls=`, drawn from a seeded generator."""
import pathlib
import random
import sys

WORDS = 16


def tree(draw, levels):
    if levels == 0 or draw.random() < 0.3:
        return f"@Leaf(i64={draw.randrange(WORDS)})"
    return f"@Node({tree(draw, levels - 1)}, {tree(draw, levels - 1)})"


def sentence(draw, length):
    text = "@Nil"
    for _ in range(length):
        text = f"@Cons(i64={draw.randrange(WORDS)}, {text})"
    return text


def words(draw, length):
    return f'"{length}xi64={" ".join(str(draw.randrange(WORDS)) for _ in range(length))}"'


def edges(draw, nodes):
    """0 from each node to itself and to some others, far below that elsewhere."""
    entries = ("0" if i == j or draw.random() < 0.4 else "-1e9" for i in range(nodes) for j in range(nodes))
    return f'"{nodes}x{nodes}xf32={" ".join(entries)}"'


def main(folder, count):
    draw = random.Random(9)
    lines = {name: [] for name in ("graph-attention", "beam", "halting", "tree-to-sequence", "chart")}
    for _ in range(count):
        nodes = draw.randrange(1, 9)
        lines["graph-attention"].append(f"{words(draw, nodes)} {edges(draw, nodes)} i64={draw.randrange(4)}")
        lines["beam"].append(f"i64={draw.randrange(WORDS)} i64={draw.randrange(7)}")
        lines["halting"].append(words(draw, nodes))
        lines["tree-to-sequence"].append(f'"{tree(draw, 4)}" i64={draw.randrange(8)}')
        lines["chart"].append(f'"{sentence(draw, draw.randrange(7))}"')
    for name, text in lines.items():
        (pathlib.Path(folder) / name).write_text("\n".join(text) + "\n")


main(sys.argv[1], int(sys.argv[2]))
