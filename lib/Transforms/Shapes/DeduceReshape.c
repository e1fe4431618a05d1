//===- DeduceReshape.c - reshape by a computed target ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The rules of ONNX Reshape: -1 is the rest, 0 copies the input's extent unless
// `allow_zero`. A symbolic element may be 0 when the program runs, and then it
// copies too: that is the same shape where the input's extent is 0 with it;
// elsewhere the element is assumed to be at least 1.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Match.h"
#include "lib/Transforms/Shapes/DeductionTarget.h"

/// `in` is 0 wherever `element` is.
static bool vanishesWith(Arena *arena, SymExpr in, SymExpr element) {
  if (symExprEqual(in, element))
    return true;
  // One product of symbols is 0 where one of them is.
  SymExpr one;
  if (!exactQuotient(arena, element, element, &one))
    return false;
  SymExpr zero = symExprConst(arena, 0), rest;
  for (size_t i = 0; i < element.numSymbols; ++i) {
    int64_t value;
    if (symExprSubstitute(arena, in, &element.symbols[i], &zero, 1, &rest) !=
            SYM_OK ||
        !symExprIsConst(rest, &value) || value != 0)
      return false;
  }
  return true;
}

/// The extent that a symbolic element stands for, or `?`.
static SymExpr symbolicExtent(DeductionTarget *target, intptr_t i) {
  Deduction *deduction = target->deduction;
  Arena *arena = deduction->arena;
  const ShapeElement *element = &target->tensor->elements[i];
  SymExpr value = element->value, one = symExprConst(arena, 1);
  bool copies = !relaxReshapeGetAllowZero(target->op);
  if (!deductionTargetFlows(target, value))
    return value; // given up in the end: nothing is assumed for it
  if (!deductionAccept(deduction, target->op, element))
    return deductionTargetGiveUp(target, i, "may exceed its element type");
  if (!symExprIsNonNegative(value) &&
      !deductionAssume(deduction, target->op,
                       factAtMost(symExprConst(arena, 0), value)))
    return deductionTargetGiveUp(target, i, "may be negative");
  if (copies &&
      !(i < target->input.rank &&
        vanishesWith(arena, deductionDim(deduction, target->input.dims[i]),
                     value)) &&
      !deductionAssume(deduction, target->op, factAtMost(one, value)))
    return deductionTargetGiveUp(target, i, "may be 0, which copies");
  return value;
}

/// The extent of a literal element; -1 is left for later.
static MlirLogicalResult literalExtent(DeductionTarget *target, intptr_t i,
                                       int64_t value) {
  Deduction *deduction = target->deduction;
  target->dims[i] = symExprConst(deduction->arena, value);
  if (value == -1 && target->rest >= 0)
    return bridgeEmitOpError(target->op,
                             "target: elements %ld and %ld are both -1",
                             (long)target->rest, (long)i);
  if (value == -1)
    target->rest = i;
  if (value < -1)
    return bridgeEmitOpError(
        target->op,
        "target: element %ld: expected an extent, 0 or -1, got %lld", (long)i,
        (long long)value);
  if (value != 0 || relaxReshapeGetAllowZero(target->op))
    return mlirLogicalResultSuccess();
  if (target->input.ranked && i >= target->input.rank)
    return bridgeEmitOpError(target->op,
                             "target: element %ld copies a dimension that the "
                             "input %s does not have",
                             (long)i,
                             relaxShapeText(deduction->arena, target->input));
  target->dims[i] =
      target->input.ranked
          ? deductionDim(deduction, target->input.dims[i])
          : deductionTargetGiveUp(target, i, "copies an unknown extent");
  return mlirLogicalResultSuccess();
}

/// The first result dimension that is equal to `extent`, `used` ones and the
/// rest left out; else the rank.
static intptr_t findEqual(const DeductionTarget *target, SymExpr extent,
                          const bool *used) {
  for (intptr_t i = 0; i < target->rank; ++i)
    if (!used[i] && i != target->rest && symExprEqual(target->dims[i], extent))
      return i;
  return target->rank;
}

/// Products of the input's extents and of the result's. With a rest to find,
/// what stands in both is left out: x / x is 1 even where x is 0.
static bool countElements(DeductionTarget *target, SymExpr *total,
                          SymExpr *known) {
  Arena *arena = target->deduction->arena;
  bool *used = ARENA_ARRAY(arena, bool, target->rank);
  bool good = target->input.ranked;
  *total = *known = symExprConst(arena, 1);
  for (intptr_t a = 0; a < target->input.rank; ++a) {
    SymExpr extent = deductionDim(target->deduction, target->input.dims[a]);
    intptr_t same = findEqual(target, extent, used);
    if (target->rest >= 0 && same < target->rank)
      used[same] = true;
    else
      good &= symExprMul(arena, *total, extent, total) == SYM_OK;
  }
  for (intptr_t i = 0; i < target->rank; ++i)
    if (i != target->rest && !used[i])
      good &= symExprMul(arena, *known, target->dims[i], known) == SYM_OK;
  return good && !symExprIsUnknown(*total) && !symExprIsUnknown(*known);
}

static MlirLogicalResult countsDiffer(DeductionTarget *target, SymExpr total,
                                      SymExpr known) {
  Deduction *deduction = target->deduction;
  MlirType type = mlirValueGetType(relaxReshapeGetInput(target->op));
  StrBuf counts = {0};
  symExprPrint(total, &counts);
  strBufAppendC(&counts, target->rest >= 0 ? " is no multiple of "
                                           : " is never equal to ");
  symExprPrint(known, &counts);
  bridgeEmitOpError(target->op, "cannot give %s the shape %s: %s",
                    deductionShapeText(deduction, type),
                    deductionShapeText(deduction, deductionTargetType(target)),
                    strBufText(&counts));
  strBufFree(&counts);
  return mlirLogicalResultFailure();
}

/// An extent that the facts say is a multiple of the divisor is written as one
/// (`n` as `4 * (n floordiv 4)`), by a cast: then the quotient is exact.
static bool castToMultiple(DeductionTarget *target, SymExpr divisor) {
  Deduction *deduction = target->deduction;
  Arena *arena = deduction->arena;
  RelaxTensorInfo input = target->input;
  int64_t number;
  SymExpr zero = symExprConst(arena, 0);
  if (!input.ranked || !symExprIsConst(divisor, &number) || number <= 1)
    return false;
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    dims[i] = input.dims[i];
  for (intptr_t i = 0; i < input.rank; ++i) {
    SymExpr extent = deductionDim(deduction, input.dims[i]), rest, multiple;
    if (symExprIsUnknown(extent) ||
        symExprMod(arena, extent, divisor, &rest) != SYM_OK ||
        !factsEqual(&deduction->facts, rest, zero) ||
        symExprFloorDiv(arena, extent, divisor, &multiple) != SYM_OK ||
        symExprMul(arena, multiple, divisor, &multiple) != SYM_OK ||
        symExprEqual(multiple, extent))
      continue;
    dims[i] = symExprToAttribute(deduction->context, multiple);
    MlirValue cast = deductionCheckedCast(
        deduction, target->op, relaxReshapeGetInput(target->op),
        relaxTensorTypeLike(input, input.rank, dims));
    if (!cast.ptr)
      return false;
    mlirOperationSetOperand(target->op, 0, cast);
    target->input = relaxTensorInfoOf(cast);
    return true;
  }
  return false;
}

/// Finds the rest and compares the counts.
static MlirLogicalResult settleCounts(DeductionTarget *target) {
  Arena *arena = target->deduction->arena;
  SymExpr total, known, quotient;
  int64_t t, k;
  bool counted = countElements(target, &total, &known);
  bool literal =
      counted && symExprIsConst(total, &t) && symExprIsConst(known, &k);
  if (target->rest >= 0) {
    SymExpr *rest = &target->dims[target->rest];
    *rest = symExprUnknown(arena);
    if (literal && (k == 0 ? t != 0 : t % k != 0))
      return countsDiffer(target, total, known);
    bool exact = counted && exactQuotient(arena, total, known, &quotient);
    if (counted && !exact && castToMultiple(target, known))
      exact = countElements(target, &total, &known) &&
              exactQuotient(arena, total, known, &quotient);
    if (exact)
      *rest = quotient;
    else
      deductionTargetGiveUp(target, target->rest,
                            "has no quotient in normal form");
    return mlirLogicalResultSuccess();
  }
  if (!counted) {
    deductionTargetGiveUp(target, 0, "is not compared with the input");
    return mlirLogicalResultSuccess();
  }
  if (symExprEqual(total, known))
    return mlirLogicalResultSuccess();
  if (factsDifferent(&target->deduction->facts, total, known))
    return countsDiffer(target, total, known);
  // Equal at some assignments only: one extent at least has to stay open.
  bool symbolic = known.numSymbols > 0;
  for (intptr_t i = 0; i < target->rank; ++i)
    if (!symbolic || !symExprIsConst(target->dims[i], &t))
      target->dims[i] =
          deductionTargetGiveUp(target, i, "makes another element count");
  return mlirLogicalResultSuccess();
}

MlirLogicalResult deduceReshapeRest(Deduction *deduction, MlirOperation op,
                                    MlirType *type) {
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  DeductionTarget target = {
      .deduction = deduction,
      .op = op,
      .input = relaxTensorInfoOf(relaxReshapeGetInput(op)),
      .ranked = true,
      .rank = info.rank,
      .dims = ARENA_ARRAY(deduction->arena, SymExpr, info.rank),
      .rest = -1,
      .problem = -1};
  *type = mlirValueGetType(result);
  for (intptr_t i = 0; i < info.rank; ++i) {
    target.dims[i] = deductionDim(deduction, info.dims[i]);
    if (!symExprIsUnknown(target.dims[i]))
      continue;
    if (target.rest >= 0)
      return mlirLogicalResultSuccess();
    target.rest = i;
  }
  if (target.rest < 0)
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(settleCounts(&target)))
    return mlirLogicalResultFailure();
  *type = deductionTargetType(&target);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult deduceReshape(Deduction *deduction, MlirOperation op,
                                MlirType *type, bool *exact) {
  DeductionTarget target;
  if (!deductionTargetRead(deduction, op, relaxReshapeGetInput(op),
                           relaxReshapeGetTarget(op), &target)) {
    deductionTargetGiveUp(&target, 0, "is not known");
    deductionTargetFinish(&target, type, exact);
    return mlirLogicalResultSuccess();
  }
  for (intptr_t i = 0; i < target.rank; ++i) {
    int64_t value;
    SymExpr element = target.tensor->elements[i].value;
    if (symExprIsUnknown(element))
      target.dims[i] = deductionTargetGiveUp(&target, i, "is not known");
    else if (!symExprIsConst(element, &value))
      target.dims[i] = symbolicExtent(&target, i);
    else if (mlirLogicalResultIsFailure(literalExtent(&target, i, value)))
      return mlirLogicalResultFailure();
  }
  if (mlirLogicalResultIsFailure(settleCounts(&target)))
    return mlirLogicalResultFailure();
  deductionTargetFinish(&target, type, exact);
  return mlirLogicalResultSuccess();
}
