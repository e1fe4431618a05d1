"""Scripts of this folder as Python modules; they have no .py in their names."""

import importlib.machinery
import importlib.util
import pathlib
import sys


def load(name):
    """The script utils/NAME as a module."""
    sys.dont_write_bytecode = True
    path = str(pathlib.Path(__file__).parent / name)
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module
