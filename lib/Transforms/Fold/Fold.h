//===- Fold.h - rules that replace an operation by a value ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to relax-fold. A rule never changes a value, not in its last bit and
// not for NaN, infinities, -0 or extents of 0.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FOLD_FOLD_H
#define RELAX_TRANSFORMS_FOLD_FOLD_H

#include "lib/Analysis/ShapeValues.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"

/// Results with more elements stay computed: text and constants remain small.
enum { FOLD_MAX_ELEMENTS = 1024, FOLD_MAX_OPERAND_ELEMENTS = 1 << 16 };

typedef struct Fold {
  RelaxPassRun *run;
  MlirOperation function;
  Facts facts;
  ShapeValues *values;
} Fold;

/// A value equal to result 0 of `op`, of the same type, or null. New operations
/// are inserted before `op`.
typedef MlirValue (*FoldRule)(Fold *fold, MlirOperation op);

MlirValue foldLayout(Fold *fold, MlirOperation op);    // moves nothing
MlirValue foldGather(Fold *fold, MlirOperation op);    // of all, or of a row
MlirValue foldCast(Fold *fold, MlirOperation op);      // there and back
MlirValue foldNeutral(Fold *fold, MlirOperation op);   // x * 1, max(x, -inf)
MlirValue foldElements(Fold *fold, MlirOperation op);  // known shape elements
MlirValue foldConstant(Fold *fold, MlirOperation op);  // by the interpreter
MlirValue foldTake(Fold *fold, MlirOperation op);      // known places
MlirValue foldBroadcast(Fold *fold, MlirOperation op); // behind the operation

/// Inserts a new operation before `op` and returns its result.
MlirValue foldInsert(MlirOperation op, MlirOperation fresh);
/// A relax.constant before `op`, named after it; null if `value` is.
MlirValue foldToConstant(MlirOperation op, MlirAttribute value);

#endif // RELAX_TRANSFORMS_FOLD_FOLD_H
