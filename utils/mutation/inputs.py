"""Small programs that passes are tried on: a function of each operator of test/values, and the programs of other tests."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ("Interpreter/Inputs/*.mlir", "Transforms/*/*-run.mlir", "Schedule/*-run.mlir")
LARGEST = 60  # lines


def of_tables():
    """One function of each operator, with made values."""
    sys.path.insert(0, str(ROOT / "test" / "values"))
    import operators

    for table in sorted((ROOT / "test" / "values").glob("*.test")):
        if "operators.py" not in table.read_text(encoding="utf-8"):
            continue
        seen = set()
        for row in operators.read(table):
            operation = row.operation.split()[0]
            if row.made and row.error is None and not any(row.bounds) and operation not in seen:
                seen.add(operation)
                yield f"{table.stem}.{row.line}", row.function().replace(f"@line{row.line}", f"@{table.stem.lower()}{row.line}")


def of_tests():
    """The programs of files that run, and the parts of end-to-end tests."""
    test = ROOT / "test"
    for pattern in FILES:
        for path in sorted(test.glob(pattern)):
            for number, part in enumerate(path.read_text(encoding="utf-8").split("// -----")):
                yield f"{path.stem}.{number}", re.sub(r"^\s*//.*\n", "", part, flags=re.MULTILINE)
    for path in sorted((test / "e2e").glob("*.test")):
        parts = re.split(r"^#--- (\S+)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for name, part in zip(parts[1::2], parts[2::2]):
            if name.endswith(".mlir"):
                yield f"{path.stem}.{name.removesuffix('.mlir')}", part


def read():
    """{name: text} of all programs that are small and not private."""
    every = [*of_tests(), *of_tables()]
    return {name: text for name, text in every if text.count("\n") <= LARGEST and re.search(r"relax\.func @", text)}
