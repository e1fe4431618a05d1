"""A page that is a session: its blocks are carried out in order, in one folder.

  session.py [--min=N] PAGE.md FOLDER

  ```sh      run by bash -euo pipefail
  ```text    what the block before it printed; `…` stands for anything
  ```mlir    a file: the first line says `// NAME` or `// NAME, continued`; relax-opt reads and prints it the same way twice
  ```diff    changes files, as on the how-to pages (apply-blocks.py)

Prints one line per failure and the number of blocks; --min: fails if there are fewer. Stops behind a command that fails.
"""

import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def run(folder, *command):
    """(what is wrong or None, what was printed)"""
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    return (f"status {result.returncode}: {result.stderr.strip()}" if result.returncode else None), result.stdout


def write_file(folder, text):
    head, _, body = text.partition("\n")
    match = re.fullmatch(r"// ([\w.-]+)(, continued)?", head)
    if not match:
        return "expected a comment with the name of the file in the first line"
    path = folder / match[1]
    path.write_text(path.read_text(encoding="utf-8") + "\n" + body if match[2] else body, encoding="utf-8")
    return run(folder, "relax-opt", "--verify-roundtrip", path)[0]


def change_files(folder, text):
    for part in re.split(r"^(?=\+\+\+ )", text, flags=re.M)[1:]:
        head, _, body = part.partition("\n")
        path = folder / head.removeprefix("+++ ")
        for hunk in re.split(r"^@@\n", body, flags=re.M):
            lines = hunk.splitlines()
            before, after = ("".join(line[1:] + "\n" for line in lines if line[0] in signs) for signs in (" -", " +"))
            content = "\n" + path.read_text(encoding="utf-8")
            if content.count("\n" + before) != 1 or before == after:
                return f"expected one place, got {content.count(chr(10) + before)}, for:\n{before}"
            path.write_text(content.replace("\n" + before, "\n" + after, 1)[1:], encoding="utf-8")
    return None


def compare(printed, expected):
    pattern = ".*".join(re.escape(part) for part in expected.split("…"))
    return None if re.fullmatch(pattern, printed, re.S) else f"expected\n{expected}got\n{printed}"


def main():
    least = [int(arg.removeprefix("--min=")) for arg in sys.argv[1:] if arg.startswith("--min=")]
    page, folder = (pathlib.Path(arg) for arg in sys.argv[1:] if not arg.startswith("--"))
    text, printed, blocks, failures = page.read_text(encoding="utf-8"), None, 0, 0
    for block in BLOCK.finditer(text):
        blocks += 1
        complaint, stop = None, False
        if block[1] == "sh":
            complaint, printed = run(folder, "bash", "-euo", "pipefail", "-c", block[2])
            stop = complaint is not None
        elif block[1] == "text" and printed is not None:
            complaint, printed = compare(printed, block[2]), None
        elif block[1] == "mlir":
            complaint = write_file(folder, block[2])
        elif block[1] == "diff":
            complaint = change_files(folder, block[2])
        else:
            complaint = f"expected no block of '{block[1]}' here"
        if complaint:
            failures += 1
            print(f"{page.name}:{text.count(chr(10), 0, block.start()) + 1}: {complaint}")
        if stop:
            break
    print(f"{blocks} blocks, {failures} failures")
    return 1 if failures or blocks < max(least, default=1) else 0


if __name__ == "__main__":
    sys.exit(main())
