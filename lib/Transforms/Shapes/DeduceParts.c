//===- DeduceParts.c - parts and choices of tensors -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Operations whose result types no rule infers: what is known is filled in, and
// what they imply of their operands' extents is assumed or learnt.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Selection.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Slice.h"
#include "dialects/Sym/Region.h"
#include "lib/Analysis/SimplifyExpr.h"
#include "lib/Transforms/Shapes/Deduction.h"

/// Extents that a later assumption made simpler.
static void simplifyResult(Deduction *deduction, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = symExprToAttribute(
        deduction->context,
        simplifyExpr(&deduction->facts, deductionDim(deduction, info.dims[i])));
  if (info.ranked)
    mlirValueSetType(result, relaxTensorTypeLike(info, info.rank, dims));
}

/// Dimensions that are not sliced are the input's.
static void fillSlice(Deduction *deduction, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxTensorInfo input = relaxTensorInfoOf(relaxSliceGetInput(op));
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  intptr_t count;
  const int64_t *axes =
      relaxIntegers(deduction->arena, relaxSliceGetAxes(op), &count);
  if (!input.ranked || !info.ranked || input.rank != info.rank)
    return;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = input.dims[i];
  for (intptr_t i = 0; i < count; ++i)
    dims[axes[i]] = info.dims[axes[i]];
  deductionSetType(deduction, result,
                   deductionFill(deduction,
                                 relaxTensorTypeLike(info, info.rank, dims),
                                 mlirValueGetType(result)));
}

/// Equal parts need an extent that is a multiple of their number; after the
/// split it is one.
static MlirLogicalResult deduceSplit(Deduction *deduction, MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxSplitGetInput(op));
  int64_t axis = relaxSplitGetAxis(op);
  MlirAttribute sizes = relaxSplitGetSizes(op);
  intptr_t parts = mlirOperationGetNumResults(op);
  RelaxDims dims = relaxDimsMake(mlirOperationGetLocation(op), "relax.split",
                                 deduction->arena);
  if (!input.ranked)
    return mlirLogicalResultSuccess();
  SymExpr extent = deductionDim(deduction, input.dims[axis]);
  SymExpr left = symExprUnknown(deduction->arena);
  SymFact fact = {.kind = SYM_FACT_EQ, .rhs = relaxDimsConst(&dims, 0)};
  if (!sizes.ptr) {
    symExprMod(deduction->arena, extent, relaxDimsConst(&dims, parts), &left);
  } else {
    int64_t total = 0;
    for (intptr_t i = 0; i < parts; ++i)
      total += mlirDenseI64ArrayGetElement(sizes, i);
    left = extent;
    fact.rhs = relaxDimsConst(&dims, total);
  }
  fact.lhs = left;
  if (!symExprIsUnknown(left) && !deductionAssume(deduction, op, fact)) {
    if (factsDifferent(&deduction->facts, fact.lhs, fact.rhs)) {
      StrBuf text = {0};
      symExprPrint(extent, &text);
      bridgeEmitOpError(op, "an extent of %s has no %ld %sparts",
                        strBufText(&text), (long)parts,
                        sizes.ptr ? "such " : "equal ");
      strBufFree(&text);
      return mlirLogicalResultFailure();
    }
    factsAdd(&deduction->facts, fact); // else the split has failed
  }
  for (intptr_t i = 0; i < parts; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = relaxSplitPartType(&dims, input, axis, sizes, parts, i);
    mlirValueSetType(result,
                     deductionFill(deduction, type, mlirValueGetType(result)));
  }
  return mlirLogicalResultSuccess();
}

/// The extent that a followed k is, or `?`: its symbols have to be those of the
/// operands. That it is at most the input's is for the run to check, as for any
/// k.
static MlirAttribute topKExtent(Deduction *deduction, MlirOperation op) {
  SymExpr k, zero = symExprConst(deduction->arena, 0);
  if (!deductionElement(deduction, op, relaxTopKGetK(op), 0, &k) ||
      (!symExprIsNonNegative(k) && !factsAtMost(&deduction->facts, zero, k)))
    return symUnknownAttribute(deduction->context);
  MlirAttribute extent = symExprToAttribute(deduction->context, k);
  return symAllFlowInto(op, extent) ? extent
                                    : symUnknownAttribute(deduction->context);
}

static void deduceTopK(Deduction *deduction, MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxTopKGetInput(op));
  int64_t axis = relaxTopKGetAxis(op);
  if (!input.ranked)
    return;
  MlirAttribute extent = topKExtent(deduction, op);
  MlirAttribute *dims =
      ARENA_ARRAY(deduction->arena, MlirAttribute, input.rank);
  for (int i = 0; i < 2; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType declared = mlirValueGetType(result);
    for (intptr_t d = 0; d < input.rank; ++d)
      dims[d] = input.dims[d];
    dims[axis] = extent;
    RelaxTensorInfo said = relaxTensorInfoOf(result);
    if (said.ranked && !symAttributeIsUnknown(said.dims[axis]))
      dims[axis] = said.dims[axis];
    mlirValueSetType(result,
                     deductionFill(deduction,
                                   relaxTensorTypeLike(said, input.rank, dims),
                                   declared));
  }
}

/// What does not depend on which elements are chosen.
static void deduceSelection(Deduction *deduction, MlirOperation op) {
  MlirType types[4];
  if (!relaxSelectionTypes(op, types))
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    deductionSetType(
        deduction, result,
        deductionFill(deduction, types[i], mlirValueGetType(result)));
  }
}

/// Elements that are followed say what the bound extents are.
static void learnExtents(Deduction *deduction, MlirOperation op) {
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(
      mlirValueGetType(mlirOperationGetResult(op, 0)), &dims);
  SymExpr element;
  for (intptr_t i = 0; i < rank; ++i)
    if (!symAttributeIsUnknown(dims[i]) &&
        deductionElement(deduction, op, relaxTensorToShapeGetInput(op), i,
                         &element))
      factsAdd(&deduction->facts,
               factEqual(deductionDim(deduction, dims[i]), element));
}

MlirLogicalResult deduceParts(Deduction *deduction, MlirOperation op) {
  if (relaxIsSplit(op))
    return deduceSplit(deduction, op);
  if (relaxIsSlice(op))
    fillSlice(deduction, op);
  if (relaxIsSlice(op) || relaxIsIota(op))
    simplifyResult(deduction, op);
  if (relaxIsTopK(op))
    deduceTopK(deduction, op);
  if (relaxIsUnique(op) || relaxIsCompress(op))
    deduceSelection(deduction, op);
  if (relaxIsTensorToShape(op))
    learnExtents(deduction, op);
  if (relaxIsBroadcastShape(op))
    deduceBroadcastShape(deduction, op);
  return mlirLogicalResultSuccess();
}
