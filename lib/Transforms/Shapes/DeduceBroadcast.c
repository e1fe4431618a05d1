//===- DeduceBroadcast.c - broadcast_to by a computed target --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// ONNX Expand: input and target broadcast against each other, so the target's 1
// keeps the input's extent.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Layout.gen.h"
#include "lib/Transforms/Shapes/DeductionTarget.h"

/// The extent of a result dimension from the input's `from` and the target's
/// `to`, its element `element`, neither of which is `?`.
static SymExpr joinExtents(DeductionTarget *target, intptr_t element,
                           SymExpr from, SymExpr to) {
  const Facts *facts = &target->deduction->facts;
  if (symExprIs(from, 1))
    return to;
  if (symExprIs(to, 1) || factsEqual(facts, from, to))
    return from;
  SymExpr unknown = deductionTargetGiveUp(target, element,
                                          "and the input's extent may differ");
  // An extent of at least 2 is the result's, whatever the other one is.
  SymExpr two = symExprConst(facts->arena, 2);
  if (factsAtMost(facts, two, from))
    return from;
  return symExprIs(from, 1) || !factsAtMost(facts, two, to) ? unknown : to;
}

/// The target's element for result dimension `i`, or `?`.
static SymExpr targetExtent(DeductionTarget *target, intptr_t i,
                            intptr_t missing) {
  Deduction *deduction = target->deduction;
  if (i < missing)
    return symExprConst(deduction->arena, 1);
  const ShapeElement *element = &target->tensor->elements[i - missing];
  int64_t literal;
  if (symExprIsConst(element->value, &literal))
    return element->value;
  if (symExprIsUnknown(element->value))
    return deductionTargetGiveUp(target, i - missing, "is not known");
  if (!deductionAccept(deduction, target->op, element))
    return deductionTargetGiveUp(target, i - missing,
                                 "may exceed its element type");
  if (!symExprIsNonNegative(element->value) &&
      !deductionAssume(
          deduction, target->op,
          factAtMost(symExprConst(deduction->arena, 0), element->value)))
    return deductionTargetGiveUp(target, i - missing, "may be negative");
  return element->value;
}

/// Literal extents are checked here: nothing else is certain to be wrong.
static MlirLogicalResult checkLiterals(DeductionTarget *target,
                                       intptr_t element, SymExpr from,
                                       SymExpr to) {
  int64_t a, b;
  if (!symExprIsConst(to, &b))
    return mlirLogicalResultSuccess();
  if (b < 0)
    return bridgeEmitOpError(
        target->op, "target: element %ld: expected an extent, got %lld",
        (long)element, (long long)b);
  if (!symExprIsConst(from, &a) || a == 1 || b == 1 || a == b)
    return mlirLogicalResultSuccess();
  StrBuf elements = {0};
  for (intptr_t i = 0; i < target->tensor->count; ++i) {
    strBufAppendC(&elements, i ? ", " : "");
    symExprPrint(target->tensor->elements[i].value, &elements);
  }
  bridgeEmitOpError(target->op,
                    "cannot broadcast %s by the target [%s]: extents %lld and "
                    "%lld differ and neither is 1",
                    relaxShapeText(target->deduction->arena, target->input),
                    strBufText(&elements), (long long)a, (long long)b);
  strBufFree(&elements);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult deduceRanked(DeductionTarget *target) {
  Arena *arena = target->deduction->arena;
  intptr_t given = target->rank;
  if (target->input.rank > given) {
    target->rank = target->input.rank;
    target->dims = ARENA_ARRAY(arena, SymExpr, target->rank);
    for (intptr_t i = 0; i < target->rank; ++i)
      target->dims[i] = symExprUnknown(arena);
  }
  intptr_t missing = target->rank - given;
  intptr_t added = target->rank - target->input.rank;
  for (intptr_t i = 0; i < target->rank; ++i) {
    SymExpr to = targetExtent(target, i, missing);
    SymExpr from = i < added ? symExprConst(arena, 1)
                             : deductionDim(target->deduction,
                                            target->input.dims[i - added]);
    if (mlirLogicalResultIsFailure(
            checkLiterals(target, i - missing, from, to)))
      return mlirLogicalResultFailure();
    if (symExprIsUnknown(from))
      target->dims[i] =
          deductionTargetGiveUp(target, i - missing, "meets an unknown extent");
    else if (!symExprIsUnknown(to))
      target->dims[i] = joinExtents(target, i - missing, from, to);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult deduceBroadcastTo(Deduction *deduction, MlirOperation op,
                                    MlirType *type, bool *exact) {
  DeductionTarget target;
  bool followed =
      deductionTargetRead(deduction, op, relaxBroadcastToGetInput(op),
                          relaxBroadcastToGetTarget(op), &target);
  *exact = false;
  if (!followed || !target.input.ranked) {
    // The wider of both decides the rank.
    target.ranked &= target.input.ranked && target.input.rank <= target.rank;
    deductionTargetGiveUp(&target, 0, "is not known");
    deductionTargetFinish(&target, type, exact);
    return mlirLogicalResultSuccess();
  }
  if (mlirLogicalResultIsFailure(deduceRanked(&target)))
    return mlirLogicalResultFailure();
  deductionTargetFinish(&target, type, exact);
  return mlirLogicalResultSuccess();
}
