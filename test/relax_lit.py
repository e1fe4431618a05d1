"""What lit needs for tests of relax-opt, in this tree and for passes outside of it (docs/out-of-tree.md).

    import relax_lit
    relax_lit.configure(config, bin="/usr/bin", plugins=["build/CountOps.so"])

Every run of relax-opt in a test then has the plugins and the checks of the suite: the text round-trips, public types and facts
only become more precise, a pass does the same, up to names, after symbols were renamed, and what it gives is verified behind
each pass. RELAX_OPT_ROUNDTRIP=0, RELAX_OPT_SIGNATURES=0, RELAX_OPT_RENAME=0 and RELAX_OPT_EACH=0 in the environment switch one off.
"""

import os

import lit.formats

LLVM = "/usr/lib/llvm-22/bin"
SWITCHES = {
    "RELAX_OPT_ROUNDTRIP": "--verify-roundtrip",
    "RELAX_OPT_SIGNATURES": "--verify-signatures",
    "RELAX_OPT_RENAME": "--verify-rename-symbols",
    "RELAX_OPT_EACH": "--verify-each",
}


def configure(config, bin, plugins=()):
    """Format, suffixes, PATH (`bin` has the tools) and what relax-opt stands for."""
    config.test_format = lit.formats.ShTest(execute_external=False)
    config.suffixes = [".mlir", ".test"]
    config.excludes = ["Inputs"]
    config.environment["PATH"] = os.pathsep.join([str(bin), LLVM, os.environ["PATH"]])
    config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
    options = [option for name, option in SWITCHES.items() if os.environ.get(name, "1") != "0"]
    options += [f"--load-pass-plugin={os.path.abspath(plugin)}" for plugin in plugins]
    config.substitutions.append((r"(?<![\w/.-])relax-opt(?![\w.-])", " ".join(["relax-opt", *options])))
