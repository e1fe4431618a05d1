"""Runs each pipeline of docs/reference/pipelines.md in all the ways to write it: the named one, the text that is
written out below it, and (relax-cpu) `--relax-pipeline=cpu --to=STAGE`.

  pipelines.py PAGE.md INPUT.mlir
"""

import re
import shlex
import subprocess
import sys

ENTRY = re.compile(r"^`([\w-]+){to=(\w+)}`:\n\n    (--pass-pipeline=.*)$", re.M)


def relax_opt(*arguments):
    return subprocess.run(["relax-opt", *arguments], check=True, capture_output=True, timeout=120).stdout


def main():
    page, source = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        entries = ENTRY.findall(file.read())
    failures = 0
    for name, stage, written_out in entries:
        expected = relax_opt(source, f"--pass-pipeline=builtin.module({name}{{to={stage}}})")
        ways = [shlex.split(written_out), [f"--relax-pipeline={name.removeprefix('relax-')}", f"--to={stage}"]]
        differ = [" ".join(way) for way in ways if relax_opt(source, *way) != expected]
        failures += len(differ)
        print(f"{name}{{to={stage}}}: {'same' if not differ else 'differs from ' + '; '.join(differ)}")
    print(f"{len(entries)} pipelines")
    return 1 if failures or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
