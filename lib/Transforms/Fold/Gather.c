//===- Gather.c - gathers that choose everything, or from a row -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Exported masks index a tensor by a grid of its own places: indices are
// 0, 1, ... along a dimension each, in order, so that the gather is the tensor
// with further dimensions. A gather from one row, or from its copies, is a
// take.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Literal.h"
#include "lib/Transforms/Fold/Fold.h"
#include "lib/Transforms/Symbols/TypeSymbols.h"

static const MlirValue none = {NULL};

static MlirType typeOf(MlirOperation op) {
  return mlirValueGetType(mlirOperationGetResult(op, 0));
}

/// The dimension of `to` that `axis` of `from` becomes where only dimensions of
/// 1 come and go; -1: another reshape.
static intptr_t axisBehind(const RelaxTensorInfo *from,
                           const RelaxTensorInfo *to, intptr_t axis) {
  intptr_t found = -1, j = 0;
  for (intptr_t i = 0; i < from->rank; ++i) {
    if (symAttributeIs(from->dims[i], 1))
      continue;
    while (j < to->rank && symAttributeIs(to->dims[j], 1))
      ++j;
    if (j == to->rank || !mlirAttributeEqual(to->dims[j], from->dims[i]))
      return -1;
    found = i == axis ? j : found;
    ++j;
  }
  for (; j < to->rank; ++j)
    if (!symAttributeIs(to->dims[j], 1))
      return -1;
  return found;
}

/// The dimension along which the value is 0, 1, ..., the same along all others;
/// -1: it is something else.
static intptr_t placesAlong(MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  if (!op.ptr || mlirOperationGetNumResults(op) != 1)
    return -1;
  if (relaxIsIota(op))
    return symAttributeIs(relaxIotaGetBegin(op), 0) &&
                   symAttributeIs(relaxIotaGetStep(op), 1)
               ? 0
               : -1;
  if (!relaxIsReshape(op) && !relaxIsBroadcastTo(op))
    return -1;
  RelaxTensorInfo from = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  RelaxTensorInfo to = relaxTensorInfoOf(value);
  intptr_t axis = placesAlong(mlirOperationGetOperand(op, 0));
  if (axis < 0 || !from.ranked || !to.ranked)
    return -1;
  if (relaxIsReshape(op))
    return axisBehind(&from, &to, axis);
  intptr_t at = axis + to.rank - from.rank;
  return mlirAttributeEqual(from.dims[axis], to.dims[at]) ? at : -1;
}

/// Index `k` of each tuple goes through dimension `k` of the input, along
/// dimension `at[k]` of the grid.
static bool isGrid(MlirOperation op, const RelaxTensorInfo *input,
                   MlirOperation parts, intptr_t *at) {
  intptr_t depth = relaxConcatGetNumInputs(parts);
  if (depth > input->rank)
    return false;
  for (intptr_t k = 0; k < depth; ++k) {
    RelaxTensorInfo part = relaxTensorInfoOf(relaxConcatGetInputs(parts, k));
    at[k] = placesAlong(relaxConcatGetInputs(parts, k));
    if (at[k] < 0 || !part.ranked || at[k] >= part.rank - 1 ||
        (k && at[k] <= at[k - 1]) ||
        !symAttributeIs(part.dims[part.rank - 1], 1) ||
        !mlirAttributeEqual(part.dims[at[k]], input->dims[k]))
      return false;
  }
  return relaxTypeIsExact(typeOf(op)) &&
         relaxTypeIsExact(mlirValueGetType(relaxGatherNdGetInput(op)));
}

static MlirValue foldGrid(Fold *fold, MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxGatherNdGetInput(op));
  MlirOperation parts = bridgeDefiner(relaxGatherNdGetIndices(op));
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  if (relaxGatherNdGetBatchDims(op) != 0 || !input.ranked || !result.ranked ||
      !relaxIsConcat(parts) ||
      relaxConcatGetAxis(parts) !=
          relaxTensorInfoOf(relaxGatherNdGetIndices(op)).rank - 1)
    return none;
  intptr_t depth = relaxConcatGetNumInputs(parts);
  intptr_t *at = ARENA_ARRAY(fold->run->arena, intptr_t, depth);
  if (!isGrid(op, &input, parts, at) ||
      !typeSymbolsFlow(mlirValueGetType(relaxGatherNdGetInput(op)), typeOf(op)))
    return none;
  MlirAttribute *dims =
      ARENA_ARRAY(fold->run->arena, MlirAttribute, result.rank);
  intptr_t grid = result.rank - (input.rank - depth);
  for (intptr_t d = 0; d < result.rank; ++d)
    dims[d] = d < grid ? symConstAttribute(fold->run->context, 1)
                       : input.dims[depth + d - grid];
  for (intptr_t k = 0; k < depth; ++k)
    dims[at[k]] = input.dims[k];
  RelaxReshapeArgs args = {.input = relaxGatherNdGetInput(op),
                           .resultType =
                               relaxTensorTypeLike(result, result.rank, dims)};
  MlirLocation loc = mlirOperationGetLocation(op);
  MlirValue whole = foldInsert(op, relaxReshapeCreate(loc, &args));
  if (mlirTypeEqual(args.resultType, typeOf(op)))
    return whole;
  RelaxBroadcastToArgs spread = {.input = whole, .resultType = typeOf(op)};
  return foldInsert(op, relaxBroadcastToCreate(loc, &spread));
}

/// The only row, if the value is one or repeats it.
static MlirValue onlyRow(MlirValue value, int64_t axis) {
  MlirOperation op = bridgeDefiner(value);
  RelaxTensorInfo all = relaxTensorInfoOf(value);
  if (relaxIsBroadcastTo(op))
    value = relaxBroadcastToGetInput(op);
  RelaxTensorInfo row = relaxTensorInfoOf(value);
  bool one = all.ranked && row.ranked && row.rank == all.rank &&
             mlirAttributeEqual(row.dims[axis], all.dims[axis]);
  for (intptr_t d = 0; one && d < row.rank; ++d)
    one = d == axis || symAttributeIs(row.dims[d], 1);
  return one ? value : none;
}

static MlirValue foldRow(MlirOperation op) {
  int64_t axis = relaxGatherElementsGetAxis(op);
  MlirValue row = onlyRow(relaxGatherElementsGetInput(op), axis);
  if (!row.ptr || !relaxTypeIsExact(mlirValueGetType(row)))
    return none;
  MlirLocation loc = mlirOperationGetLocation(op);
  RelaxTensorInfo info = relaxTensorInfoOf(row);
  RelaxReshapeArgs vector = {
      .input = row,
      .resultType = relaxTensorTypeLike(info, 1, info.dims + axis)};
  MlirOperation reshape = relaxReshapeCreate(loc, &vector);
  RelaxTakeArgs take = {.input = mlirOperationGetResult(reshape, 0),
                        .indices = relaxGatherElementsGetIndices(op),
                        .axis = 0};
  MlirOperation taken = relaxTakeCreate(loc, &take);
  if (taken.ptr && mlirTypeEqual(typeOf(taken), typeOf(op))) {
    foldInsert(op, reshape);
    return foldInsert(op, taken);
  }
  if (taken.ptr)
    mlirOperationDestroy(taken);
  mlirOperationDestroy(reshape);
  return none;
}

MlirValue foldGather(Fold *fold, MlirOperation op) {
  return relaxIsGatherNd(op)         ? foldGrid(fold, op)
         : relaxIsGatherElements(op) ? foldRow(op)
                                     : none;
}
