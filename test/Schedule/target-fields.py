"""Which texts change when one field of a target does: target-fields.py MODULE OUT-FOLDER"""

import pathlib
import re
import subprocess
import sys

LINE = {
    "arch": ('"x86_64"', '"aarch64"'),
    "cpu": ('cpu "x86-64-v3"', 'cpu "x86-64-v4"'),
    "tune": ('tune "znver3"', 'tune "haswell"'),
    "features": ('features ["gfni"]', 'features ["avxvnni"]'),
    "vector_bytes": ("vector_bytes 32", "vector_bytes 16"),
    "registers": ("registers 16", "registers 32"),
    "line_bytes": ("line_bytes 64", "line_bytes 16"),
    "cache_bytes": ("cache_bytes 524288", "cache_bytes 2097152"),
}
ARM = {'cpu "x86-64-v3"': 'cpu "generic"', 'tune "znver3"': 'tune "cortex-a72"', 'features ["gfni"]': 'features ["dotprod"]'}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


def texts(module, target):
    """The loop programs after their schedules, without the target itself, and LLVM IR."""
    text = run("relax-opt", module, f"--pass-pipeline=builtin.module(relax-cpu{{to=scheduled target='{target}'}})")
    scheduled = re.sub(r"^ *relax\.target .*$", "", text, flags=re.M)
    return scheduled, run("relax-translate", "--emit-llvm", f"--target={target}", module)


def main():
    module, out = sys.argv[1], pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    line = "relax.target @cpu " + " ".join(before for before, _ in LINE.values()) + "\n"

    def written(name, text):
        (out / f"{name}.mlir").write_text(text)
        return out / f"{name}.mlir"

    base = texts(module, written("base", line))
    for field, (before, after) in LINE.items():
        other = line.replace(before, after)
        for old, new in ARM.items() if field == "arch" else ():
            other = other.replace(old, new)
        changed = texts(module, written(field, other))
        kinds = [kind for kind, old, new in zip(("schedules", "LLVM IR"), base, changed) if old != new]
        print(f"{field}: {', '.join(kinds)}")


if __name__ == "__main__":
    main()
