#!/usr/bin/env python3
"""memory-levels.py PROGRAM CACHE: calls at many extents under many limits.

A call may fail with the least that would do; that limit is then tried, too. Prints how many peaks were above their limit.
"""
import re
import subprocess
import sys

EXTENTS = [1, 2, 7, 16, 61, 100, 333, 1000]


def run(program, cache, extent, limit):
    return subprocess.run(["relax-run", program, f"--dims=n={extent}", f"--memory-limit={limit}", "--counters",
                           f"--cache-dir={cache}"],
                          capture_output=True, text=True, check=False)


def main(program, cache):
    above = calls = refused = 0
    for extent in EXTENTS:
        for share in (1.0, 0.75, 0.6, 0.4, 0.2):
            limit = int((3584 * extent + 16384) * share)
            done = run(program, cache, extent, limit)
            least = re.search(r"at least (\d+) bytes", done.stderr)
            if least:
                refused += 1
                less = run(program, cache, extent, int(least[1]) - 1)
                assert f"at least {least[1]} bytes, got {int(least[1]) - 1}" in less.stderr, less.stderr
                limit = int(least[1])
                done = run(program, cache, extent, limit)
            assert done.returncode == 0, done.stderr
            calls += 1
            above += int(re.search(r"peak_bytes=(\d+)", done.stdout)[1]) > limit
    print(f"{above} peaks above their limit, {calls} calls, {refused} refused with the least that does")


main(*sys.argv[1:])
