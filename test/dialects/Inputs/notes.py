"""Errors that show a symbol have a note where it is bound (CONTRIBUTING.md): runs the errors tests as they say,
without --verify-diagnostics, and reads what is printed.

  notes.py TEST_FOLDER SCRATCH_FOLDER     the folder of all tests; exit status 1 if a note is missing
"""

import pathlib
import re
import shlex
import subprocess
import sys

DIAGNOSTIC = re.compile(r"^(\S+?):(\d+):\d+: (error|note|warning|remark): (.*)$", re.MULTILINE)
UPSTREAM = re.compile(r"use of value|.* op operand #")  # messages of MLIR's own
NAME = re.compile(r"(?<![\w.%@#!\"])[a-zA-Z_]\w*(?![\w.]|\s*\()")


def commands(text, path, scratch):
    """The runs of relax-opt that a test asks for, on its file or on the parts of it."""
    lines = re.sub(r"\\\n\s*// RUN:", "", text)
    for run in re.findall(r"^// RUN: (.*)$", lines, re.MULTILINE):
        run = run.split("|")[0].split("2>&1")[0].replace("%s", str(path)).replace("%t", str(scratch))
        words = [word for word in shlex.split(run) if word != "not" and not word.startswith("--verify-diagnostics")]
        if words and words[0] == "relax-opt" and "%" not in run:
            yield words
        elif words and words[0] == "split-file":
            subprocess.run(words, check=True)


def shown(message):
    """The names in the shapes of a message, but those of a function type's own."""
    own = {name for names in re.findall(r"!relax\.fn<\[([^]]*)\]", message) for name in NAME.findall(names)}
    return {name for shape in re.findall(r"\[([^][]*)\]", message) for name in NAME.findall(shape)} - own


def bound_before(path, line):
    """The bare dimensions of the last function that begins above a line, and the line where it does."""
    lines = pathlib.Path(path).read_text(encoding="utf-8").split("\n")
    first = line
    if re.match(r"\s*(?:relax|tir)\.func\b", lines[line - 1]):
        return set()  # binds them itself, at the place of the error
    while first > 0 and not re.search(r"\b(?:relax|tir)\.func\b", lines[first - 1]):
        first -= 1
    head = " ".join(lines[first - 1 : line]).split("->")[0] if first else ""
    bare = re.findall(r"[\[,]\s*([a-zA-Z_]\w*)\s*(?=[\],])", head.split("{")[0])
    return set(bare)


def main():
    root, scratch = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    errors, missing = 0, 0
    for path in sorted(root.rglob("*-errors.mlir")):
        text = path.read_text(encoding="utf-8")
        for words in commands(text, path, scratch / path.stem):
            printed = subprocess.run(words, capture_output=True, text=True).stderr
            found = [match for match in DIAGNOSTIC.finditer(printed) if not match[4].startswith("expected error")]
            for at, (file, line, kind, message) in enumerate(match.groups() for match in found):
                own = kind == "error" and pathlib.Path(file).exists() and not UPSTREAM.match(message)
                names = own and shown(message) & bound_before(file, int(line))
                if not names:
                    continue
                errors += 1
                behind = [match[4] for match in found[at + 1 :]]
                notes = behind[: next((i for i, match in enumerate(found[at + 1 :]) if match[3] != "note"), len(behind))]
                if not any("bound here" in note for note in notes):
                    missing += 1
                    print(f"{file}:{line}: {message}\n  shows {', '.join(sorted(names))} without a note")
    print(f"{errors} errors that show a symbol, {missing} without a note")
    return missing > 0 or errors < 100


sys.exit(main())
