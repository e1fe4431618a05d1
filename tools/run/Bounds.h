//===- Bounds.h - what rounding can do to the results of a call -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_BOUNDS_H
#define RELAX_TOOLS_RUN_BOUNDS_H

#include "tools/run/Execute.h"

/// A bound for every element of every result, f64: eight times the most that
/// some runs of the reference with errors of rounding (Interpreter.h) differ
/// from `expected`, the reference's results, or from a run of it (NULL). Of a
/// result that has other extents in such a run there is none: no tensor.
/// stb_ds array; NULL where the program has no reference.
RelaxTensor *runBounds(RunSession *session, const RelaxFunction *function,
                       const RelaxTensor *inputs, const RelaxTensor *expected);

#endif // RELAX_TOOLS_RUN_BOUNDS_H
