//===- ShapeFacts.h - what operations say of their extents ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Facts that no clause states: they follow from an operation that has run
// (BladeDISC's constraint collection). Where types have expressions, most of
// what BladeDISC collects is said by the types; what is left are equalities
// behind checks and equal element counts behind reshapes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_SHAPEFACTS_H
#define RELAX_ANALYSIS_SHAPEFACTS_H

#include "lib/Analysis/Facts.h"

/// The element count of a value whose own type does not say it.
typedef struct ShapeCount {
  const void *key; // MlirValue::ptr
  SymExpr value;
} ShapeCount;

typedef struct ShapeFacts {
  Arena *arena;
  ShapeCount *counts; // stb_ds map
} ShapeFacts;

/// Adds to `facts` what `op` implies beyond its clause; operations come in the
/// order in which they run.
void shapeFactsVisit(ShapeFacts *state, MlirOperation op, Facts *facts);
void shapeFactsFree(ShapeFacts *state);

#endif // RELAX_ANALYSIS_SHAPEFACTS_H
