//===- RaggedBatchOps.c - operations of a function that becomes ragged ----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Rearrange.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Literal.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Ragged/RaggedBatchState.h"

#include <stb/stb_ds.h>

static const RaggedLifted *liftedOperand(const RaggedBatch *r,
                                         MlirOperation op) {
  const RaggedLifted *found = NULL;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e && !found;
       ++i)
    found = raggedBatchFind(r, mlirOperationGetOperand(op, i));
  return found;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// An iota of the extent.
static MlirLogicalResult positions(RaggedBatch *r, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  RelaxTensorInfo info;
  StrRef name;
  relaxTensorInfo(type, &info);
  if (!symAttributeIsSymbol(info.dims[0], &name) ||
      !strRefEqual(name, r->extentName) ||
      !symAttributeIs(relaxIotaGetBegin(op), 0) ||
      !symAttributeIs(relaxIotaGetStep(op), 1))
    return raggedBatchRefuse(r, op, "expected 0, 1, ... along the extent");
  MlirValue value = raggedBatchPositions(r, op);
  RelaxTensorInfo now = relaxTensorInfoOf(value);
  if (!mlirTypeEqual(info.elementType, now.elementType)) {
    now.elementType = info.elementType;
    RelaxCastArgs cast = {.input = value,
                          .resultType =
                              relaxTensorTypeLike(now, now.rank, now.dims)};
    value =
        bridgeInsert(op, relaxCastCreate(mlirOperationGetLocation(op), &cast));
  }
  RaggedLifted lifted = {value, type};
  arrput(r->lifted, lifted);
  return raggedBatchReplace(op, value);
}

/// The first rows of a dense table, as many as the extent: those at the
/// positions.
static bool isOfRows(RaggedBatch *r, MlirOperation op, RelaxTensorInfo *input) {
  MlirAttribute axes = relaxSliceGetAxes(op), steps = relaxSliceGetSteps(op);
  const MlirAttribute *dims;
  StrRef name;
  symTypeDims(mlirValueGetType(mlirOperationGetResult(op, 0)), &dims);
  if (!relaxTensorInfo(mlirValueGetType(relaxSliceGetInput(op)), input) ||
      raggedBatchHas(r, mlirValueGetType(relaxSliceGetInput(op))) ||
      raggedBatchFind(r, relaxSliceGetInput(op)) ||
      mlirDenseArrayGetNumElements(axes) != 1)
    return false;
  int64_t axis = mlirDenseI64ArrayGetElement(axes, 0);
  return (axis == 0 || (axis == 1 && symAttributeIs(input->dims[0], 1))) &&
         symAttributeIs(mlirArrayAttrGetElement(relaxSliceGetBegins(op), 0),
                        0) &&
         mlirDenseI64ArrayGetElement(steps, 0) == 1 &&
         symAttributeIsSymbol(dims[axis], &name) &&
         strRefEqual(name, r->extentName);
}

static MlirLogicalResult slice(RaggedBatch *r, MlirOperation op) {
  RelaxTensorInfo input;
  MlirLocation loc = mlirOperationGetLocation(op);
  MlirType before = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!isOfRows(r, op, &input))
    return raggedBatchRefuse(r, op, "expected the first rows of a dense table");
  bool single = mlirDenseI64ArrayGetElement(relaxSliceGetAxes(op), 0) == 1;
  RelaxReshapeArgs reshape = {
      .input = relaxSliceGetInput(op),
      .resultType =
          relaxTensorTypeLike(input, input.rank - single, input.dims + single)};
  RelaxTakeArgs take = {
      .input = single ? bridgeInsert(op, relaxReshapeCreate(loc, &reshape))
                      : reshape.input,
      .indices = raggedBatchPositions(r, op),
      .axis = 0};
  MlirOperation made = relaxTakeCreate(loc, &take);
  if (!made.ptr)
    return mlirLogicalResultFailure();
  RaggedLifted lifted = {bridgeInsert(op, made), before};
  mlirValueSetType(lifted.value, raggedBatchLiftedType(r, before));
  arrput(r->lifted, lifted);
  return raggedBatchReplace(op, lifted.value);
}

//===----------------------------------------------------------------------===//
// All operations
//===----------------------------------------------------------------------===//

/// Without operands that only supply symbols.
static MlirLogicalResult broadcast(RaggedBatch *r, MlirOperation op) {
  MlirType type =
      raggedBatchType(r, mlirValueGetType(mlirOperationGetResult(op, 0)));
  MlirValue input = relaxBroadcastToGetInput(op);
  const MlirAttribute *dims;
  if (!type.ptr || !raggedBatchLeads(r, mlirValueGetType(input)) ||
      symTypeDims(mlirValueGetType(input), &dims) != symTypeDims(type, &dims))
    return raggedBatchRepeat(r, op);
  RelaxBroadcastToArgs args = {.input = input, .resultType = type};
  MlirOperation made =
      relaxBroadcastToCreate(mlirOperationGetLocation(op), &args);
  bridgeInsert(op, made);
  raggedBatchReplace(op, mlirOperationGetResult(made, 0));
  return relaxHasRagged(made) ? relaxVerifyRagged(made)
                              : mlirLogicalResultSuccess();
}

/// Whole copies, as many as there are instances: each has its own.
static MlirLogicalResult copies(RaggedBatch *r, MlirOperation op) {
  MlirAttribute repeats = relaxTileGetRepeats(op);
  intptr_t count = mlirArrayAttrGetNumElements(repeats);
  bool whole = count > 0 && mlirAttributeEqual(
                                mlirArrayAttrGetElement(repeats, 0), r->batch);
  for (intptr_t i = 1; i < count; ++i)
    whole &= symAttributeIs(mlirArrayAttrGetElement(repeats, i), 1);
  if (!whole)
    return raggedBatchRefuse(r, op, "is no copy for each instance");
  return raggedBatchFind(r, relaxTileGetInput(op)) ? raggedBatchLift(r, op)
                                                   : raggedBatchRepeat(r, op);
}

static MlirWalkResult findSymbol(MlirOperation op, void *userData) {
  RaggedBatch *r = userData;
  bool found = false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    found |= raggedBatchHas(r, type);
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    found |= raggedBatchHas(r, mlirValueGetType(mlirOperationGetResult(op, i)));
  return found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool raggedBatchConcerns(RaggedBatch *r, MlirOperation op) {
  bool found = findSymbol(op, r) == MlirWalkResultInterrupt;
  for (intptr_t i = 0, e = mlirOperationGetNumRegions(op); i < e; ++i)
    for (MlirBlock b = bridgeBlock(op, i); b.ptr;
         b = mlirBlockGetNextInRegion(b))
      for (MlirOperation in = mlirBlockGetFirstOperation(b); in.ptr;
           in = mlirOperationGetNextInBlock(in))
        found |= raggedBatchConcerns(r, in);
  return found;
}

MlirLogicalResult raggedBatchOperation(RaggedBatch *r, MlirOperation op) {
  if (bridgeIsTerminator(op) || !raggedBatchConcerns(r, op))
    return mlirLogicalResultSuccess();
  if (mlirOperationGetNumRegions(op))
    return raggedBatchRefuse(
        r, op, "has regions (calls of it are batched by 'relax-batch')");
  if (relaxIsIota(op))
    return positions(r, op);
  if (raggedBatchIsRecurrent(op))
    return raggedBatchRecurrent(r, op);
  if (relaxIsSlice(op) &&
      !raggedBatchLeads(r, mlirValueGetType(relaxSliceGetInput(op))))
    return slice(r, op);
  if (relaxIsBroadcastTo(op) &&
      !raggedBatchFind(r, relaxBroadcastToGetInput(op)))
    return broadcast(r, op);
  if (relaxIsTile(op))
    return copies(r, op);
  if (liftedOperand(r, op))
    return raggedBatchLift(r, op);
  if (!relaxIsTake(op) && mlirOperationGetNumOperands(op) &&
      mlirOperationGetNumResults(op) && !raggedBatchShift(r, op))
    return raggedBatchRefuse(r, op, "goes along instances");
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = raggedBatchType(r, mlirValueGetType(result));
    if (!type.ptr)
      return raggedBatchRefuse(r, op, "has an extent without a batch");
    mlirValueSetType(result, type);
  }
  if (relaxIsReshape(op) &&
      mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(op, 0)),
                    mlirValueGetType(mlirOperationGetResult(op, 0))))
    return raggedBatchReplace(op, mlirOperationGetOperand(op, 0));
  if (!relaxKeepsInstances(op, r->batch))
    return raggedBatchRefuse(r, op, "is no operation on instances");
  return relaxHasRagged(op) ? relaxVerifyRagged(op)
                            : mlirLogicalResultSuccess();
}
