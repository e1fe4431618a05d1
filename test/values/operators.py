"""Runs a table of operators on values in both modes: operators.py TABLE.test OUT-FOLDER

The table is what stands in TABLE.test without comments:

    relax.mod %a, %b : [n], [n] -> [n]          the operation on operands %a, %b, ...; shapes of operands and result
      i32 | -7 7 | 3 -3 | 2 -2                  element type, values of the operands, values of the result
      i32 made                                  compared on made values with n = 0, 1, 2, 7, 8 and 33

`[n, 3] i64` fixes an element type, and `[k] i64<n` says that made values are in [-n, n); `2x3=1 2 3 4 5 6` gives extents,
else a value is a vector or, for `[]`, a number. A result `error TEXT` means that the call fails: in reference mode with TEXT,
compiled with "index out of bounds".
Every row becomes a function of one module at symbolic extents, run in reference mode and compiled, in one process each.
"""

import itertools
import math
import pathlib
import re
import subprocess
import sys

EXTENTS = (0, 1, 2, 7, 8, 33)


def split_types(text):
    """`[n], [n, 3] i64<n` as a list of (dimensions, element type or "", bound or "")."""
    return re.findall(r"(\[[^\]]*\])\s*([a-z]+[0-9]\w*)?(?:<([a-z0-9]+))?", text)


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
        self.inputs = [(shape, own or self.element) for shape, own, _ in split_types(inputs)]
        self.bounds = [bound for *_, bound in split_types(inputs)]
        self.result = [(shape, own or self.element) for shape, own, _ in split_types(result)][0]
        self.error = parts[-1][len("error") :].strip() if parts and parts[-1].startswith("error") else None
        self.operation = re.sub(r"ELEMENT", self.element, operation)
        if not self.made and len(parts) != len(self.inputs) + 1:
            sys.exit(f"{number}: expected {len(self.inputs) + 1} values, got {len(parts)}")
        kinds = self.inputs if self.error is not None else [*self.inputs, self.result]
        self.values = [value_text(*kind, part) for kind, part in zip(kinds, parts)]

    def function(self):
        names = [f"%{chr(ord('a') + i)}" for i in range(len(self.inputs))]
        types = [f"!relax.tensor<{shape}, {element}>" for shape, element in self.inputs]
        result = f"!relax.tensor<{self.result[0]}, {self.result[1]}>"
        arguments = ", ".join(f"{name}: {kind}" for name, kind in zip(names, types))
        signature = f"({', '.join(types)}) -> {result}" if {*types, result} != {result} else result
        if self.operation.startswith("relax.cast "):
            signature = f"{types[0]} to {result}"
        return (
            f"relax.func @line{self.line}({arguments}) -> {result} {{\n"
            f"  %y = {self.operation} : {signature}\n  relax.return %y : {result}\n}}\n"
        )

    def bounded(self, extents):
        """Inputs for operands with a bound, or None where no value fits."""
        out = []
        for index, ((shape, element), bound) in enumerate(zip(self.inputs, self.bounds)):
            if not bound:
                continue
            dims = [extents.get(dim, dim) for dim in re.findall(r"\w+", shape)]
            limit, count = int(extents.get(bound, bound)), math.prod(map(int, dims))
            if count and not limit:
                return None
            numbers = " ".join(str(i * 7919 % (2 * limit) - limit) for i in range(count))
            out.append(f"--input={chr(ord('a') + index)}={'x'.join(map(str, dims))}{'x' if dims else ''}{element}={numbers}")
        return out

    def calls(self):
        entry = f"--entry=line{self.line}"
        if self.error is not None:
            return [[entry, *(f"--input={value}" for value in self.values)]]
        if not self.made:
            return [[entry, *(f"--input={value}" for value in self.values[:-1]), f"--expect={self.values[-1]}"]]
        symbols = sorted({name for shape, _ in self.inputs for name in re.findall(r"[a-z]\w*", shape)})
        calls = []
        for extents in itertools.islice(itertools.product(EXTENTS, repeat=len(symbols)), 216):
            extents = dict(zip(symbols, extents))
            bounded = self.bounded(extents)
            dims = "--dims=" + ",".join(f"{name}={extent}" for name, extent in extents.items())
            if bounded is not None:
                calls.append([entry, "--seed=1", dims, *bounded])
        return calls


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


def run_failing(rows, out):
    """Errors of rows whose calls fail."""
    errors = []
    for row in rows:
        (out / "failing.mlir").write_text(row.function())
        for mode, text in ("reference", row.error), ("compiled", "index out of bounds"):
            command = ["relax-run", str(out / "failing.mlir"), f"--mode={mode}", *row.calls()[0]]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 1 or text not in done.stderr:
                errors.append(f"line {row.line}: {mode}: expected an error, {text!r}, got: {done.stderr or done.stdout}")
    return errors


def main():
    table, out = sys.argv[1], pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    rows = read(table)
    failing, made = [row for row in rows if row.error is not None], [row for row in rows if row.made]
    given = [row for row in rows if not row.made and row.error is None]
    errors = run_failing(failing, out) + run(given, out, "reference", ["--mode=reference"]) + run(given, out, "compiled", ["--mode=compiled"])
    if made:
        errors += run(made, out, "compare", ["--compare=reference,compiled"])
    print("\n".join(errors + [f"{len(rows)} rows, {len(errors)} wrong"]))
    return 1 if errors or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
