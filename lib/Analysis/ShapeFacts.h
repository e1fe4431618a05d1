//===- ShapeFacts.h - what operations say of their extents ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Facts that no clause states: they follow from an operation that has run
// (BladeDISC's constraint collection). Where types have expressions, most of
// what BladeDISC collects is said by the types (test/Transforms/Shapes/BladeDISC.mlir
// has its table row by row); what is left are equalities behind checks, equal
// element counts behind reshapes, and bounds of parts and choices.
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

/// Adds what an operation whose result only the run knows implies of the
/// symbols that it binds: there are at most as many as there were elements.
void shapeFactsAddBound(Facts *facts, MlirOperation op);
/// Adds to `facts` what `op` implies beyond its clause; operations come in the
/// order in which they run. Not for shape deduction: what a pure operation says
/// of symbols that others bind goes with the operation. What checks find to be
/// equal factsAddOf knows, too.
void shapeFactsVisit(ShapeFacts *state, MlirOperation op, Facts *facts);
void shapeFactsFree(ShapeFacts *state);

#endif // RELAX_ANALYSIS_SHAPEFACTS_H
