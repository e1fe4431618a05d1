//===- Indexing.c - kernels that take parts of tensors, and ranges --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Analysis/Facts.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

//===----------------------------------------------------------------------===//
// take
//===----------------------------------------------------------------------===//

/// The buffers: input, indices, result. Indices are checked once, not for every
/// element of their slices.
MlirLogicalResult relaxBuildTake(TirBuilder *b, MlirOperation op) {
  int64_t axis = relaxTakeGetAxis(op);
  MlirType element = tirBufferElement(b, 0);
  const MlirAttribute *dims;
  intptr_t rank = tirBufferDims(b, 0, &dims);
  intptr_t numIndices = tirBufferDims(b, 1, &dims);
  MlirType stored = tirStoredType(element);
  if (tirKindOf(stored) == TIR_OTHER)
    return relaxRefuseElement(op, "a float, integer or i1 type", element);
  SymExpr extent = tirBufferDim(b, 0, axis);
  tirBuildComputeOver(b, "check", 1);
  relaxBuildIndexCheck(b, relaxBuildIndexLoad(b, 1, 0, numIndices), extent);
  tirEndCompute(b);
  tirBuildComputeOver(b, "take", 2);
  SymExpr *from = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  MlirValue index = relaxBuildIndexLoad(b, 1, axis, numIndices);
  SymExpr place = tirComputedIndex(b, relaxBuildPlace(b, index, extent));
  for (intptr_t i = 0; i < rank; ++i)
    from[i] = i < axis    ? tirIterator(b, i)
              : i == axis ? place
                          : tirIterator(b, i - 1 + numIndices);
  MlirValue outside = tirNamed(b, "outside", tirBuildConstant(b, stored, 0));
  return tirEndWith(b, tirBuildLoad(b, 0, from, outside));
}

//===----------------------------------------------------------------------===//
// split
//===----------------------------------------------------------------------===//

/// What the verifier cannot see of a symbolic extent: that it is a multiple of
/// the number of parts, or the sum of their sizes.
static void checkParts(RelaxLegalizer *legalizer, RelaxDims *dims,
                       MlirOperation op, SymExpr extent) {
  MlirAttribute sizes = relaxSplitGetSizes(op);
  intptr_t parts = mlirOperationGetNumResults(op);
  int64_t total = 0;
  for (intptr_t i = 0; sizes.ptr && i < parts; ++i)
    total += mlirDenseI64ArrayGetElement(sizes, i);
  SymFact fact = {
      .kind = SYM_FACT_EQ, .lhs = extent, .rhs = relaxDimsConst(dims, total)};
  if (!sizes.ptr &&
      symExprMod(dims->arena, extent, relaxDimsConst(dims, parts), &fact.lhs))
    return;
  Facts facts = {.arena = dims->arena};
  factsAddAt(&facts, op);
  if (factsProve(&facts, fact))
    return;
  MlirAttribute check = symFactToAttribute(legalizer->context, fact);
  MlirValue given[] = {relaxSplitGetInput(op), relaxSplitGetInput(op)};
  relaxCheckFits(dims, op, &check, 1, given);
}

MlirLogicalResult relaxLegalizeSplit(RelaxLegalizer *legalizer,
                                     MlirOperation op) {
  MlirValue input = relaxSplitGetInput(op);
  int64_t axis = relaxSplitGetAxis(op), one = 1;
  RelaxDims dims = relaxDimsMake(mlirOperationGetLocation(op), "relax.split",
                                 legalizer->arena);
  checkParts(legalizer, &dims, op,
             relaxDimsOf(&dims, relaxTensorInfoOf(input).dims[axis]));
  SymExpr begin = relaxDimsConst(&dims, 0);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue part = mlirOperationGetResult(op, i), value;
    MlirAttribute from = relaxDimsAttribute(&dims, begin);
    RelaxSliceArgs args = {
        .input = input,
        .axes = mlirDenseI64ArrayGet(legalizer->context, 1, &axis),
        .begins = mlirArrayAttrGet(legalizer->context, 1, &from),
        .steps = mlirDenseI64ArrayGet(legalizer->context, 1, &one),
        .resultType = mlirValueGetType(part)};
    if (!relaxDimsOutcome(&dims) ||
        mlirLogicalResultIsFailure(relaxLegalizeCreated(
            legalizer, op,
            relaxSliceCreate(mlirOperationGetLocation(op), &args), &value)))
      return mlirLogicalResultFailure();
    begin = relaxDimsAdd(
        &dims, begin, relaxDimsOf(&dims, relaxTensorInfoOf(part).dims[axis]));
    mlirValueReplaceAllUsesOfWith(part, value);
  }
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// slice, iota
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxBuildSlice(TirBuilder *b, MlirOperation op) {
  RelaxDims *dims = &b->dims;
  intptr_t count;
  const int64_t *axes =
      relaxIntegers(dims->arena, relaxSliceGetAxes(op), &count);
  const int64_t *steps =
      relaxIntegers(dims->arena, relaxSliceGetSteps(op), &count);
  tirBuildComputeOver(b, "slice", b->numBuffers - 1);
  SymExpr *from = tirIterators(b, 0, b->numIterators);
  for (intptr_t i = 0; i < count; ++i) {
    SymExpr begin =
        relaxDimsOf(dims, mlirArrayAttrGetElement(relaxSliceGetBegins(op), i));
    SymExpr moved =
        relaxDimsMul(dims, relaxDimsConst(dims, steps[i]), from[axes[i]]);
    from[axes[i]] = relaxDimsAdd(dims, begin, moved);
  }
  return tirEndWith(b, tirBuildLoad(b, 0, from, (MlirValue){NULL}));
}

MlirLogicalResult relaxBuildIota(TirBuilder *b, MlirOperation op) {
  RelaxDims *dims = &b->dims;
  MlirType element = tirBufferElement(b, b->numBuffers - 1);
  TirKind kind = tirKindOf(element);
  if (kind == TIR_BOOL || kind == TIR_OTHER)
    return relaxRefuseElement(op, "a float or integer type", element);
  tirBuildComputeOver(b, "iota", b->numBuffers - 1);
  SymExpr moved = relaxDimsMul(dims, relaxDimsOf(dims, relaxIotaGetStep(op)),
                               tirIterator(b, 0));
  SymExpr place =
      relaxDimsAdd(dims, relaxDimsOf(dims, relaxIotaGetBegin(op)), moved);
  return tirEndWith(b, tirBuildNumberOf(b, place, element));
}
