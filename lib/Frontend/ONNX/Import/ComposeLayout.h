//===- ComposeLayout.h - shapes and numbers of helper operations ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As in Compose.h: null operands give null results.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_COMPOSELAYOUT_H
#define RELAX_FRONTEND_ONNX_IMPORT_COMPOSELAYOUT_H

#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/ShapeTensors.h"

/// The element type of `like` and `rank` unknown extents.
MlirType composeOpenType(Importer *importer, MlirValue like, int64_t rank);
/// A constant vector.
MlirValue composeInts(Importer *importer, const int64_t *values, size_t count);
/// `x` under a computed shape of that rank (-1: the rest; 0 is 0).
MlirValue composeReshapeTo(Importer *importer, MlirValue x, MlirValue target,
                           int64_t rank);
/// 0, 1, ... before the extent of `x` along `axis`, or before a scalar i64.
MlirValue composeRangeOf(Importer *importer, MlirValue x, int64_t axis);
MlirValue composeRange(Importer *importer, MlirValue limit);
/// 0, step, ... before a scalar i64.
MlirValue composeRangeBy(Importer *importer, MlirValue limit, MlirValue step);
/// Operand `index` as a vector of `count` elements i64.
MlirValue composeVector(Importer *importer, size_t index, int64_t count);
/// A vector, which has to have one element, as a scalar; other ranks stay.
MlirValue composeAsScalar(Importer *importer, MlirValue value);
/// Operand `index`, which has to be one integer, as a scalar i64.
MlirValue composeScalar(Importer *importer, size_t index);

#endif // RELAX_FRONTEND_ONNX_IMPORT_COMPOSELAYOUT_H
