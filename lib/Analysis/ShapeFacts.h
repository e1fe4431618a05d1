//===- ShapeFacts.h - what operations say of their extents ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Facts that no clause states: they follow from an operation that has run
// (BladeDISC's constraint collection). Where types have expressions, most of
// what BladeDISC collects is said by the types (test/Transforms/BladeDISC.mlir
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
  /// Leaves out what a pure operation only says of symbols that others bind:
  /// nobody uses its result, and it goes, and nobody checks that any more.
  bool enforcedOnly;
} ShapeFacts;

/// Adds to `facts` what `op` implies beyond its clause; operations come in the
/// order in which they run.
void shapeFactsVisit(ShapeFacts *state, MlirOperation op, Facts *facts);
/// To be called before a visited operation is destroyed.
void shapeFactsForget(ShapeFacts *state, MlirOperation op);
void shapeFactsFree(ShapeFacts *state);

#endif // RELAX_ANALYSIS_SHAPEFACTS_H
