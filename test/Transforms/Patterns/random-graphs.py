#!/usr/bin/env python3
"""random-graphs.py SEED COUNT: a module of graphs of 12 to 40 operations, some of which a pattern of relu and add takes; among
them branches, which read what is around them, and tuples."""
import random
import sys

T, P = "!relax.tensor<[n], f32>", "!relax.tensor<[], i1>"
PAIR = f"tuple<{T}, {T}>"


class Graph:
    def __init__(self, draw):
        self.draw, self.count = draw, 0

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def operand(self, values):
        return self.draw.choice(values[-6:] + [self.draw.choice(values)])

    def simple(self, values):
        op, result = self.draw.choice(["add", "relu", "add", "multiply", "abs", "tanh"]), self.name()
        operands = [self.operand(values) for _ in range(2 if op in ("add", "multiply") else 1)]
        return [f"{result} = relax.{op} {', '.join(operands)} : {T}"], result

    def branch(self, values):
        lines, inner = [], list(values)
        for _ in range(self.draw.randint(1, 3)):
            more, result = self.simple(inner)
            lines += more
            inner.append(result)
        result = self.name()
        return [f"{result} = relax.if %p -> {T} {{", *lines, f"relax.yield {inner[-1]} : {T}", "} else {",
                f"relax.yield {self.operand(values)} : {T}", "}"], result  # fmt: skip

    def pair(self, values):
        pair, result = self.name(), self.name()
        return [f"{pair} = relax.tuple {self.operand(values)}, {self.operand(values)} : ({T}, {T}) -> {PAIR}",
                f"{result} = relax.tuple_get {pair} at {self.draw.randint(0, 1)} : ({PAIR}) -> {T}"], result  # fmt: skip

    def text(self, name):
        values, lines = ["%x", "%y"], []
        for _ in range(self.draw.randint(12, 40)):
            kind = self.draw.choice([self.simple] * 14 + [self.branch, self.pair])
            more, result = kind(values)
            lines += more
            values.append(result)
        outs = values[-3:]
        types = ", ".join([T] * len(outs))
        return "\n".join([f"relax.func @{name}(%x: {T}, %y: {T}, %p: {P}) -> ({types}) {{", *lines,
                          f"relax.return {', '.join(outs)} : {types}", "}"])  # fmt: skip


def main():
    draw = random.Random(int(sys.argv[1]))
    print("\n".join(Graph(draw).text(f"g{i}") for i in range(int(sys.argv[2]))))


main()
