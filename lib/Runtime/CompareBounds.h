//===- CompareBounds.h - what rounding can do to a tensor -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Bounds for relaxCompareWithin: what some runs with errors of rounding
// (lib/Interpreter/Interpreter.h) differ from one without.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_COMPAREBOUNDS_H
#define RELAX_RUNTIME_COMPAREBOUNDS_H

#include "lib/Runtime/Tensor.h"

enum { RELAX_BOUND_RUNS = 4 };

/// Zeros, f64; no tensor where the elements are no numbers.
RelaxTensor relaxBoundsStart(const RelaxTensor *expected);
/// Wider by one more run. No bounds remain where the run has another type.
void relaxBoundsWiden(RelaxTensor *bounds, const RelaxTensor *expected,
                      const RelaxTensor *got);
/// The most that was seen, times eight. Some runs may be close by chance: half
/// of what its row has on average is allowed to every float.
void relaxBoundsFinish(RelaxTensor *bounds, bool isFloat);

#endif // RELAX_RUNTIME_COMPAREBOUNDS_H
