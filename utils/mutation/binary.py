"""One relax-opt with many changes in it, of which the variable RELAX_MUTANT picks one by its number.

Changed sources lie in the folder of the binary, never in the tree. What does not compile with a change is left out.
"""

import concurrent.futures
import json
import os
import pathlib
import random
import shlex
import subprocess

from . import sites

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ("Transforms", "Schedule", "Conversion")
SWITCH = """#include <stdlib.h>
int relaxMutant(void) {
  static int number = -1;
  const char *text = number < 0 ? getenv("RELAX_MUTANT") : NULL;
  if (number < 0)
    number = text ? atoi(text) : 0;
  return number;
}
"""


def draw(count, seed):
    """`count` changes, in turn of each room and kind."""
    numbers, lists = random.Random(seed), []
    for room in ROOMS:
        every = []
        for path in sorted((ROOT / "lib" / room).rglob("*.c")):
            every += sites.changes(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
        numbers.shuffle(every)
        lists += [[change for change in every if change.kind == kind] for kind in sites.KINDS]
    return [lists[i % len(lists)][i // len(lists)] for i in range(count)]


class Binary:
    """relax-opt in `folder`/bin beside the other tools of the build, which have no change."""

    def __init__(self, build, folder):
        self.build, self.folder = pathlib.Path(build), pathlib.Path(folder)
        self.opt = self.folder / "bin" / "relax-opt"
        commands = json.loads((self.build / "compile_commands.json").read_text())
        self.commands = {os.path.relpath(c["file"], ROOT): c["command"] for c in commands}

    def compile(self, path, numbered):
        """The object of a source with these changes, or None."""
        name = path.replace("/", "_").removesuffix(".c") + ("" if len(numbered) > 1 else f"_{next(iter(numbered))}")
        source, thing = self.folder / f"{name}.c", self.folder / f"{name}.o"
        source.write_text(sites.with_switch((ROOT / path).read_text(encoding="utf-8"), numbered))
        words = [word for word in shlex.split(self.commands[path]) if word not in ("-Werror", "-Wall", "-Wextra")]
        for option, value in (("-o", str(thing)), ("-c", str(source))):
            words[words.index(option) + 1] = value
        words += ["-w", "-Werror=incompatible-pointer-types", "-Werror=int-conversion"]
        done = subprocess.run(words, cwd=self.build, capture_output=True, text=True, check=False)
        return thing if done.returncode == 0 else None

    def compile_file(self, item):
        """(object or None, the changes that compile) of a source."""
        path, text = item[0], (ROOT / item[0]).read_text(encoding="utf-8")
        numbered = {n: change for n, change in item[1].items() if sites.line_of(text, change)}
        if not numbered:
            return None, {}
        thing = self.compile(path, numbered)
        if thing or len(numbered) == 1:
            return thing, numbered if thing else {}
        good = {n: change for n, change in numbered.items() if self.compile(path, {n: change})}
        return (self.compile(path, good) if good else None), good

    def make(self, numbered):
        """Builds it; the changes that are in it."""
        (self.folder / "bin").mkdir(parents=True, exist_ok=True)
        by_file = {}
        for number, change in numbered.items():
            by_file.setdefault(change.file, {})[number] = change
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(self.compile_file, sorted(by_file.items())))
        (self.folder / "switch.c").write_text(SWITCH)
        subprocess.run(["clang-22", "-c", "switch.c", "-o", "switch.o"], cwd=self.folder, check=True)
        objects = [str(self.folder / "switch.o")] + [str(thing) for thing, _ in results if thing]
        line = subprocess.run(["ninja", "-t", "commands", "bin/relax-opt"], cwd=self.build, capture_output=True, text=True, check=True)
        words = shlex.split(line.stdout.splitlines()[-1])
        words = words[words.index("&&") + 1 :]
        words = words[: words.index("&&")]
        words[words.index("-o") + 1] = str(self.opt)
        # Objects come before the archives, whose members of the same names are left out then.
        at = words.index("-Wl,--start-group")
        subprocess.run(words[:at] + objects + words[at:], cwd=self.build, check=True)
        for tool in ("relax-run", "relax-reduce"):
            (self.folder / "bin" / tool).unlink(missing_ok=True)
            os.link(self.build / "bin" / tool, self.folder / "bin" / tool)  # a later build makes a new file
        return {n: change for _, good in results for n, change in good.items()}
