"""memory.py COMMAND...: runs the command within limits of address space from 40 to 140 MB. It succeeds, or ends with one
line and exit status 1; a loader that has no room for the program says so itself. Prints what did neither, and how many.
"""

import re
import resource
import subprocess
import sys

MESSAGE = re.compile(r"error: (out of memory|no memory for the stack of a thread)\n")
LOADER = 127


def run(megabytes):
    size = megabytes << 20
    return subprocess.run(
        sys.argv[1:],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
    )


def main():
    ended = wrong = 0
    for megabytes in range(40, 150, 10):
        result = run(megabytes)
        good = result.returncode == 0 or (result.returncode == 1 and MESSAGE.fullmatch(result.stderr))
        ended += result.returncode == 1
        if not good and result.returncode != LOADER:
            wrong += 1
            print(f"{megabytes} MB: exit status {result.returncode}: {result.stderr[:300]}")
    print(f"{ended > 0} that some were ended, {wrong} without the message")


main()
