//===- RaggedBatchLift.c - values without a batch that get one ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Positions and what is computed of them have the extent and no batch: they are
// the same for all instances that are as long, so each gets its own. A number
// that is spread over the extent does, too.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Rearrange.gen.h"
#include "dialects/Sym/Literal.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Ragged/RaggedBatchState.h"

#include <stb/stb_ds.h>

const RaggedLifted *raggedBatchFind(const RaggedBatch *r, MlirValue value) {
  for (ptrdiff_t i = 0; i < arrlen(r->lifted); ++i)
    if (mlirValueEqual(r->lifted[i].value, value))
      return &r->lifted[i];
  return NULL;
}

MlirType raggedBatchLiftedType(RaggedBatch *r, MlirType type) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.ranked ||
      (info.rank < 1 && !r->instance))
    return (MlirType){NULL};
  intptr_t skip = !r->instance && symAttributeIs(info.dims[0], 1);
  intptr_t rank = info.rank - skip + 1;
  MlirAttribute *dims = ARENA_ARRAY(r->run->arena, MlirAttribute, rank);
  dims[0] = r->batch;
  for (intptr_t d = 1; d < rank; ++d)
    dims[d] = info.dims[skip + d - 1];
  return raggedBatchType(r, relaxTensorTypeLike(info, rank, dims));
}

MlirLogicalResult raggedBatchRefuse(RaggedBatch *r, MlirOperation op,
                                    const char *why) {
  StrRef batch = r->batchName, extent = r->extentName;
  if (r->instance)
    return bridgeEmitOpError(op,
                             "%s: it does not do the same for each index of "
                             "'%.*s', of its own '%.*s'",
                             why, (int)batch.length, batch.data,
                             (int)extent.length, extent.data);
  // Instances get what it gives for each alone, wherever the batch stands.
  return bridgeEmitOpError(
      op,
      "%s: it does not do the same for each index of '%.*s', of its own "
      "'%.*s'; with '%.*s' bound to 1 ('relax-bind-symbols') the function is "
      "one of one instance",
      why, (int)batch.length, batch.data, (int)extent.length, extent.data,
      (int)batch.length, batch.data);
}

MlirLogicalResult raggedBatchReplace(MlirOperation op, MlirValue value) {
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

MlirValue raggedBatchLike(RaggedBatch *r, MlirOperation before) {
  RelaxTensorInfo info = relaxTensorInfoOf(r->like);
  if (r->likeAxis <= 1)
    return r->like;
  int64_t *axes = ARENA_ARRAY(r->run->arena, int64_t, info.rank);
  for (intptr_t d = 0; d < info.rank; ++d)
    axes[d] = d == 1 ? r->likeAxis : d > 1 && d <= r->likeAxis ? d - 1 : d;
  RelaxPermuteDimsArgs args = {
      .input = r->like,
      .axes = mlirDenseI64ArrayGet(r->run->context, info.rank, axes)};
  return bridgeInsert(
      before, relaxPermuteDimsCreate(mlirOperationGetLocation(before), &args));
}

MlirValue raggedBatchPositions(RaggedBatch *r, MlirOperation before) {
  if (r->positions.ptr)
    return r->positions;
  MlirValue input = raggedBatchLike(r, before);
  RelaxTensorInfo like = relaxTensorInfoOf(input);
  like.elementType = mlirIntegerTypeGet(r->run->context, 64);
  RelaxRaggedPositionsArgs args = {
      .input = input, .resultType = relaxTensorTypeLike(like, 2, like.dims)};
  r->positions = bridgeInsert(
      before,
      relaxRaggedPositionsCreate(mlirOperationGetLocation(before), &args));
  return r->positions;
}

MlirValue raggedBatchAlign(RaggedBatch *r, MlirValue value, intptr_t rank,
                           MlirOperation before) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(mlirValueGetType(value), &info) || info.rank < 1 ||
      info.rank >= rank)
    return value;
  MlirAttribute *all = ARENA_ARRAY(r->run->arena, MlirAttribute, rank);
  intptr_t more = rank - info.rank;
  for (intptr_t d = 0; d < rank; ++d)
    all[d] = d == 0      ? info.dims[0]
             : d <= more ? symConstAttribute(r->run->context, 1)
                         : info.dims[d - more];
  // The index that extents are read at stays that of dimension 0.
  RelaxReshapeArgs args = {.input = value,
                           .resultType = relaxTensorTypeLike(info, rank, all)};
  return bridgeInsert(
      before, relaxReshapeCreate(mlirOperationGetLocation(before), &args));
}

static MlirValue align(RaggedBatch *r, MlirValue value, MlirType wide,
                       MlirOperation before) {
  const MlirAttribute *dims;
  return raggedBatchAlign(r, value, symTypeDims(wide, &dims), before);
}

static void alignOperands(RaggedBatch *r, MlirOperation op, MlirType type) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op);
       i < e && relaxRaggedIsPointwise(op); ++i)
    if (raggedBatchFind(r, mlirOperationGetOperand(op, i)))
      mlirOperationSetOperand(
          op, i, align(r, mlirOperationGetOperand(op, i), type, op));
}

/// A reshape, broadcast or copies of a value that has a batch now.
static MlirLogicalResult liftShape(RaggedBatch *r, MlirOperation op,
                                   MlirType type) {
  MlirValue value = mlirOperationGetOperand(op, 0);
  MlirType before = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirLocation loc = mlirOperationGetLocation(op);
  bool leads = raggedBatchLeads(r, before);
  MlirOperation made = {NULL};
  if (relaxIsReshape(op) && !mlirTypeEqual(mlirValueGetType(value), type)) {
    RelaxReshapeArgs args = {.input = value, .resultType = type};
    made = relaxReshapeCreate(loc, &args);
  } else if (!relaxIsReshape(op)) {
    RelaxBroadcastToArgs args = {.input = align(r, value, type, op),
                                 .resultType = type};
    if (!mlirTypeEqual(mlirValueGetType(args.input), type))
      made = relaxBroadcastToCreate(loc, &args);
    else
      value = args.input;
  }
  if (made.ptr)
    value = bridgeInsert(op, made);
  RaggedLifted lifted = {value, before};
  if (!leads)
    arrput(r->lifted, lifted);
  raggedBatchReplace(op, value);
  return made.ptr ? relaxVerifyRagged(made) : mlirLogicalResultSuccess();
}

/// Of the operand that axes count the dimensions of, before it got one more.
static intptr_t rankBefore(const RaggedBatch *r, MlirOperation op,
                           MlirAttribute axes) {
  const MlirAttribute *dims;
  const RaggedLifted *lifted =
      raggedBatchFind(r, mlirOperationGetOperand(op, 0));
  if (lifted)
    return symTypeDims(lifted->before, &dims);
  intptr_t rank =
      symTypeDims(mlirValueGetType(mlirOperationGetResult(op, 0)), &dims);
  intptr_t count = axes.ptr ? mlirDenseArrayGetNumElements(axes) : 0;
  if (relaxIsPermuteDims(op))
    return count;
  bool keeps = relaxIsStridedSlice(op) || bridgeInherent(op, "keep_dims").ptr;
  return rank + (keeps ? 0 : count);
}

/// All dimensions but the batch, by name.
static void allAxes(RaggedBatch *r, MlirOperation op, intptr_t rank) {
  int64_t *axes = ARENA_ARRAY(r->run->arena, int64_t, rank);
  for (intptr_t d = 1; d < rank; ++d)
    axes[d - 1] = d;
  mlirOperationSetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("axes"),
      mlirDenseI64ArrayGet(r->run->context, rank - 1, axes));
}

bool raggedBatchShift(RaggedBatch *r, MlirOperation op) {
  MlirAttribute axis = bridgeInherent(op, "axis"),
                axes = bridgeInherent(op, "axes");
  const MlirAttribute *dims;
  MlirValue value = mlirOperationGetOperand(op, 0);
  intptr_t rank = symTypeDims(mlirValueGetType(value), &dims);
  if (!axis.ptr && !axes.ptr && raggedBatchFind(r, value) &&
      relaxRaggedGoesAlong(op))
    allAxes(r, op, rank);
  if ((!axis.ptr && !axes.ptr) || rank != rankBefore(r, op, axes) + 1)
    return true;
  bool lifted = raggedBatchFind(r, value), first = false;
  if (axis.ptr) {
    int64_t number = mlirIntegerAttrGetValueInt(axis);
    first = number == 0;
    mlirOperationSetInherentAttributeByName(
        op, mlirStringRefCreateFromCString("axis"),
        mlirIntegerAttrGet(mlirIntegerTypeGet(r->run->context, 64),
                           number + 1));
  } else {
    bool permutes = relaxIsPermuteDims(op);
    intptr_t count = mlirDenseArrayGetNumElements(axes);
    int64_t *moved = ARENA_ARRAY(r->run->arena, int64_t, count + 1);
    moved[0] = 0;
    for (intptr_t i = 0; i < count; ++i) {
      moved[i + permutes] = mlirDenseI64ArrayGetElement(axes, i) + 1;
      first |= moved[i + permutes] == 1 && (!permutes || i > 0);
    }
    mlirOperationSetInherentAttributeByName(
        op, mlirStringRefCreateFromCString("axes"),
        mlirDenseI64ArrayGet(r->run->context, count + permutes, moved));
  }
  return lifted || !first; // else it goes along instances
}

/// Types of results with a batch.
static MlirLogicalResult liftResults(RaggedBatch *r, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    RaggedLifted lifted = {mlirOperationGetResult(op, i), {NULL}};
    lifted.before = mlirValueGetType(lifted.value);
    bool leads = raggedBatchLeads(r, lifted.before);
    MlirType type = leads ? raggedBatchType(r, lifted.before)
                          : raggedBatchLiftedType(r, lifted.before);
    if (!type.ptr)
      return raggedBatchRefuse(r, op, "has an extent without a batch");
    mlirValueSetType(lifted.value, type);
    if (!leads)
      arrput(r->lifted, lifted);
  }
  return relaxKeepsInstances(op, r->batch)
             ? relaxVerifyRagged(op)
             : raggedBatchRefuse(r, op, "takes positions");
}

MlirLogicalResult raggedBatchLift(RaggedBatch *r, MlirOperation op) {
  MlirType before = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType type = raggedBatchLeads(r, before)
                      ? raggedBatchType(r, before)
                      : raggedBatchLiftedType(r, before);
  bool done = false;
  if (!type.ptr)
    return raggedBatchRefuse(r, op, "has an extent without a batch");
  if (relaxIsReshape(op) || relaxIsBroadcastTo(op) || relaxIsTile(op))
    return liftShape(r, op, type);
  MlirLogicalResult outcome = r->instance
                                  ? raggedBatchInstanceOperands(r, op, &done)
                                  : mlirLogicalResultSuccess();
  if (done || mlirLogicalResultIsFailure(outcome))
    return outcome;
  alignOperands(r, op, type);
  bool lifted = raggedBatchFind(r, mlirOperationGetOperand(op, 0));
  if (lifted && relaxIsTake(op) &&
      (!r->instance || raggedBatchFind(r, mlirOperationGetOperand(op, 1))))
    return raggedBatchRefuse(r, op, "takes positions");
  if (lifted && !raggedBatchShift(r, op))
    return raggedBatchRefuse(r, op, "takes positions");
  return liftResults(r, op);
}

MlirLogicalResult raggedBatchRepeat(RaggedBatch *r, MlirOperation op) {
  MlirType before = mlirValueGetType(mlirOperationGetResult(op, 0));
  bool leads = raggedBatchLeads(r, before);
  MlirType type =
      leads ? raggedBatchType(r, before) : raggedBatchLiftedType(r, before);
  MlirLocation loc = mlirOperationGetLocation(op);
  MlirValue value = mlirOperationGetOperand(op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  if (!type.ptr || raggedBatchHas(r, mlirValueGetType(value)) ||
      raggedBatchFind(r, value) || !info.ranked ||
      (relaxTypeIsRagged(type) && info.rank > 0))
    return raggedBatchRefuse(r, op, "broadcasts what has no batch");
  MlirValue table = mlirBlockGetArgument(mlirOperationGetBlock(op), 0);
  RelaxBroadcastToArgs args = {
      .input = value, .numGiven = 1, .given = &table, .resultType = type};
  if (relaxTypeIsRagged(type)) {
    MlirValue places = align(r, raggedBatchPositions(r, op), type, op);
    RelaxEqualArgs every = {.lhs = places, .rhs = places};
    RelaxWhereArgs where = {.condition =
                                bridgeInsert(op, relaxEqualCreate(loc, &every)),
                            .onTrue = value,
                            .onFalse = value};
    value = bridgeInsert(op, relaxWhereCreate(loc, &where));
    args = (RelaxBroadcastToArgs){.input = value, .resultType = type};
  }
  if (!mlirTypeEqual(mlirValueGetType(value), type))
    value = bridgeInsert(op, relaxBroadcastToCreate(loc, &args));
  RaggedLifted lifted = {value, before};
  if (!leads)
    arrput(r->lifted, lifted);
  return raggedBatchReplace(op, value);
}
