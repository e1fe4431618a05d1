"""unhex.py FROM TO: writes the bytes of every FROM/NAME.hex as TO/NAME."""

import pathlib
import sys

for path in pathlib.Path(sys.argv[1]).glob("*.hex"):
    (pathlib.Path(sys.argv[2]) / path.stem).write_bytes(bytes.fromhex(path.read_text(encoding="ascii")))
