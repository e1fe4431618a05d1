"""Runs a table of operators on values in both modes: operators.py TABLE.test OUT-FOLDER

The table is what stands in TABLE.test without comments:

    relax.mod %a, %b : [n], [n] -> [n]          the operation on operands %a, %b, ...; shapes of operands and result
      i32 | -7 7 | 3 -3 | 2 -2                  element type, values of the operands, values of the result
      i32 made                                  compared on made values with n = 0, 1, 2, 7, 8 and 33

`[n, 3] i64` fixes an element type; `2x3=1 2 3 4 5 6` gives extents, else a value is a vector or, for `[]`, a number.
Every row becomes a function of one module at symbolic extents, run in reference mode and compiled, in one process each.
"""

import itertools
import pathlib
import re
import subprocess
import sys

EXTENTS = (0, 1, 2, 7, 8, 33)


def split_types(text):
    """`[n], [n, 3] i64` as a list of (dimensions, element type or None)."""
    return re.findall(r"(\[[^\]]*\])\s*([a-z]+[0-9]+)?", text)


def value_text(shape, element, text):
    """A value of relax-run from `2x3=1 2 ...`, `1 2 3`, or a number for []."""
    dims, equals, numbers = text.rpartition("=")
    if not equals:
        dims = "" if shape == "[]" else str(len(numbers.split()))
    return (dims + "x" if dims else "") + element + "=" + numbers.strip()


class Row:
    def __init__(self, number, head, line):
        operation, _, types = head.rpartition(" : ")
        inputs, _, result = types.partition("->")
        self.line = number
        self.made = line.split("|")[0].split()[1:2] == ["made"]
        self.element, *_ = line.split()
        parts = [part.strip() for part in line.split("|")[1:]]
        self.inputs = [(shape, own or self.element) for shape, own in split_types(inputs)]
        self.result = [(shape, own or self.element) for shape, own in split_types(result)][0]
        self.operation = re.sub(r"ELEMENT", self.element, operation)
        if not self.made and len(parts) != len(self.inputs) + 1:
            sys.exit(f"{number}: expected {len(self.inputs) + 1} values, got {len(parts)}")
        self.values = [value_text(*kind, part) for kind, part in zip([*self.inputs, self.result], parts)]

    def function(self):
        names = [f"%{chr(ord('a') + i)}" for i in range(len(self.inputs))]
        types = [f"!relax.tensor<{shape}, {element}>" for shape, element in self.inputs]
        result = f"!relax.tensor<{self.result[0]}, {self.result[1]}>"
        arguments = ", ".join(f"{name}: {kind}" for name, kind in zip(names, types))
        signature = f"({', '.join(types)}) -> {result}" if {*types, result} != {result} else result
        return (
            f"relax.func @line{self.line}({arguments}) -> {result} {{\n"
            f"  %y = {self.operation} : {signature}\n  relax.return %y : {result}\n}}\n"
        )

    def calls(self):
        entry = f"--entry=line{self.line}"
        if not self.made:
            return [[entry, *(f"--input={value}" for value in self.values[:-1]), f"--expect={self.values[-1]}"]]
        symbols = sorted({name for shape, _ in self.inputs for name in re.findall(r"[a-z]\w*", shape)})
        return [
            [entry, "--seed=1", "--dims=" + ",".join(f"{name}={extent}" for name, extent in zip(symbols, extents))]
            for extents in itertools.islice(itertools.product(EXTENTS, repeat=len(symbols)), 216)
        ]


def read(path):
    rows, head = [], None
    for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
        text = line.split("#")[0].rstrip()
        if text and not text.startswith(" "):
            head = text
        elif text:
            rows.append(Row(number, head, text.strip()))
    return rows


def run(rows, out, name, options):
    """Errors of one process for all rows; each row alone if it fails, to name them."""
    calls = [" ".join(f"'{word}'" for word in call) for row in rows for call in row.calls()]
    (out / f"{name}.calls").write_text("\n".join(calls) + "\n")
    text = out / f"{name}.mlir"
    text.write_text("".join(row.function() for row in rows))
    command = ["relax-run", str(text), *options, f"--calls=@{out / (name + '.calls')}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    if len(rows) == 1:
        return [f"line {rows[0].line}: {name}: {done.stderr.strip() or done.returncode}"]
    return [error for row in rows for error in run([row], out, name, options)]


def main():
    table, out = sys.argv[1], pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    rows = read(table)
    given, made = [row for row in rows if not row.made], [row for row in rows if row.made]
    errors = run(given, out, "reference", ["--mode=reference"]) + run(given, out, "compiled", ["--mode=compiled"])
    if made:
        errors += run(made, out, "compare", ["--compare=reference,compiled"])
    print("\n".join(errors + [f"{len(rows)} rows, {len(errors)} wrong"]))
    return 1 if errors or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
