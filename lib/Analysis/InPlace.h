//===- InPlace.h - programs that may write where they read ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_INPLACE_H
#define RELAX_ANALYSIS_INPLACE_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/// The buffers `input` and `output` of a `tir.func` may be the same memory. In
/// one nest of loops, whose iterators are the indices of the only store, each
/// element is read before it is written, by the iteration that writes it, and
/// by no other. Or rows are gone through, each by one round of the loops around
/// them, and written when they have been read (InPlaceRows.c). What is computed
/// of the input goes into what is written, so that nothing that keeps the
/// program's results can change the order of the two. Vectors keep it, too
/// (VectorLoops.c): none reaches back over a round that another has done, and
/// lanes behind the last round touch no element of one.
bool tirMayWriteInto(MlirOperation func, intptr_t input, intptr_t output);

#endif // RELAX_ANALYSIS_INPLACE_H
