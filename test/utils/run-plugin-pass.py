"""Builds a pass as a plugin and runs the RUN lines of its tests with it: that a new pass works, without building the
tools again.

  run-plugin-pass.py BUILD ROOT VARIABLE FILE.c TEST.mlir...     VARIABLE: the pass's descriptor in FILE.c
"""

import os
import re
import subprocess
import sys

LLVM = "/usr/lib/llvm-22"


def build(build_folder, root, variable, source):
    """The plugin's path."""
    plugin = source.removesuffix(".c") + ".so"
    entry = (
        '#include "lib/Bridge/Core/Plugin.h"\n'
        f"extern const RelaxPass {variable};\n"
        f'RELAX_PASS_PLUGIN("test", "1", &{variable})\n'
    )
    flags = ["-std=c17", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    paths = ["-I", root, "-I", build_folder, "-isystem", f"{LLVM}/include"]
    command = [f"{LLVM}/bin/clang", *flags, *paths, source, "-x", "c", "-", "-o", plugin]
    subprocess.run(command, input=entry, text=True, check=True)
    return plugin


def main():
    build_folder, root, variable, source, *tests = sys.argv[1:]
    plugin = os.path.abspath(build(build_folder, root, variable, source))
    runs = 0
    for test in tests:
        with open(test, encoding="utf-8") as file:
            lines = re.findall(r"^// RUN: (.*)$", file.read(), re.M)
        for line in lines:
            line = re.sub(r"\brelax-opt\b", f"relax-opt --load-pass-plugin={plugin}", line.replace("%s", test))
            subprocess.run(["bash", "-o", "pipefail", "-c", line], check=True, timeout=60)
            runs += 1
    print(f"{variable}: {runs} runs")


if __name__ == "__main__":
    main()
