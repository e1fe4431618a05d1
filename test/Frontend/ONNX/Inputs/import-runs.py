"""import-runs.py TEST FOLDER: imports the models that TEST holds (see onnx_text.py) and runs each by lines behind it:

    n=3,m=1 | n=1,m=4         with made inputs of these extents in both modes, which must agree; one compilation
    n=2,m=3: TEXT             both modes fail, and both messages contain TEXT; `TEXT / OTHER`: the compiled one OTHER
    --input=... --expect=...  with these options of relax-run in both modes

A model ends where the next begins; `#` begins a comment at the start of a line. Prints what differs; exit status 1 if
something does.
"""

import pathlib
import re
import shlex
import subprocess
import sys

import onnx_text

RUN = re.compile(r"\w+=\d+(,\w+=\d+)*( \||: |$)")


def cases(text):
    """(line, model, lines of runs) of each model."""
    model, runs, first = [], [], 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        if RUN.match(line) or line.startswith("--"):
            runs.append(line)
            continue
        if runs:
            yield first, "\n".join(model), runs
            model, runs, first = [], [], 0
        first = first or number
        model.append(line)
    if model:
        yield first, "\n".join(model), runs


def call(command):
    result = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)
    return result.returncode, result.stdout, result.stderr.strip()


def run(text, line):
    """None, or what is wrong with a line of runs."""
    if line.startswith("--"):
        status, _, said = call(["relax-run", text, "--compare=reference,compiled", *shlex.split(line)])
        return said if status else None
    if "|" not in line and ": " in line:
        dims, messages = line.split(": ", 1)
        messages = messages.split(" / ")
        for mode, expected in (("reference", messages[0]), ("compiled", messages[-1])):
            status, _, said = call(["relax-run", text, f"--mode={mode}", f"--dims={dims}"])
            if status == 0 or expected not in said:
                return f"{mode} mode said {said!r}, status {status}"
        return None
    command = ["relax-run", text, "--compare=reference,compiled", "--counters"]
    for index, dims in enumerate(line.split(" | ")):
        command += (["--then"] if index else []) + [f"--dims={dims}"]
    status, printed, said = call(command)
    if status != 0:
        return said
    compiled = re.findall(r"counters @.* kernels_compiled=(\d+)", printed + said)
    return None if set(compiled) == {"0"} else f"kernels compiled by the calls: {compiled}"


def main():
    test, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    count, wrong = 0, 0
    for line, model, runs in cases(test.read_text(encoding="utf-8")):
        count += 1
        onnx, text = folder / "m.onnx", str(folder / "m.mlir")
        onnx.write_bytes(onnx_text.model(model))
        status, _, said = call(["relax-translate", "--import-onnx", str(onnx), "-o", text])
        problems = [said] if status else [f"{way}: {what}" for way in runs if (what := run(text, way))]
        wrong += bool(problems)
        for problem in problems:
            print(f"{test.name}:{line}: {problem}")
    print(f"{count} models, {wrong} wrong")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
