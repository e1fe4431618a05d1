"""Values stay the same after every pass: pass-values.py FILE [--dims=n=0 ...] [--weights-dir=DIR] [--rtol=X] [--atol=X]

The reference interpreter runs FILE as it is. Then the passes of the CPU pipeline are applied one after the other;
after each one the rest of the pipeline is compiled from the text as it stands, run on the same seeded inputs with
poisoned memory and verified facts, and compared. Every --dims is one set of extents.
"""

import re
import subprocess
import sys
import tempfile

arguments = sys.argv[1:]
file = arguments[0]
dims = [a[len("--dims=") :] for a in arguments if a.startswith("--dims=")] or [""]
directories = [a for a in arguments if a.startswith("--weights-dir=")]
tolerances = [a for a in arguments if a.startswith(("--rtol=", "--atol="))]


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    return done


def passes():
    """The passes of relax-cpu one by one, each as pipeline text."""
    text = run("relax-opt", "--pass-pipeline=builtin.module(relax-cpu)", "--dump-pass-pipeline", "-", text="module {}").stderr
    text = re.sub(r"\s+", " ", text.split("Pass Manager with", 1)[1].split(":", 1)[1]).strip()
    inner = text[text.index("(") + 1 : text.rindex(")")]
    depth, start, items = 0, 0, []
    for position, c in enumerate(inner + ","):
        depth += (c in "({") - (c in ")}")
        if c == "," and depth == 0:
            items.append(inner[start:position].strip())
            start = position + 1
    for item in items:
        match = re.fullmatch(r"([\w.]+)\((.*)\)", item)
        if match:  # nested: one pipeline per inner pass
            for name in re.findall(r"[\w-]+(?:\{[^}]*\})?", match[2]):
                yield f"{match[1]}({name})"
        elif item:
            yield item


with tempfile.TemporaryDirectory() as folder:
    with open(file) as source:
        text = source.read()
    calls = []
    for number, extents in enumerate(dims):
        call = [f"--dims={extents}", "--seed=1", f"--output=@{folder}/NAME{number}.npy"]
        calls.append(call)

    def all_calls(name, *more):
        """The arguments of one process that runs every set of extents."""
        result = []
        for number, call in enumerate(calls):
            result += ["--then"] * bool(number) + [a.replace("NAME", name) for a in call]
            result += [a.replace("NUMBER", str(number)) for a in more]
        return result

    run("relax-run", file, "--mode=reference", *all_calls("reference"), *directories)
    count = 0
    for name in passes():
        text = run("relax-opt", f"--pass-pipeline=builtin.module({name})", "-", text=text).stdout
        with open(f"{folder}/step.mlir", "w") as step:
            step.write(text)
        expect = f"--expect=@{folder}/referenceNUMBER.npy"
        run("relax-run", f"{folder}/step.mlir", "--poison", "--verify-facts", *directories,
            *all_calls("step", expect, *tolerances))
        count += 1
    print(f"{count} passes, {len(dims)} sets of extents: values agree")
