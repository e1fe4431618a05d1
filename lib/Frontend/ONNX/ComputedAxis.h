//===- ComputedAxis.h - one axis that only the run knows ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tensor as [before, axis, behind, kept...], whose extents are computed, so
// that an operation along dimension 1 does it; and its result back.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_COMPUTEDAXIS_H
#define RELAX_FRONTEND_ONNX_COMPUTEDAXIS_H

#include "lib/Frontend/ONNX/Importer.h"

typedef struct ComputedAxis {
  int64_t rank, kept; // dimensions in all, and at the end
  MlirValue extents;  // of the dimensions before these
  MlirValue here;     // for each of them, whether it is the axis
} ComputedAxis;

/// `axis` is a scalar i64, negative from the end of the dimensions that are not
/// kept; one that there is not is an error of the call. Null operands give
/// null.
MlirValue computedAxisSplit(Importer *importer, MlirValue x, MlirValue axis,
                            int64_t kept, ComputedAxis *split);
/// `y` has another extent along dimension 1, and other kept ones, if need be.
MlirValue computedAxisJoin(Importer *importer, MlirValue y,
                           const ComputedAxis *split);

#endif // RELAX_FRONTEND_ONNX_COMPUTEDAXIS_H
