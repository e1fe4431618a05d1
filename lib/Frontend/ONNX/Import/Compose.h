//===- Compose.h - helper operations of the current node ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As expressions of lib/Transforms/Decompose/GraphBuilder.h: a null operand
// gives a null result, so that only the last value is asked for; what failed
// has reported.
//
// Formulas are not the importer's business: an operator that is one is an
// operation of the graph, which relax-decompose (or, where its extents are
// open, relax-bind-extents) writes out, where it can be seen and switched off.
// What stays here:
// - what operands need before the operation: casts, checked types, a common
//   shape (Align.c), and arithmetic on extents, whose values are vectors of a
//   few numbers (targets of views, ranges that give an extent); it folds into
//   types where these say the extents;
// - the same around the result: a cast or a view back;
// - operators that the specification itself defines as a few operations of the
//   graph on all elements, such as Gemm (alpha * A' * B' + beta * C), Clip,
//   Mean of several operands, a bias behind a convolution, Scaler and
//   LinearRegressor of ai.onnx.ml: what models compute with them other passes
//   have to see anyway, and an operation of their own would only be written out
//   by all of them;
// - graphs of the model (If, Loop, Scan, FlexAttention): programs, inlined into
//   regions or between operations.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_COMPOSE_H
#define RELAX_FRONTEND_ONNX_IMPORT_COMPOSE_H

#include "lib/Frontend/ONNX/Import/Importer.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

/// Inserts where the import is and names values after output 0 of the current
/// node; in the arena.
GraphBuilder *importBuilder(Importer *importer);

/// A helper operation, as a value.
#define COMPOSE(importer, name, Operation, args)                               \
  graphInsert(                                                                 \
      importBuilder(importer),                                                 \
      relax##Operation##Create(importHelperLocation(importer, name), args))

// Operands are aligned (importAlign): their extents may broadcast only when the
// program runs.
MlirValue composeAdd(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeSubtract(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeMultiply(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeDivide(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeMaximum(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeEqual(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeLess(Importer *importer, MlirValue a, MlirValue b);
MlirValue composeWhere(Importer *importer, MlirValue condition, MlirValue a,
                       MlirValue b);

/// The dimensions before `axis` as one and those from there on as another;
/// they must all be known.
MlirValue composeFlatten(Importer *importer, MlirValue x, int64_t axis);
/// `x` with those dimensions, checked by a relax.match_cast where its type does
/// not say them; symbols come from `given`.
MlirValue composeMatch(Importer *importer, MlirValue x, intptr_t rank,
                       const MlirAttribute *dims, MlirValue given);
/// A vector of so many elements.
MlirValue composeLength(Importer *importer, MlirValue x, int64_t count);
/// The same with symbols from two values; `?` in `dims` asks for nothing.
MlirValue composeMatchBoth(Importer *importer, MlirValue x, intptr_t rank,
                           const MlirAttribute *dims, MlirValue first,
                           MlirValue second);
/// Operand `index`, or null after an error.
MlirValue composeOperand(Importer *importer, size_t index);
/// Names output 0 the value; false if it is null.
bool composeResult(Importer *importer, MlirValue value);

#endif // RELAX_FRONTEND_ONNX_IMPORT_COMPOSE_H
