//===- TensorBound.h - memory for tensors before their extents are known --===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a function knows when it begins, and how much memory tensors may need
// whose extents are bound later: that of the bounds which the facts of the
// binders give (Nimble's upper-bound mode).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_TENSORBOUND_H
#define RELAX_ANALYSIS_TENSORBOUND_H

#include "dialects/Sym/NameList.h"
#include "lib/Analysis/TensorSize.h"

typedef struct TensorBounds {
  MlirBlock block; // of the function, or of a region in it
  Facts facts;     // hold when it begins
  /// Those of its operations too, in their order. A tensor is written once all
  /// its extents are bound, so those up to the last of their binders say how
  /// large it becomes; what is checked behind that says nothing of it.
  Facts binders;
  SymNameList bound; // in it
  size_t *holding;   // how many of `binders` hold once each is bound
} TensorBounds;

void tensorBoundsOf(Arena *arena, MlirBlock block, TensorBounds *out);

/// A size in the symbols of the arguments of the block and of those around it
/// that a tensor of this type never exceeds. `*bounded`: its own extents have
/// others. False if none is known; a type without a size is the caller's
/// business.
bool tensorSizeAtMost(const TensorBounds *bounds, MlirType type,
                      TensorSize *out, bool *bounded);

#endif // RELAX_ANALYSIS_TENSORBOUND_H
