"""Equal results of the given models: equal-results.py arrays|structures SHARED MODELS FOLDER

Each model answers some calls, on one thread; to the bit the same comes on 2 and on 7 threads, beside another process, behind a
hundred calls in the process, in the other order of calls, and with all calls going on by turns. Prints a line a model.
"""

import pathlib
import subprocess
import sys

import given_models

kind = sys.argv[1]
shared, models, folder = (pathlib.Path(path) for path in sys.argv[2:])


def blocks(text, calls):
    """What was printed for each call: the same number of lines for all."""
    lines = text.splitlines()
    assert lines and len(lines) % calls == 0, f"{len(lines)} lines for {calls} calls"
    each = len(lines) // calls
    return [lines[i : i + each] for i in range(0, len(lines), each)]


class Model:
    def __init__(self, name, source, weights):
        self.name, self.weights = name, weights
        text = folder / f"{name}.mlir"
        tool = "relax-translate" if str(source[0]).startswith("--") else "relax-opt"
        subprocess.run([tool, *source, "-o", text], check=True, stderr=subprocess.DEVNULL)
        self.vm = folder / f"{name}.vm.mlir"
        subprocess.run(["relax-opt", "--relax-pipeline=cpu", text, "-o", self.vm], check=True)

    def start(self, calls, *options):
        path = folder / f"{self.name}-{len(calls)}.calls"
        path.write_text("".join(f"{call} --output=-\n" for call in calls), encoding="utf-8")
        command = ["relax-run", self.vm, f"--weights-dir={self.weights}", f"--cache-dir={folder / 'cache'}", f"--calls=@{path}"]
        return subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)

    def run(self, calls, *options):
        process = self.start(calls, *options)
        text, _ = process.communicate()
        assert process.returncode == 0
        return blocks(text, len(calls))


def check(model, calls):
    want = model.run(calls, "--threads=1")
    assert all(block != want[0] for block in want[1:])  # values that say something
    got = {f"{threads} threads": model.run(calls, f"--threads={threads}") for threads in (2, 7)}
    other = model.start(calls * (100 // len(calls)), "--threads=7")
    got["beside another process"] = model.run(calls, "--threads=7")
    text, _ = other.communicate()
    got["behind many calls"] = blocks(text, 100 // len(calls) * len(calls))[-len(calls) :]
    got["the other order"] = model.run(calls[::-1], "--threads=2")[::-1]
    for seed in (1, 2):
        got[f"by turns {seed}"] = model.run(calls, "--threads=2", f"--interleave={seed}")
    wrong = [way for way, values in got.items() if values != want]
    print(f"{model.name}: {len(calls)} calls, {len(got)} ways, " + (f"differ: {', '.join(wrong)}" if wrong else "equal"))


folder.mkdir(parents=True)
given = given_models.arrays(shared, models) if kind == "arrays" else given_models.structures(shared, models, folder)
for name, source, weights, calls in list(given):
    check(Model(name, source, weights), calls)
