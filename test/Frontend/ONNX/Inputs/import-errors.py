"""import-errors.py TEST FOLDER: imports the models that TEST holds (see onnx_text.py), each followed by a line

    error: TEXT

TEXT is the whole of the one message, without the path of the file. Other options of relax-translate stand in a line
`with: --onnx-rename-dims=...` before the model. A model ends at its `error:`; `#` begins a comment at the start of a
line. Prints what differs; exit status 1 if something does. Files named in models lie in FOLDER.
"""

import pathlib
import re
import subprocess
import sys

import onnx_text


def cases(text):
    """(line, options, model, error) of each model."""
    options, model, first = [], [], 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        if line.startswith("with: "):
            options = line[6:].split()
        elif line.startswith("error: "):
            yield first, options, "\n".join(model), line
            options, model, first = [], [], 0
        elif line.strip():
            first = first or number
            model.append(line)
    assert not model, f"line {first}: no 'error:' behind the model"


def run(options, model, path):
    """What the import says, without the path."""
    path.write_bytes(onnx_text.model(model))
    command = ["relax-translate", "--import-onnx", *options, path.name]
    result = subprocess.run(command, cwd=path.parent, capture_output=True, encoding="utf-8", timeout=60, check=False)
    said = re.sub(r"^m\.onnx: ", "", result.stderr.strip())
    if result.returncode != 1 or result.stdout:
        said = f"exit status {result.returncode}, {len(result.stdout)} characters on the standard output\n{said}"
    return said


def main():
    test, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    count, wrong = 0, 0
    for line, options, model, expected in cases(test.read_text(encoding="utf-8")):
        count += 1
        said = run(options, model, folder / "m.onnx")
        # The place in front of 'error:' is part of the text where it is a node or a part of the graph.
        if re.sub(r"^(.*): error: ", r"error: \1: ", said) != expected:
            wrong += 1
            print(f"{test.name}:{line}: expected {expected}\n{' ' * len(test.name)}  got {said}")
    print(f"{count} models, {wrong} wrong")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
