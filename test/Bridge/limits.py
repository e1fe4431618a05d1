"""With a limit of 0 the output of every pass is its input: limits.py RELAX_OPT TEST_FOLDER

Each pass that --list-passes shows runs on files of the tests that name it in a RUN line. Prints one line per pass that
changes something or that no file is found for, and the number of passes.
"""

import pathlib
import re
import subprocess
import sys

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
for name in names:
    runs = OTHERS.get(name, [])
    for path, text in texts.items():
        found = re.search(rf"RUN: relax-opt %s(?: -[^|>\s]+)*? (-?-pass-pipeline='[^']*{name}[^']*'|--{name}(?:='[^']*'|=\S+)?|\"--{name}=[^\"]*\")(?=\s)", text)
        if found and len(runs) < MAX_FILES:
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
