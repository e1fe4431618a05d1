"""Values stay the same after every pass: pass-values.py FILE [--dims=n=0 ...] [--models=N] [--weights-dir=DIR] [--rtol=X] [--atol=X]

The reference interpreter runs FILE as it is. Then the passes of the CPU pipeline are applied one after the other;
after each one that changes the text the rest of the pipeline is compiled from the text as it stands (kernels that were
compiled before come from a cache), run on the same seeded inputs with poisoned memory and verified facts, and compared.
Every --dims is one set of extents; --models=N takes N sets from the model finder (extents 0, 1, bounds and primes that
satisfy the facts of FILE's public function).
"""

import re
import sys
import tempfile

from passes import cpu_passes, run

arguments = sys.argv[1:]
file = arguments[0]
dims = [a[len("--dims=") :] for a in arguments if a.startswith("--dims=")]
for a in arguments:
    if a.startswith("--models="):
        options = f"limit={a[len('--models=') :]} largest=24"
        models = run("relax-opt", f"--pass-pipeline=builtin.module(relax.func(relax-print-models{{{options}}}))", file).stderr
        dims += re.findall(r"remark: --dims=(.*)", models)
dims = dims or [""]
directories = [a for a in arguments if a.startswith("--weights-dir=")]
tolerances = [a for a in arguments if a.startswith(("--rtol=", "--atol="))]


with tempfile.TemporaryDirectory() as folder:
    with open(file) as source:
        text = run("relax-opt", "-", text=source.read()).stdout
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
    count = changed = 0
    for name in cpu_passes():
        before, text = text, run("relax-opt", f"--pass-pipeline=builtin.module({name})", "-", text=text).stdout
        count += 1
        if text == before:
            continue
        changed += 1
        with open(f"{folder}/step.mlir", "w") as step:
            step.write(text)
        expect = f"--expect=@{folder}/referenceNUMBER.npy"
        run("relax-run", f"{folder}/step.mlir", "--poison", "--verify-facts", f"--cache-dir={folder}/cache", *directories,
            *all_calls("step", expect, *tolerances))
    print(f"{count} passes, {changed} change the text, {len(dims)} sets of extents: values agree")
