//===- Version.c - what --version says ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/Version.h"
#include "tools/Version.gen.h"

const char *toolVersion(void) { return RELAX_VERSION; }
