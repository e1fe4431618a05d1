//===- Layout.c - rules of operations that move elements ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/Slice.h"

//===----------------------------------------------------------------------===//
// reshape, broadcast_to: the shape is the result type's, or a tensor's value
//===----------------------------------------------------------------------===//

/// A target is an i64 tensor of rank 1. `*extent` is its literal extent, or -1.
static MlirLogicalResult checkTarget(MlirOperation op, MlirValue value,
                                     int64_t *extent) {
  RelaxTensorInfo target = relaxTensorInfoOf(value);
  *extent = -1;
  MlirContext context = mlirOperationGetContext(op);
  if (mlirTypeEqual(target.elementType, mlirIntegerTypeGet(context, 64)) &&
      (!target.ranked || target.rank == 1)) {
    if (target.ranked)
      symAttributeIsConst(target.dims[0], extent);
    return mlirLogicalResultSuccess();
  }
  Arena *arena = arenaCreate();
  MlirLogicalResult failed =
      bridgeEmitOpError(op, "target: expected an i64 tensor of rank 1, got %s",
                        relaxTypeText(arena, mlirValueGetType(value)));
  arenaDestroy(arena);
  return failed;
}

static MlirLogicalResult elementsDiffer(MlirOperation op, RelaxTensorInfo input,
                                        RelaxTensorInfo result) {
  Arena *arena = arenaCreate();
  MlirLogicalResult failed =
      bridgeEmitOpError(op, "element type: expected '%s', got '%s'",
                        relaxTypeText(arena, input.elementType),
                        relaxTypeText(arena, result.elementType));
  arenaDestroy(arena);
  return failed;
}

static SymExpr elementCount(RelaxDims *dims, RelaxTensorInfo info) {
  SymExpr product = relaxDimsConst(dims, 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    product = relaxDimsMul(dims, product, relaxDimsOf(dims, info.dims[i]));
  return product;
}

/// Equal numbers of elements by normal form, where both are known.
static MlirLogicalResult checkCounts(MlirOperation op, RelaxTensorInfo input,
                                     RelaxTensorInfo result) {
  RelaxDims dims = relaxDimsOpen(op);
  SymExpr a = elementCount(&dims, input), b = elementCount(&dims, result);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (dims.status == SYM_OK && !symExprIsUnknown(a) && !symExprIsUnknown(b) &&
      !symExprEqual(a, b)) {
    StrBuf x = {0}, y = {0}, hint = {0};
    symExprPrint(a, &x);
    symExprPrint(b, &y);
    relaxDimsSuggestCount(&dims, result, a, &hint);
    outcome = relaxOutcome(relaxDimsError(
        &dims,
        "element counts differ: %s of %s and %s of %s; if they are equal, say "
        "so with 'relax.match_cast'%s",
        strBufText(&x), relaxShapeText(dims.arena, input), strBufText(&y),
        relaxShapeText(dims.arena, result), strBufText(&hint)));
    strBufFree(&hint);
    strBufFree(&x);
    strBufFree(&y);
  }
  return relaxDimsClose(&dims, outcome);
}

static MlirLogicalResult resultNeedsRank(MlirOperation op) {
  return bridgeEmitOpError(op, "without 'to' the result type says the shape: "
                               "expected one with a rank");
}

/// The result has the shape that is the target; `?` anywhere is left to the
/// run.
static MlirLogicalResult hasShape(MlirOperation op, MlirType shape,
                                  MlirType element) {
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(shape, &dims);
  MlirType expected = relaxTensorTypeOf(element, rank, dims);
  return relaxShapeTypeGetRanked(shape) ? relaxVerifyInferred(op, &expected)
                                        : mlirLogicalResultSuccess();
}

MlirLogicalResult relaxReshapeVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxReshapeGetInput(op));
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirValue target = relaxReshapeGetTarget(op);
  if (!mlirTypeEqual(input.elementType, result.elementType))
    return elementsDiffer(op, input, result);
  int64_t rank = -1;
  if (target.ptr && relaxIsShapeType(mlirValueGetType(target)))
    return hasShape(op, mlirValueGetType(target), input.elementType);
  if (target.ptr && mlirLogicalResultIsFailure(checkTarget(op, target, &rank)))
    return mlirLogicalResultFailure();
  if (!target.ptr && !result.ranked)
    return resultNeedsRank(op);
  if (result.ranked && rank >= 0 && result.rank != rank)
    return bridgeEmitOpError(
        op, "result rank: expected %lld, the extent of the target, got %ld",
        (long long)rank, (long)result.rank);
  if (!input.ranked || !result.ranked)
    return mlirLogicalResultSuccess();
  return checkCounts(op, input, result);
}

static MlirLogicalResult cannotBroadcast(MlirOperation op,
                                         RelaxTensorInfo input,
                                         RelaxTensorInfo result) {
  Arena *arena = arenaCreate();
  MlirLogicalResult failed = bridgeEmitOpError(
      op,
      "cannot broadcast %s to %s: expected extents that are 1 or equal; if "
      "they "
      "are equal, say so with 'relax.match_cast'",
      relaxShapeText(arena, input), relaxShapeText(arena, result));
  arenaDestroy(arena);
  return failed;
}

/// Every extent of the input is a literal 1 or that of the result. With a
/// target the result's extent may also be the input's where the target has 1.
static bool broadcasts(RelaxTensorInfo input, RelaxTensorInfo result) {
  if (input.rank > result.rank)
    return false;
  for (intptr_t back = 1; back <= input.rank; ++back) {
    MlirAttribute from = input.dims[input.rank - back];
    MlirAttribute to = result.dims[result.rank - back];
    int64_t extent;
    bool one = symAttributeIsConst(from, &extent) && extent == 1;
    if (!one && !mlirAttributeEqual(from, to) && !symAttributeIsUnknown(from) &&
        !symAttributeIsUnknown(to))
      return false;
  }
  return true;
}

/// The result has that shape; which extents of the input are 1 the run shows.
static MlirLogicalResult checkShapeTarget(MlirOperation op, MlirType shape,
                                          RelaxTensorInfo input,
                                          RelaxTensorInfo result) {
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(shape, &dims);
  return relaxShapeTypeGetRanked(shape) && input.ranked && input.rank > rank
             ? cannotBroadcast(op, input, result)
             : hasShape(op, shape, input.elementType);
}

MlirLogicalResult relaxBroadcastToVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxBroadcastToGetInput(op));
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirValue target = relaxBroadcastToGetTarget(op);
  if (!mlirTypeEqual(input.elementType, result.elementType))
    return elementsDiffer(op, input, result);
  if (target.ptr && relaxIsShapeType(mlirValueGetType(target)))
    return checkShapeTarget(op, mlirValueGetType(target), input, result);
  int64_t rank = -1;
  if (target.ptr && mlirLogicalResultIsFailure(checkTarget(op, target, &rank)))
    return mlirLogicalResultFailure();
  if (!target.ptr && !result.ranked)
    return resultNeedsRank(op);
  if (!input.ranked || !result.ranked)
    return mlirLogicalResultSuccess();
  int64_t wider = rank > input.rank ? rank : input.rank;
  if (rank >= 0 && result.rank != wider)
    return bridgeEmitOpError(op, "result rank: expected %lld, got %ld",
                             (long long)wider, (long)result.rank);
  if (!broadcasts(input, result))
    return cannotBroadcast(op, input, result);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// permute_dims
//===----------------------------------------------------------------------===//

static bool isPermutation(Arena *arena, const int64_t *axes, intptr_t count) {
  bool *seen = ARENA_ARRAY(arena, bool, count);
  for (intptr_t i = 0; i < count; ++i) {
    if (axes[i] < 0 || axes[i] >= count || seen[axes[i]])
      return false;
    seen[axes[i]] = true;
  }
  return true;
}

bool relaxPermuteDimsInferTypes(RelaxDims *dims,
                                const RelaxPermuteDimsArgs *args,
                                MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  intptr_t count;
  const int64_t *axes = relaxIntegers(dims->arena, args->axes, &count);
  if (!isPermutation(dims->arena, axes, count))
    return relaxDimsError(dims, "axes: expected a permutation, got %s",
                          relaxIntegersText(dims->arena, axes, count));
  if (input.ranked && input.rank != count)
    return relaxDimsError(dims, "axes: expected %ld for %s, got %ld",
                          (long)input.rank, relaxShapeText(dims->arena, input),
                          (long)count);
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    out[i] = input.ranked ? input.dims[axes[i]]
                          : symUnknownAttribute(relaxDimsContext(dims));
  results[0] = relaxTensorTypeOf(input.elementType, count, out);
  return true;
}

//===----------------------------------------------------------------------===//
// concat
//===----------------------------------------------------------------------===//

/// Joins `next` into `joined`: the extents along `axis` add, the others agree.
static bool joinConcat(RelaxDims *dims, RelaxTensorInfo first,
                       RelaxTensorInfo next, int64_t axis, SymExpr *total,
                       MlirAttribute *joined) {
  bool agree = first.rank == next.rank;
  for (intptr_t i = 0; agree && i < first.rank; ++i) {
    if (i == axis)
      *total = relaxDimsAdd(dims, *total, relaxDimsOf(dims, next.dims[i]));
    else if (symAttributeIsUnknown(joined[i]))
      joined[i] = next.dims[i];
    else
      agree = symAttributeIsUnknown(next.dims[i]) ||
              mlirAttributeEqual(joined[i], next.dims[i]);
  }
  if (agree)
    return true;
  return relaxDimsError(dims,
                        "operand shapes differ outside of axis %lld: %s and "
                        "%s; if they are equal, say so with 'relax.match_cast'",
                        (long long)axis, relaxShapeText(dims->arena, first),
                        relaxShapeText(dims->arena, next));
}

bool relaxConcatInferTypes(RelaxDims *dims, const RelaxConcatArgs *args,
                           MlirType *result) {
  if (args->numInputs == 0)
    return relaxDimsError(dims, "expected at least one operand");
  int64_t axis = args->axis;
  RelaxTensorInfo first = relaxTensorInfoOf(args->inputs[0]);
  bool ranked = true;
  for (intptr_t i = 0; i < args->numInputs; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(args->inputs[i]);
    ranked &= info.ranked;
    if (!relaxSameElements(dims, first, info))
      return false;
    if (axis < 0 || (info.ranked && axis >= info.rank))
      return relaxDimsError(dims, "axis %lld is out of range for %s",
                            (long long)axis, relaxShapeText(dims->arena, info));
  }
  *result = relaxUnrankedTensorType(first.elementType);
  if (!ranked)
    return true;
  MlirAttribute *joined = ARENA_ARRAY(dims->arena, MlirAttribute, first.rank);
  for (intptr_t i = 0; i < first.rank; ++i)
    joined[i] = first.dims[i];
  SymExpr total = relaxDimsOf(dims, first.dims[axis]);
  for (intptr_t i = 1; i < args->numInputs; ++i)
    if (!joinConcat(dims, first, relaxTensorInfoOf(args->inputs[i]), axis,
                    &total, joined))
      return false;
  joined[axis] = relaxDimsAttribute(dims, total);
  *result = relaxTensorTypeOf(first.elementType, first.rank, joined);
  return true;
}

//===----------------------------------------------------------------------===//
// strided_slice
//===----------------------------------------------------------------------===//

static bool checkSliceAxes(RelaxDims *dims, RelaxTensorInfo input,
                           const int64_t *axes, const int64_t *steps,
                           intptr_t count) {
  for (intptr_t i = 0; i < count; ++i) {
    if (axes[i] < 0 || (input.ranked && axes[i] >= input.rank))
      return relaxDimsError(dims, "axis %lld is out of range for %s",
                            (long long)axes[i],
                            relaxShapeText(dims->arena, input));
    if (steps[i] == 0)
      return relaxDimsError(dims, "step along axis %lld is 0",
                            (long long)axes[i]);
    for (intptr_t j = 0; j < i; ++j)
      if (axes[i] == axes[j])
        return relaxDimsError(dims, "axis %lld occurs twice",
                              (long long)axes[i]);
  }
  return true;
}

bool relaxStridedSliceInferTypes(RelaxDims *dims,
                                 const RelaxStridedSliceArgs *args,
                                 MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  intptr_t count, numBegins, numEnds, numSteps;
  const int64_t *axes = relaxIntegers(dims->arena, args->axes, &count);
  const int64_t *begins = relaxIntegers(dims->arena, args->begins, &numBegins);
  const int64_t *ends = relaxIntegers(dims->arena, args->ends, &numEnds);
  const int64_t *steps = relaxIntegers(dims->arena, args->steps, &numSteps);
  if (numBegins != count || numEnds != count || numSteps != count)
    return relaxDimsError(dims,
                          "expected one begin, end and step per axis, got %ld "
                          "axes, %ld begins, %ld ends and %ld steps",
                          (long)count, (long)numBegins, (long)numEnds,
                          (long)numSteps);
  if (!checkSliceAxes(dims, input, axes, steps, count))
    return false;
  *result = relaxUnrankedTensorType(input.elementType);
  if (!input.ranked)
    return true;
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    out[i] = input.dims[i];
  for (intptr_t i = 0; i < count; ++i)
    out[axes[i]] = relaxDimsAttribute(
        dims, relaxSliceExtent(dims, relaxDimsOf(dims, input.dims[axes[i]]),
                               begins[i], ends[i], steps[i]));
  *result = relaxTensorTypeOf(input.elementType, input.rank, out);
  return true;
}
