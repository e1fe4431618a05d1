//===- Backends.h - the back ends of the tree -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_BACKENDS_BACKENDS_H
#define RELAX_CONVERSION_BACKENDS_BACKENDS_H

#include "lib/Conversion/Backends/Backend.h"

/// C files (C/).
extern const RelaxBackendCompiler relaxBackendCompilerC;

/// Graphs in JSON (JsonGraph/).
extern const RelaxBackendCompiler relaxBackendCompilerOneDNN;
extern const RelaxBackendCompiler relaxBackendCompilerOpenBLAS;

#endif // RELAX_CONVERSION_BACKENDS_BACKENDS_H
