"""With a limit of 0 the output of every pass is its input: limits.py RELAX_OPT TEST_FOLDER

Each pass that --list-passes shows runs on files of the tests that name it in a RUN line, or on text that other passes make.
Prints one line per pass that changes something or that no file is found for, and the number of passes.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

MAX_FILES = 4


def output(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    return result.returncode, result.stdout


tool, root = sys.argv[1], pathlib.Path(sys.argv[2])
names = re.findall(r"^  --((?:relax|tir|lower)-[\w-]+)", output(tool, "--list-passes")[1], re.M)
texts = {path: path.read_text() for path in sorted(root.glob("**/*.mlir"))}
done = 0
OTHERS = {"relax-link": [(str(root / "Bridge/Inputs/limits-main.mlir"), f"--relax-link=file={root}/Bridge/Inputs/limits-part.mlir")]}
MARKED, ALGEBRA = str(root / "Bridge/Inputs/limits-marked.mlir"), f"{root.parent}/share/relax/rewrites/algebra.mlir"
for name in ("relax-annotate", "relax-apply-patterns", "relax-verify-rewrites"):
    OTHERS[name] = [(MARKED, f"--{name}=file={ALGEBRA}")]
OTHERS["relax-generate-regions"] = [(str(root / "Bridge/Inputs/limits-region.mlir"), "--relax-generate-regions")]
for name in ("relax-merge-regions", "relax-partition", "relax-partition-report"):
    OTHERS[name] = [(MARKED, f"--{name}")]
# Passes behind others: {pass: (text, what makes their input of it, option)}.
CALLS = "--pass-pipeline=builtin.module(relax-legalize,relax-fuse-ops)"
FUSED = ["--relax-pipeline=cpu", "--to=fused"]


def source(path, *parts):
    """A file, or some of its parts as split-file has them."""
    whole = (root / path).read_text()
    split = dict(part.split("\n", 1) for part in whole.split("//--- ")[1:])
    return "".join(split[part] for part in parts) if parts else whole


PREPARED = {
    "relax-convert-borders": (source("Bridge/Inputs/limits-marked.mlir"), ["--relax-merge-regions", "--relax-partition"], "=precision=bf16"),
    "relax-fuse-lookups": (source("Transforms/Fusion/FuseLookups-run.mlir"), [CALLS], ""),
    "relax-fuse-online": (source("Transforms/Fusion/FuseOnline-run.mlir"), [CALLS], ""),
    "relax-fuse-reduced": (source("Transforms/Fusion/FuseReduced-run.mlir"), [CALLS], ""),
    "relax-replace-programs": (source("Transforms/Patterns/ReplacePrograms.mlir", "main.mlir", "turned.mlir"), [], ""),
    "relax-split-programs": (source("Transforms/Patterns/SplitPrograms.mlir", "graph.mlir"), FUSED, ""),
}
made = tempfile.TemporaryDirectory()
for name, (before, options, option) in PREPARED.items():
    path = pathlib.Path(made.name) / f"{name}.mlir"
    path.write_text(before)
    prepared = output(tool, str(path), *options)[1]
    path.write_text(prepared)
    failed, after = output(tool, str(path), f"--{name}{option}")
    if failed or after == prepared:
        print(f"{name}: status {failed}, it changes nothing of what others make")
    OTHERS[name] = [(str(path), f"--{name}{option}")]
# A pass that needs a file beside its text.
record = dict(part.split("\n", 1) for part in (root / "e2e/memory-record.test").read_text().split("#--- ")[1:])
for part in ("views.mlir", "views"):
    (pathlib.Path(made.name) / part).write_text(record[part])
OTHERS["relax-record-recompute"] = [
    (f"{made.name}/views.mlir", f"--pass-pipeline=builtin.module(relax.func(relax-record-recompute{{decisions={made.name}/views}}))")
]
for name in names:
    runs = OTHERS.get(name, [])
    for path, text in texts.items():
        found = re.search(rf"RUN: relax-opt %s(?: -[^|>\s]+)*? (-?-pass-pipeline='[^']*{name}[^']*'|--{name}(?:='[^']*'|=\S+)?|\"--{name}=[^\"]*\")(?=\s)", text)
        if found and "%" not in found[1] and len(runs) < MAX_FILES:  # no file of lit's is written
            runs.append((str(path), re.sub("[\"']", "", found[1])))
    good = 0
    for path, option in runs:
        status, plain = output(tool, path)
        if status or output(tool, path, option)[0]:
            continue  # a file of errors, or of several modules
        for limit in ("--pass-limit=0", "--rewrite-limit=0"):
            status, limited = output(tool, path, option, limit)
            if status or limited != plain:
                print(f"{name}: {path}: {option} {limit}: status {status}, the output differs")
            else:
                good += 1
        # Some of the changes leave a module, too.
        if output(tool, path, option, "--rewrite-limit=1")[0]:
            print(f"{name}: {path}: {option} --rewrite-limit=1: the output is no module")
    if not good:
        print(f"{name}: no file to run it on")
    done += good > 0
print(f"{done} of {len(names)} passes")
