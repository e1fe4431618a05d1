#!/usr/bin/env python3
"""random-graphs.py SEED COUNT: a module of graphs of 12 to 40 operations, some of which a pattern of relu and add takes."""
import random
import sys

T = "!relax.tensor<[n], f32>"


def graph(name, draw):
    values, lines = ["%x", "%y"], []
    for i in range(draw.randint(12, 40)):
        op = draw.choice(["add", "relu", "add", "multiply", "abs", "tanh"])
        recent = values[-6:] + [draw.choice(values)]
        operands = [draw.choice(recent) for _ in range(2 if op in ("add", "multiply") else 1)]
        lines.append(f"  %v{i} = relax.{op} {', '.join(operands)} : {T}")
        values.append(f"%v{i}")
    outs = values[-3:]
    types = ", ".join([T] * len(outs))
    return "\n".join([f"relax.func @{name}(%x: {T}, %y: {T}) -> ({types}) {{", *lines,
                      f"  relax.return {', '.join(outs)} : {types}", "}"])


def main():
    draw = random.Random(int(sys.argv[1]))
    print("\n".join(graph(f"g{i}", draw) for i in range(int(sys.argv[2]))))


main()
