//===- DeductionTarget.c - a shape that a tensor's value says -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/DeductionTarget.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Transforms/Shapes/CheckedCast.h"

#include <stb/stb_ds.h>

/// A rank that nobody means; the text of a hostile file may say it.
enum { MAX_RANK = 1024 };

bool deductionTargetRead(Deduction *deduction, MlirOperation op,
                         MlirValue input, MlirValue value,
                         DeductionTarget *target) {
  *target = (DeductionTarget){.deduction = deduction,
                              .op = op,
                              .input = relaxTensorInfoOf(input),
                              .tensor = shapeValuesOf(deduction->values, value),
                              .rest = -1,
                              .problem = -1};
  RelaxTensorInfo shape = relaxTensorInfoOf(value);
  int64_t rank;
  if (shape.rank == 1 && symAttributeIsConst(shape.dims[0], &rank) &&
      rank <= MAX_RANK) {
    target->ranked = true;
    target->rank = (intptr_t)rank;
  }
  target->dims = ARENA_ARRAY(deduction->arena, SymExpr, target->rank);
  for (intptr_t i = 0; i < target->rank; ++i)
    target->dims[i] = symExprUnknown(deduction->arena);
  return target->tensor != NULL;
}

SymExpr deductionTargetGiveUp(DeductionTarget *target, intptr_t element,
                              const char *why) {
  if (target->problem < 0) {
    target->problem = element;
    target->why = why;
  }
  return symExprUnknown(target->deduction->arena);
}

MlirType deductionTargetType(const DeductionTarget *target) {
  MlirType element = target->input.elementType;
  if (!target->ranked)
    return relaxUnrankedTensorType(element);
  MlirAttribute *dims =
      ARENA_ARRAY(target->deduction->arena, MlirAttribute, target->rank);
  for (intptr_t i = 0; i < target->rank; ++i)
    dims[i] = symExprToAttribute(target->deduction->context, target->dims[i]);
  return relaxTensorTypeOf(element, target->rank, dims);
}

bool deductionTargetFlows(const DeductionTarget *target, SymExpr dim) {
  if (relaxIsBroadcastTo(target->op) && target->problem < 0) {
    MlirValue *given = NULL, none = {NULL};
    MlirAttribute expr = symExprToAttribute(target->deduction->context, dim);
    MlirType empty = relaxTensorTypeOf(target->input.elementType, 0, NULL);
    bool found = checkedCastCarriers(target->op, none, empty, &expr, 1, &given);
    arrfree(given);
    return found;
  }
  MlirType input = mlirValueGetType(mlirOperationGetOperand(target->op, 0));
  for (size_t i = 0; i < dim.numSymbols; ++i)
    if (!symTypeHasSymbol(input, dim.symbols[i]))
      return false;
  return true;
}

void deductionTargetFinish(DeductionTarget *target, MlirType *type,
                           bool *exact) {
  // A dimension that is given up takes along those before it that only a
  // given value would bring.
  for (intptr_t i = 0, problem = target->problem; i < target->rank; ++i) {
    if (!deductionTargetFlows(target, target->dims[i]))
      target->dims[i] = deductionTargetGiveUp(
          target, i, "has a symbol that the input's type does not have");
    if (problem < 0 && target->problem >= 0) {
      problem = target->problem;
      i = -1;
    }
  }
  *type = deductionTargetType(target);
  *exact = target->problem < 0;
  TargetLeft left = {mlirOperationGetLocation(target->op),
                     (long)target->problem, target->why};
  if (!*exact)
    arrput(target->deduction->left, left);
}
