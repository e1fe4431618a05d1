//===- Compose.h - operators that are written with others -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Helper operations as expressions: `composeDivide(i, x, composeSqrt(i, v))`.
// A null operand gives a null result, so that only the last value is asked for;
// what failed has reported.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_COMPOSE_H
#define RELAX_FRONTEND_ONNX_COMPOSE_H

#include "lib/Frontend/ONNX/Importer.h"

MlirValue composeSqrt(Importer *importer, MlirValue x);

MlirValue composeAdd(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeSubtract(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeMultiply(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeDivide(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeEqual(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeWhere(Importer *importer, MlirValue condition, MlirValue a,
                       MlirValue b);

/// Reductions; `axes` null: all, `keep` null: dimensions go.
MlirValue composeMax(Importer *importer, MlirValue x, MlirAttribute axes,
                     MlirAttribute keep);
/// The axes `from` to `rank - 1`, as an attribute.
MlirAttribute composeAxes(Importer *importer, int64_t from, int64_t rank);
MlirAttribute composeKeep(Importer *importer);

/// A number of the element type of `like`, as a scalar.
MlirValue composeNumber(Importer *importer, double value, MlirValue like);
/// The same elements under dimensions that the result type says.
/// The dimensions before `axis` as one and those from there on as another;
/// they must all be known.
MlirValue composeFlatten(Importer *importer, MlirValue x, int64_t axis);
MlirValue composeReshape(Importer *importer, MlirValue x, intptr_t rank,
                         const MlirAttribute *dims);
/// [C] as [C, 1, ...] with `trailing` ones.
MlirValue composeChannels(Importer *importer, MlirValue x, intptr_t trailing);
/// `x` with those dimensions, checked by a relax.match_cast where its type does
/// not say them; symbols come from `given`.
MlirValue composeMatch(Importer *importer, MlirValue x, intptr_t rank,
                       const MlirAttribute *dims, MlirValue given);
/// The same with symbols from two values; `?` in `dims` asks for nothing.
MlirValue composeMatchBoth(Importer *importer, MlirValue x, intptr_t rank,
                           const MlirAttribute *dims, MlirValue first,
                           MlirValue second);
/// The elements as `element`.
MlirValue composeCast(Importer *importer, MlirValue x, MlirType element);
/// Operand `index`, or null after an error.
MlirValue composeOperand(Importer *importer, size_t index);
/// Names output 0 the value; false if it is null.
bool composeResult(Importer *importer, MlirValue value);

#endif // RELAX_FRONTEND_ONNX_COMPOSE_H
