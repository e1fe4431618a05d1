"""each-chunk.py FILE COMMAND...: gives every '// -----' chunk of FILE to the command on standard input and
prints what it says; any other status than 1 is said, too."""

import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    chunks = file.read().split("// -----\n")
for number, chunk in enumerate(chunks):
    done = subprocess.run([sys.argv[2], "-", *sys.argv[3:]], input=chunk.encode(), capture_output=True)
    print(f"chunk {number}: status {done.returncode}")
    print(done.stderr.decode())
