"""dumps.py DIR OUT.mlir: each numbered file of DIR differs from the one before, and the last is OUT.mlir."""

import pathlib
import sys

folder, out = map(pathlib.Path, sys.argv[1:])
texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("[0-9]*.mlir"))]
equal = sum(a == b for a, b in zip(texts, texts[1:]))
last = "is" if texts[-1] == out.read_text(encoding="utf-8") else "is not"
print(f"{len(texts)} files, {equal} equal to the one before, the last {last} the output")
