//===- ComposeLayout.h - shapes and indices of composed operators ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As in Compose.h: null operands give null results.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_COMPOSELAYOUT_H
#define RELAX_FRONTEND_ONNX_COMPOSELAYOUT_H

#include "lib/Frontend/ONNX/Compose.h"
#include "lib/Frontend/ONNX/ShapeTensors.h"

MlirType composeI64(Importer *importer);
/// The element type of `like` and `rank` unknown extents.
MlirType composeOpenType(Importer *importer, MlirValue like, int64_t rank);
/// A constant vector.
MlirValue composeInts(Importer *importer, const int64_t *values, size_t count);
/// The extents of `x` as a vector.
MlirValue composeShape(Importer *importer, MlirValue x);
/// The product of a vector, as a scalar.
MlirValue composeProduct(Importer *importer, MlirValue vector);
/// Elements [begin, end) of a vector, and one of them as a scalar.
MlirValue composePart(Importer *importer, MlirValue vector, int64_t begin,
                      int64_t end);
MlirValue composeElement(Importer *importer, MlirValue vector, int64_t index);
MlirValue composeConcat(Importer *importer, const MlirValue *values,
                        intptr_t count, int64_t axis);
MlirValue composeTake(Importer *importer, MlirValue x, MlirValue indices,
                      int64_t axis);
MlirValue composePermute(Importer *importer, MlirValue x, const int64_t *axes);
/// `x` under a computed shape of that rank (-1: the rest; 0 is 0).
MlirValue composeReshapeTo(Importer *importer, MlirValue x, MlirValue target,
                           int64_t rank);
/// `x` under those dimensions, to which its own broadcast; symbols that it does
/// not have come from `given`.
MlirValue composeBroadcast(Importer *importer, MlirValue x, intptr_t rank,
                           const MlirAttribute *dims, MlirValue given);
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
MlirValue composeLess(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeMaximum(Importer *importer, MlirValue a, MlirValue b);
/// Numbers around a value: `x + number`, `x * number`.
MlirValue composePlus(Importer *importer, MlirValue x, double number);
MlirValue composeTimes(Importer *importer, MlirValue x, double number);

#endif // RELAX_FRONTEND_ONNX_COMPOSELAYOUT_H
