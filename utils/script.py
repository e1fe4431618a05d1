"""What scripts of this folder share: each other as Python modules (they have no .py in their names), and runs of programs that may be wrong."""

import importlib.machinery
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys

MEMORY = 10 << 30  # bytes that a program of a campaign may take


def load(name):
    """The script utils/NAME as a module."""
    sys.dont_write_bytecode = True
    path = str(pathlib.Path(__file__).parent / name)
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def run_within(seconds, command, **options):
    """subprocess.run with captured output, of a program that may run away. What is late ends with all that it started; and
    what outlives this process, because somebody killed it, ends by limits of its own."""
    words = ["prlimit", f"--cpu={4 * seconds}", f"--as={MEMORY}", "--", *map(str, command)]
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    with subprocess.Popen(words, start_new_session=True, **options) as process:
        try:
            out, error = process.communicate(timeout=seconds)
        except BaseException as stopped:
            os.killpg(process.pid, signal.SIGKILL)
            if isinstance(stopped, subprocess.TimeoutExpired):
                stopped.output, stopped.stderr = process.communicate()
            raise
    return subprocess.CompletedProcess(words, process.returncode, out, error)
