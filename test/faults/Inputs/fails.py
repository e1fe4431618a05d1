"""fails.py [--stdin FILE] COMMAND...: runs a tool that has to fail well: exit status 1 within a minute, nothing on the
standard output, exactly one error on the standard error, which is printed for FileCheck.
"""

import re
import subprocess
import sys

ERROR = re.compile(r"\berror: |Unknown command line argument")
CRASH = re.compile(r"Stack dump|Sanitizer|runtime error:|this is a defect of relax")


def problem(result):
    if CRASH.search(result.stderr):
        return "it crashed"
    if result.returncode != 1:
        return f"exit status: expected 1, got {result.returncode}"
    if result.stdout:
        return f"standard output: expected nothing, got {result.stdout[:200]!r}"
    errors = sum(1 for line in result.stderr.splitlines() if ERROR.search(line))
    return None if errors == 1 else f"expected one error, got {errors}"


def main():
    command, stdin = sys.argv[1:], subprocess.DEVNULL
    if command[0] == "--stdin":
        stdin, command = open(command[1], "rb"), command[2:]
    result = subprocess.run(
        command, stdin=stdin, capture_output=True, encoding="utf-8", errors="replace", timeout=60, check=False
    )
    sys.stdout.write(re.sub(r"(?m)^(.{400}).*", r"\1...", result.stderr))
    what = problem(result)
    if what:
        sys.exit(f"{' '.join(command)[:300]}: {what}")


if __name__ == "__main__":
    main()
