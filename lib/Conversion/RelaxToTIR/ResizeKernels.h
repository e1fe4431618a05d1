//===- ResizeKernels.h - kernels of one resized axis ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Of a relax.resize along one axis. Private to Resize.c and ResizeKernels.c.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RELAXTOTIR_RESIZEKERNELS_H
#define RELAX_CONVERSION_RELAXTOTIR_RESIZEKERNELS_H

#include "lib/Conversion/RelaxToTIR/Legalize.h"

/// What the kernels of one axis read.
typedef struct ResizeAxis {
  TirBuilder *b;
  MlirOperation op;
  intptr_t dim, result; // the result's buffer is the last
  SymExpr in, out;
} ResizeAxis;

ResizeAxis resizeAxisOf(TirBuilder *b, MlirOperation op);
/// A constant f64.
MlirValue resizeNumber(TirBuilder *b, double value);
/// An index as f64, and back: a whole number that fits.
MlirValue resizeToFloat(TirBuilder *b, MlirValue index);
MlirValue resizeToIndex(TirBuilder *b, MlirValue x);
/// An extent as f64.
MlirValue resizeExtent(TirBuilder *b, SymExpr extent);
/// New / old extent, as the operation says it.
MlirValue resizeScale(const ResizeAxis *a);
/// Places outside of [0, extent - 1], which are extrapolated; null if there are
/// none.
MlirValue resizeIsOutside(const ResizeAxis *a, MlirValue place);

static inline MlirValue resizeAdd(TirBuilder *b, MlirValue x, MlirValue y) {
  return tirBuildArith2(b, "arith.addf", x, y);
}
static inline MlirValue resizeSub(TirBuilder *b, MlirValue x, MlirValue y) {
  return tirBuildArith2(b, "arith.subf", x, y);
}
static inline MlirValue resizeMul(TirBuilder *b, MlirValue x, MlirValue y) {
  return tirBuildArith2(b, "arith.mulf", x, y);
}
static inline MlirValue resizeDivide(TirBuilder *b, MlirValue x, MlirValue y) {
  return tirBuildArith2(b, "arith.divf", x, y);
}

/// A whole factor f that repeats every element f times, or 0.
int64_t relaxResizeRepetition(MlirOperation op);
/// Does it take every `step`-th element, from `first` on? Factors of one half,
/// a quarter and so on, whose places are exact.
bool relaxResizeSteps(MlirOperation op, int64_t *step, int64_t *first);
/// The number of weighted neighbours of an element, for these extents.
SymExpr relaxResizeNeighbours(RelaxDims *dims, MlirOperation op, SymExpr in,
                              SymExpr out);
/// Weights are divided by their sum.
bool relaxResizeIsNormalised(MlirOperation op);

/// Buffers: input, result.
MlirLogicalResult relaxBuildResizeRepeat(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildResizeEvery(TirBuilder *b, MlirOperation op);
/// Buffers: input, scales and roi where there are some, values with symbols;
/// result: a place in f64 for every element of the new axis.
MlirLogicalResult relaxBuildResizePlaces(TirBuilder *b, MlirOperation op);
/// Buffers: input, places, result.
MlirLogicalResult relaxBuildResizeNearest(TirBuilder *b, MlirOperation op);
/// Buffers: input, scales, roi, places; result: the sum of the weights for
/// every element of the new axis.
MlirLogicalResult relaxBuildResizeSums(TirBuilder *b, MlirOperation op);
/// Buffers: input, scales, roi, places, sums where they divide; result: the
/// weight of every neighbour of every element of the new axis.
MlirLogicalResult relaxBuildResizeWeights(TirBuilder *b, MlirOperation op);
/// Buffers: input, places, weights, result.
MlirLogicalResult relaxBuildResizeWeighted(TirBuilder *b, MlirOperation op);

#endif // RELAX_CONVERSION_RELAXTOTIR_RESIZEKERNELS_H
