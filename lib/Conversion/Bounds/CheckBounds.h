//===- CheckBounds.h - accesses stay within their buffers -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_BOUNDS_CHECKBOUNDS_H
#define RELAX_CONVERSION_BOUNDS_CHECKBOUNDS_H

#include "lib/Bridge/Core/Bridge.h"

typedef enum BoundsMode {
  BOUNDS_CHECK,   // what is not proved gets a check
  BOUNDS_REPORT,  // the same, and a remark says so
  BOUNDS_REQUIRE, // is an error
} BoundsMode;

/// The accesses of a `tir.func` that is not lowered yet; adds to the counts.
/// Failure after a reported error. The dialects of RELAX_LOWER_TIR_DIALECTS are
/// loaded.
MlirLogicalResult relaxCheckBounds(MlirOperation func, Arena *arena,
                                   BoundsMode mode, uint64_t *proved,
                                   uint64_t *checked);

#endif // RELAX_CONVERSION_BOUNDS_CHECKBOUNDS_H
