//===- DeductionTarget.h - a shape that a tensor's value says -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the rules of reshape and broadcast_to share.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SHAPES_DEDUCTIONTARGET_H
#define RELAX_TRANSFORMS_SHAPES_DEDUCTIONTARGET_H

#include "lib/Transforms/Shapes/Deduction.h"

typedef struct DeductionTarget {
  Deduction *deduction;
  MlirOperation op;
  RelaxTensorInfo input;
  const ShapeTensor *tensor; // the followed elements, NULL if none
  bool ranked;               // the result's rank is known
  intptr_t rank;             // of the result
  SymExpr *dims;
  intptr_t rest;    // index of the -1, or -1
  intptr_t problem; // first element that was given up, or -1
  const char *why;
} DeductionTarget;

/// False: the elements are not followed; the result's rank may be known.
bool deductionTargetRead(Deduction *deduction, MlirOperation op,
                         MlirValue input, MlirValue value,
                         DeductionTarget *target);
/// `?`; notes the first reason.
SymExpr deductionTargetGiveUp(DeductionTarget *target, intptr_t element,
                              const char *why);
/// All symbols of `dim` stand in the input's type (docs/language/symbols.md,
/// rule 2), or, where the whole type becomes known, can be given.
bool deductionTargetFlows(const DeductionTarget *target, SymExpr dim);
/// The result type from `dims`.
MlirType deductionTargetType(const DeductionTarget *target);
/// The result type, where dimensions whose symbols no operand has are `?`; a
/// broadcast may get operands for the symbols' sake. `*exact`: nothing was
/// given up; else a remark says why.
void deductionTargetFinish(DeductionTarget *target, MlirType *type,
                           bool *exact);

#endif // RELAX_TRANSFORMS_SHAPES_DEDUCTIONTARGET_H
