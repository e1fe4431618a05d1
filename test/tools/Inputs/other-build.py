"""other-build.py TOOL OUT: a copy of a program that says to be another build: one bit of its build id is another."""

import pathlib
import re
import shutil
import subprocess
import sys

tool = pathlib.Path(shutil.which(sys.argv[1]))
notes = subprocess.run(["llvm-readelf", "-n", tool], check=True, capture_output=True, text=True).stdout
build = bytes.fromhex(re.search(r"Build ID: ([0-9a-f]+)", notes).group(1))
data = bytearray(tool.read_bytes())
assert data.count(build) == 1
data[data.index(build)] ^= 1
out = pathlib.Path(sys.argv[2])
out.write_bytes(data)
out.chmod(0o755)
