//===- ShapeValues.h - integer tensors that carry shapes ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Imported models compute shapes in integer tensors: the shape of an input is
// taken apart, its parts are cast, sliced, joined, and end as the target of a
// reshape. This analysis follows such small tensors element by element as
// expressions over the symbols (docs/language/extents.md).
//
// An element of i64 stands for the exact integer: a program whose 64-bit shape
// arithmetic wraps gets an error where the extent is computed, never a wrapped
// shape. Narrower elements really wrap, so what the prover cannot show to fit
// carries the fact that makes it fit; who uses the element has to establish it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_SHAPEVALUES_H
#define RELAX_ANALYSIS_SHAPEVALUES_H

#include "lib/Analysis/Facts.h"

/// More elements than this are no shape.
enum { SHAPE_VALUES_MAX = 64 };

/// A fact that an element's value depends on.
typedef struct ShapeCondition {
  SymFact fact;
  const struct ShapeCondition *next;
} ShapeCondition;

/// `value` is `?` where the element is not known; it may be negative.
typedef struct ShapeElement {
  SymExpr value;
  const ShapeCondition *conditions;
} ShapeElement;

/// Elements in row-major order; the tensor has static extents.
typedef struct ShapeTensor {
  intptr_t count;
  const ShapeElement *elements;
} ShapeTensor;

typedef struct ShapeValues ShapeValues;

/// Results live in the arena of `facts`, which is borrowed and may grow.
ShapeValues *shapeValuesCreate(const Facts *facts);
void shapeValuesDestroy(ShapeValues *values);
/// Follows the results of `op`. Operations are visited in their order, each
/// after its result types are final.
void shapeValuesVisit(ShapeValues *values, MlirOperation op);
/// To be called before a followed operation is destroyed.
void shapeValuesForget(ShapeValues *values, MlirOperation op);
/// NULL for a tensor that is not followed.
const ShapeTensor *shapeValuesOf(const ShapeValues *values, MlirValue value);

/// The number of elements of a tensor type whose extents are all literals, or
/// -1: some extent is symbolic or unknown, or there are more than `limit`.
intptr_t shapeStaticCount(MlirType type, intptr_t limit);

#endif // RELAX_ANALYSIS_SHAPEVALUES_H
