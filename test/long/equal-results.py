"""Equal results of the given models: equal-results.py SHARED MODELS FOLDER

Each model answers some calls, on one thread; to the bit the same comes on 2 and on 7 threads, beside another process, behind a
hundred calls in the process, in the other order of calls, and with all calls going on by turns. Prints a line a model.
"""

import pathlib
import subprocess
import sys

shared, models, folder = (pathlib.Path(path) for path in sys.argv[1:])

# name, import, folder of weights, calls
MODELS = [
    ("mnist", ["--import-onnx", models / "mnist.onnx"], models, ["--seed=1", "--seed=2", "--seed=3"]),
    ("magika", ["--import-onnx", models / "magika.onnx"], models, ["--dims=unk__214=1", "--dims=unk__214=3 --seed=4"]),
    ("encoder", ["--import-onnx", models / "encoder.onnx"], models,
     ["--dims=batch=2,sequence=5", "--dims=batch=1,sequence=31", "--dims=batch=5,sequence=1"]),
    ("silero", ["--import-onnx", shared / "silero-vad/silero_vad_16k_op15.onnx", "--onnx-facts=256 <= sequence <= 640"],
     shared / "silero-vad", ["--dims=batch=1,sequence=512", "--dims=batch=3,sequence=300 --seed=2"]),
    ("stories", ["--import-gguf", shared / "stories260k/stories260K.gguf"], shared / "stories260k",
     [f"--entry=forward --dims=t=0 --input=tokens={n}xi64={' '.join(map(str, range(3, 3 + n)))}" for n in (1, 7, 33)]),
    ("rwkv5", models / "rwkv5.mlir", shared / "rwkv-tiny",
     ["--entry=logits --input=3xi64=34,105,110", "--entry=logits --input=5xi64=1,2,3,4,5"]),
]  # fmt: skip


def blocks(text, calls):
    """What was printed for each call: the same number of lines for all."""
    lines = text.splitlines()
    assert lines and len(lines) % calls == 0, f"{len(lines)} lines for {calls} calls"
    each = len(lines) // calls
    return [lines[i : i + each] for i in range(0, len(lines), each)]


def quoted(call):
    return " ".join(f"'{option}'" if option.startswith("--input") else option for option in options_of(call))


def options_of(call):
    """Blanks inside of a value belong to it."""
    options = []
    for word in call.split(" "):
        if word.startswith("--"):
            options.append(word)
        else:
            options[-1] += " " + word
    return options


class Model:
    def __init__(self, name, source, weights):
        self.name, self.weights = name, weights
        text = folder / f"{name}.mlir"
        if isinstance(source, list):
            subprocess.run(["relax-translate", *source, "-o", text], check=True, stderr=subprocess.DEVNULL)
        else:
            text = source
        self.vm = folder / f"{name}.vm.mlir"
        subprocess.run(["relax-opt", "--relax-pipeline=cpu", text, "-o", self.vm], check=True)

    def start(self, calls, *options):
        path = folder / f"{self.name}-{len(calls)}.calls"
        path.write_text("".join(f"{quoted(call)} --output=-\n" for call in calls), encoding="utf-8")
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


for name, source, weights, calls in MODELS:
    check(Model(name, source, weights), calls)
