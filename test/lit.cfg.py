# The suite's settings. Run it with utils/check, or by hand:
#   lit -sv build/test -Dbuild=build           (lit: /usr/lib/llvm-22/bin/lit)
#
# Environment of the suite:
#   RELAX_OPT_ROUNDTRIP=1   every run of relax-opt is a round-trip test (--verify-roundtrip)
#   CI=true                 ../shared has to be there; elsewhere tests that need it are skipped

import os
import sys

import lit.formats
from lit.llvm import llvm_config  # noqa: F401  (sets nothing unless asked to)
