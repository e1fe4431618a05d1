"""What becomes of a program when a pass has a change, and which tool says so."""

import pathlib
import re
import subprocess
import time

import script

from . import inputs

PIPELINE = ["--relax-pipeline=cpu", "--target=x86-64-v3", "--verify-each"]
CASES = 6
SECONDS = 20  # of one run; the unchanged binary takes less than one
# Called wrong without a change, on some numbers. Two round inside, more than errors of their operands show; in the others
# `dynamic_slice` and `dynamic_pad` along axes that are data refuse axes that are none, which relax-bind-extents loses; one
# does not write its result, which is whatever the memory held until tir-check-bounds fills it.
KNOWN = ("DeformConv.6", "Norm.6", "bind-extents.model", "bind-grids.model", "bounds.leak")


class Done:
    """The end of a command: whether it did what was asked, and its words."""

    def __init__(self, command, environment, seconds):
        try:
            done = script.run_within(seconds, command, env=environment, encoding="utf-8", errors="replace")
            self.status, self.out, self.error = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            self.status, self.out, self.error = -1, "", late.stderr + "error: it does not end"

    def message(self):
        """The first error without its place."""
        found = re.search(r"error: (.*)", self.error)
        return found[1] if found else ("" if self.status >= 0 else f"a signal ({-self.status})")


class Judge:
    """Tries changes of `binary` on the programs; what is on disk lies in its folder."""

    def __init__(self, binary, environment):
        self.binary = binary
        self.environment = {**environment, "RELAX_CRASH_DIR": "", "LLVM_DISABLE_SYMBOLIZATION": "1", "RELAX_OPT_ROUNDTRIP": "0"}
        self.environment["PATH"] = f"{binary.folder / 'bin'}:{binary.build / 'bin'}:{environment['PATH']}"
        self.folder = binary.folder / "programs"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.names, self.good, self.alarms = [], {}, {}
        for name, text in inputs.read().items():
            self.names.append(name)
            self.path(name).write_text(text)

    def lower_all(self):
        """Programs that the unchanged passes lower, and that run, with their last stages: `good`."""
        for name in self.names:
            done = self.lower(name, 0)
            again = self.run("relax-run", self.path(name), "--mode=reference", f"--against={self.path(name)}", "--cases=1", number=0)
            if done.status == 0 and again.status == 0:
                self.good[name] = done.out
        self.all = self.folder / "all.mlir"
        self.all.write_text("\n// -----\n".join(self.path(name).read_text() for name in self.good))
        begin = time.monotonic()
        self.base = self.run("relax-opt", self.all, "--split-input-file", *PIPELINE, number=0).out
        self.seconds = 5 * (time.monotonic() - begin) + 5

    def run(self, *command, number, seconds=SECONDS):
        return Done([str(word) for word in command], {**self.environment, "RELAX_MUTANT": str(number)}, seconds)

    def path(self, name):
        return self.folder / f"{name}.mlir"

    def lower(self, name, number):
        return self.run("relax-opt", self.path(name), *PIPELINE, number=number)

    def differing(self, number, most):
        """Up to `most` programs with another last stage or none: those that are refused, and those that are changed."""
        whole = self.run("relax-opt", self.all, "--split-input-file", *PIPELINE, number=number, seconds=self.seconds)
        if whole.status == 0 and whole.out == self.base:
            return [], []
        refused, changed = [], []
        for name, text in self.good.items():
            done = self.lower(name, number)
            if done.status != 0:
                refused.append(name)
            elif done.out != text:
                changed.append(name)
            if len(refused) + len(changed) >= most:
                break
        return refused, changed

    def verify(self, name, number):
        """The pass that `--verify-by-running` names, or "" (also where it names one without a change)."""
        done = self.run("relax-opt", self.path(name), *PIPELINE, f"--verify-by-running={CASES}", "-o", "/dev/null", number=number, seconds=90)
        found = re.search(r"error: pass '([\w-]+)'.* changes what the program computes", done.error)
        if not found or not number:
            return found[1] if found else ""
        if name not in self.alarms:
            self.alarms[name] = bool(self.verify(name, 0))
        return "" if self.alarms[name] else found[1]

    def differs(self, name, number, cases=40):
        """Does the last stage, compiled or interpreted, give other values on more cases than `verify` tries?"""
        out = self.folder / f"lowered-{number}.mlir"
        out.write_text(self.lower(name, number).out)
        for mode in ("reference", "compiled"):
            done = self.run("relax-run", out, f"--mode={mode}", f"--against={self.path(name)}", f"--cases={cases}", number=0, seconds=90)
            if done.status != 0 and "no function of both" not in done.error:
                return f"{mode}: {done.message()}"
        return ""

    def command(self, path, number, refused):
        """A command for a shell that fails with the change."""
        opt = f"{self.binary.opt} {path} {' '.join(PIPELINE)}"
        if refused:
            return f"RELAX_MUTANT={number} timeout {SECONDS} {opt} -o /dev/null"
        out = self.folder / f"tried-{number}.mlir"
        return f"RELAX_MUTANT={number} timeout {SECONDS} {opt} -o {out} && timeout {SECONDS} relax-run {out} --mode=either --against={path} --cases={CASES}"

    def bisect(self, name, number, refused):
        """The pass that utils/bisect names, or its last words."""
        command = self.command(self.path(name), number, refused)
        done = self.run(inputs.ROOT / "utils" / "bisect", command, number=0, seconds=300)
        found = re.search(r"bad with \d+: pass '([\w-]+)'", done.out)
        return found[1] if found else f"? {done.message()}"

    def reduce(self, name, number, refused):
        """(lines before, lines after) of a text of several functions, in which one shows the change."""
        from_path, to_path = self.folder / f"large-{number}.mlir", self.folder / f"small-{number}.mlir"
        text = self.large(name)
        from_path.write_text(text)
        said = " with --dims="
        if refused:  # the longest words of the message that name nothing of the program
            first = self.run("relax-opt", from_path, *PIPELINE, "-o", "/dev/null", number=number).message()
            said = max(first.split("'")[::2], key=len).strip() if "signal" not in first else ""
        options = [f"--test={self.command('%s', number, refused)}", f"--timeout={SECONDS}", *([f"--message={said}"] if said else [])]
        done = self.run("relax-reduce", from_path, "-o", to_path, *options, number=0, seconds=600)
        small = pathlib.Path(to_path).read_text() if done.status == 0 and to_path.exists() else text
        return text.count("\n"), small.count("\n")

    def large(self, name):
        """The program, and functions of others until it has 100 lines."""
        text = self.path(name).read_text()
        known = set(re.findall(r"@\w+", text))
        for other in self.good:
            if text.count("\n") >= 100:
                break
            more = self.path(other).read_text()
            if other[0].isupper() and not known & set(re.findall(r"@\w+", more)):
                known |= set(re.findall(r"@\w+", more))
                text += more
        return text
