//===- RaggedBatchInstance.c - functions of one instance ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A function of `[n, 512]` has no batch at all. What has the extent, and what
// is computed of that, gets one in front; everything else is shared. Operations
// that align their operands at the end get as many dimensions as it takes
// behind the batch, and those that join operands get a copy of what is shared
// for each instance.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Sym/Literal.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Ragged/RaggedBatchState.h"

#include <stb/stb_ds.h>

bool raggedBatchIsInstance(const RaggedBatch *r, MlirBlock entry) {
  bool batch = false;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    batch |= symTypeHasSymbol(mlirValueGetType(mlirBlockGetArgument(entry, i)),
                              r->batchName);
  return !batch;
}

static bool leadsWithOne(MlirType type) {
  const MlirAttribute *dims;
  return symTypeDims(type, &dims) > 0 && symAttributeIs(dims[0], 1);
}

/// All arguments with the extent are `[1, n, ...]`, as exported for a batch of
/// one: that dimension is the batch.
static bool isBatchOfOne(const RaggedBatch *r, MlirBlock entry) {
  bool one = true;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
    one &= !raggedBatchHas(r, type) || leadsWithOne(type);
  }
  return one;
}

/// `[b, n, 512]` of `[b, 1, n, 512]`.
static MlirType withoutOne(RaggedBatch *r, MlirType type) {
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  MlirAttribute *dims = ARENA_ARRAY(r->run->arena, MlirAttribute, info.rank);
  for (intptr_t d = 1; d < info.rank; ++d)
    dims[d] = info.dims[d];
  dims[1] = info.dims[0];
  return relaxTensorTypeLike(info, info.rank - 1, dims + 1);
}

static MlirValue view(MlirValue value, MlirType type, MlirOperation before) {
  RelaxReshapeArgs args = {.input = value, .resultType = type};
  return bridgeInsert(
      before, relaxReshapeCreate(mlirOperationGetLocation(before), &args));
}

/// The argument of that type is one that positions can be made of.
static void findLike(RaggedBatch *r, MlirValue argument) {
  const MlirAttribute *dims;
  SymExpr entry = relaxTableEntry(r->run->arena, r->extentName);
  MlirAttribute extent = symExprToAttribute(r->run->context, entry);
  for (intptr_t d = 1, rank = symTypeDims(mlirValueGetType(argument), &dims);
       d < rank && !r->like.ptr; ++d)
    if (mlirAttributeEqual(dims[d], extent)) {
      r->like = argument;
      r->likeAxis = d;
    }
}

MlirLogicalResult raggedBatchInstanceArguments(RaggedBatch *r,
                                               MlirBlock entry) {
  MlirOperation first = mlirBlockGetFirstOperation(entry);
  r->dropsOne = isBatchOfOne(r, entry);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    RaggedLifted argument = {mlirBlockGetArgument(entry, i), {NULL}};
    argument.before = mlirValueGetType(argument.value);
    if (!raggedBatchHas(r, argument.before))
      continue;
    MlirType type = raggedBatchLiftedType(r, argument.before);
    if (!type.ptr)
      return bridgeEmitOpError(r->function,
                               "argument %ld: expected a tensor of known rank "
                               "where it has '%.*s'",
                               (long)i, (int)r->extentName.length,
                               r->extentName.data);
    MlirValue given = argument.value;
    if (r->dropsOne) {
      argument.value = view(given, type, first);
      mlirValueReplaceAllUsesOfWith(given, argument.value);
      mlirOperationSetOperand(mlirOpResultGetOwner(argument.value), 0, given);
      type = withoutOne(r, type);
    }
    mlirValueSetType(given, type);
    findLike(r, given);
    arrput(r->lifted, argument);
  }
  return r->like.ptr
             ? mlirLogicalResultSuccess()
             : bridgeEmitOpError(r->function,
                                 "expected an argument with a dimension '%.*s'",
                                 (int)r->extentName.length, r->extentName.data);
}

void raggedBatchInstanceResults(RaggedBatch *r, MlirOperation end) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(end); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(end, i);
    const RaggedLifted *lifted = raggedBatchFind(r, value);
    if (r->dropsOne && lifted && leadsWithOne(lifted->before))
      mlirOperationSetOperand(
          end, i, view(value, withoutOne(r, mlirValueGetType(value)), end));
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The value with a batch, behind which it has `rank` dimensions; what is
/// shared as a copy for each instance.
static MlirValue ofInstances(RaggedBatch *r, MlirValue value, bool lifted,
                             intptr_t rank, MlirOperation before) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  if (lifted)
    return raggedBatchAlign(r, value, rank + 1, before);
  MlirAttribute *dims = ARENA_ARRAY(r->run->arena, MlirAttribute, rank + 1);
  intptr_t more = rank - info.rank;
  dims[0] = r->batch;
  for (intptr_t d = 0; d < rank; ++d)
    dims[d + 1] =
        d < more ? symConstAttribute(r->run->context, 1) : info.dims[d - more];
  MlirValue table = mlirBlockGetArgument(mlirOperationGetBlock(before), 0);
  RelaxBroadcastToArgs args = {.input = value,
                               .numGiven = 1,
                               .given = &table,
                               .resultType =
                                   relaxTensorTypeLike(info, rank + 1, dims)};
  return bridgeInsert(
      before, relaxBroadcastToCreate(mlirOperationGetLocation(before), &args));
}

static intptr_t rankBefore(const RaggedBatch *r, MlirValue value) {
  const MlirAttribute *dims;
  const RaggedLifted *lifted = raggedBatchFind(r, value);
  return symTypeDims(lifted ? lifted->before : mlirValueGetType(value), &dims);
}

static GraphBuilder builderAt(RaggedBatch *r, MlirOperation op) {
  return graphBefore(r->run->arena, op, true);
}

/// In the place of the only result, which gets a batch.
static MlirLogicalResult replaceLifted(RaggedBatch *r, MlirOperation op,
                                       GraphBuilder *g, MlirValue value) {
  if (g->failed || !value.ptr)
    return mlirLogicalResultFailure();
  RaggedLifted lifted = {value,
                         mlirValueGetType(mlirOperationGetResult(op, 0))};
  arrput(r->lifted, lifted);
  return raggedBatchReplace(op, value);
}

/// An operand of a product as matrices of each instance; a vector is a row on
/// the left and a column on the right.
static MlirValue matrix(RaggedBatch *r, GraphBuilder *g, MlirValue value,
                        intptr_t rank, bool isColumn) {
  bool lifted = raggedBatchFind(r, value);
  if (rankBefore(r, value) == 1)
    value = graphExpandDim(g, value, lifted + isColumn);
  return value.ptr ? ofInstances(r, value, lifted, rank, g->before) : value;
}

static MlirLogicalResult product(RaggedBatch *r, MlirOperation op, bool *done) {
  MlirValue lhs = relaxMatmulGetLhs(op), rhs = relaxMatmulGetRhs(op);
  intptr_t left = rankBefore(r, lhs), right = rankBefore(r, rhs);
  if (!raggedBatchFind(r, rhs) && right <= 2)
    return mlirLogicalResultSuccess(); // rows with one matrix
  *done = true;
  GraphBuilder g = builderAt(r, op);
  RelaxTensorInfo info;
  MlirType type =
      raggedBatchLiftedType(r, mlirValueGetType(mlirOperationGetResult(op, 0)));
  intptr_t rank = left > right ? left : right;
  rank = rank < 2 ? 2 : rank;
  lhs = matrix(r, &g, lhs, rank, false);
  rhs = matrix(r, &g, rhs, rank, true);
  MlirValue y = graphMatmul(&g, lhs, rhs);
  relaxTensorInfo(type, &info);
  if (y.ptr && !mlirTypeEqual(mlirValueGetType(y), type))
    y = graphReshape(&g, y, info.rank, info.dims);
  return replaceLifted(r, op, &g, y);
}

/// `[1, n, 512]`: the dimension of 1 is where the batch goes.
static MlirLogicalResult attention(RaggedBatch *r, MlirOperation op,
                                   bool *done) {
  MlirType type =
      raggedBatchLiftedType(r, mlirValueGetType(mlirOperationGetResult(op, 0)));
  GraphBuilder g = builderAt(r, op);
  MlirOperation own = mlirOperationClone(op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    const RaggedLifted *lifted = raggedBatchFind(r, operand);
    if (!leadsWithOne(lifted ? lifted->before : mlirValueGetType(operand))) {
      mlirOperationDestroy(own);
      return raggedBatchRefuse(r, op, "expected operands of a batch of one");
    }
    operand = ofInstances(r, operand, lifted, rankBefore(r, operand), op);
    mlirOperationSetOperand(
        own, i, view(operand, withoutOne(r, mlirValueGetType(operand)), op));
  }
  mlirValueSetType(mlirOperationGetResult(own, 0), withoutOne(r, type));
  MlirValue y = bridgeInsert(op, own);
  *done = true;
  return mlirLogicalResultIsSuccess(relaxVerifyRagged(own))
             ? replaceLifted(r, op, &g, view(y, type, op))
             : mlirLogicalResultFailure();
}

MlirLogicalResult raggedBatchInstanceOperands(RaggedBatch *r, MlirOperation op,
                                              bool *done) {
  *done = false;
  if (relaxIsMatmul(op))
    return product(r, op, done);
  if (relaxIsAttention(op))
    return attention(r, op, done);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op);
       i < e && relaxIsConcat(op); ++i) {
    RaggedLifted own = {mlirOperationGetOperand(op, i), {NULL}};
    if (raggedBatchFind(r, own.value))
      continue;
    own.before = mlirValueGetType(own.value);
    own.value = ofInstances(r, own.value, false, rankBefore(r, own.value), op);
    mlirOperationSetOperand(op, i, own.value);
    arrput(r->lifted, own);
  }
  return mlirLogicalResultSuccess();
}
