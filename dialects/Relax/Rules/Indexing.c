//===- Indexing.c - rules of operations that take parts of tensors --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Slice.h"
#include "dialects/Relax/Types/IndexType.h"

//===----------------------------------------------------------------------===//
// take
//===----------------------------------------------------------------------===//

static bool isIndexType(MlirType type) {
  return mlirTypeIsAInteger(type) && !mlirIntegerTypeIsUnsigned(type) &&
         (mlirIntegerTypeGetWidth(type) == 32 ||
          mlirIntegerTypeGetWidth(type) == 64);
}

bool relaxCheckIndexType(RelaxDims *dims, MlirType element) {
  return isIndexType(element) ||
         relaxDimsError(dims, "indices: expected elements i32 or i64, got '%s'",
                        relaxTypeText(dims->arena, element));
}

bool relaxTakeInferTypes(RelaxDims *dims, const RelaxTakeArgs *args,
                         MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo indices = relaxTensorInfoOf(args->indices);
  int64_t axis = args->axis;
  if (!relaxCheckIndexType(dims, indices.elementType))
    return false;
  if (axis < 0 || (input.ranked && axis >= input.rank))
    return relaxDimsError(dims, "axis %lld is out of range for %s",
                          (long long)axis, relaxShapeText(dims->arena, input));
  const BlockFormat *blocks = relaxBlockFormat(input.elementType);
  if (blocks && (!input.ranked || axis == input.rank - 1))
    return relaxDimsError(dims,
                          "axis %lld is cut in blocks of %s: expected one "
                          "before the last; use 'relax.cast' to f32 first",
                          (long long)axis, blocks->name);
  results[0] = relaxUnrankedTensorType(input.elementType);
  if (!input.ranked || !indices.ranked)
    return true;
  intptr_t rank = 0;
  MlirAttribute *out =
      ARENA_ARRAY(dims->arena, MlirAttribute, input.rank + indices.rank);
  for (intptr_t i = 0; i < input.rank; ++i) {
    if (i != axis)
      out[rank++] = input.dims[i];
    for (intptr_t k = 0; i == axis && k < indices.rank; ++k)
      out[rank++] = indices.dims[k];
  }
  results[0] = relaxTensorTypeOf(input.elementType, rank, out);
  return true;
}

//===----------------------------------------------------------------------===//
// slices
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxVerifyChangedAlong(MlirOperation op, Arena *arena,
                                          MlirAttribute axesAttr) {
  RelaxTensorInfo input = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  intptr_t count;
  const int64_t *axes = relaxIntegers(arena, axesAttr, &count);
  MlirContext context = mlirOperationGetContext(op);
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    dims[i] = input.dims[i];
  for (intptr_t i = 0; i < count; ++i) {
    bool twice = false;
    for (intptr_t j = 0; j < i; ++j)
      twice |= axes[j] == axes[i];
    if (axes[i] < 0 || (input.ranked && axes[i] >= input.rank) || twice)
      return bridgeEmitOpError(
          op, "axes: expected different axes of %s, got %s",
          relaxShapeText(arena, input), relaxIntegersText(arena, axes, count));
    if (input.ranked)
      dims[axes[i]] = symUnknownAttribute(context);
  }
  MlirType expected =
      input.ranked ? relaxTensorTypeOf(input.elementType, input.rank, dims)
                   : relaxUnrankedTensorType(input.elementType);
  return relaxVerifyInferred(op, &expected);
}

/// The vectors of one length: that of `axes`, or with `along` any.
MlirLogicalResult relaxDynamicSliceVerify(MlirOperation op) {
  Arena *arena = arenaCreate();
  MlirAttribute axes = relaxDynamicSliceGetAxes(op);
  MlirAttribute length = symConstAttribute(mlirOperationGetContext(op),
                                           mlirDenseArrayGetNumElements(axes));
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
  MlirLogicalResult outcome = relaxVerifyChangedAlong(op, arena, axes);
  RelaxTensorInfo begins = relaxTensorInfoOf(relaxDynamicSliceGetBegins(op));
  if (relaxDynamicSliceGetAlong(op).ptr && begins.ranked && begins.rank == 1)
    length = begins.dims[0];
  for (intptr_t i = 1, e = mlirOperationGetNumOperands(op);
       i < e && mlirLogicalResultIsSuccess(outcome); ++i) {
    MlirValue list = mlirOperationGetOperand(op, i);
    RelaxTensorInfo info = relaxTensorInfoOf(list);
    bool fits = !info.ranked ||
                (info.rank == 1 && (mlirAttributeEqual(info.dims[0], length) ||
                                    symAttributeIsUnknown(info.dims[0])));
    MlirType expected = relaxTensorTypeOf(i64, 1, &length);
    if (!mlirTypeEqual(info.elementType, i64) || !fits)
      outcome = bridgeEmitOpError(op, "operand %ld: expected %s, got %s",
                                  (long)i, relaxTypeText(arena, expected),
                                  relaxTypeText(arena, mlirValueGetType(list)));
  }
  arenaDestroy(arena);
  return outcome;
}

MlirLogicalResult relaxSliceVerify(MlirOperation op) {
  Arena *arena = arenaCreate();
  MlirAttribute axes = relaxSliceGetAxes(op), begins = relaxSliceGetBegins(op);
  intptr_t count = mlirDenseArrayGetNumElements(axes);
  intptr_t numBegins = mlirArrayAttrGetNumElements(begins);
  intptr_t numSteps = mlirDenseArrayGetNumElements(relaxSliceGetSteps(op));
  MlirLogicalResult outcome = relaxVerifyChangedAlong(op, arena, axes);
  if (mlirLogicalResultIsSuccess(outcome) &&
      (numBegins != count || numSteps != count))
    outcome = bridgeEmitOpError(
        op,
        "expected one begin and step per axis, got %ld axes, %ld begins "
        "and %ld steps",
        (long)count, (long)numBegins, (long)numSteps);
  for (intptr_t i = 0; i < count && mlirLogicalResultIsSuccess(outcome); ++i) {
    MlirAttribute begin = mlirArrayAttrGetElement(begins, i);
    if (!symIsExprAttr(begin) || symAttributeIsUnknown(begin))
      outcome = bridgeEmitOpError(
          op, "begin %ld: expected an expression, got '?'", (long)i);
  }
  arenaDestroy(arena);
  return outcome;
}

//===----------------------------------------------------------------------===//
// split
//===----------------------------------------------------------------------===//

MlirType relaxSplitPartType(RelaxDims *dims, RelaxTensorInfo input,
                            int64_t axis, MlirAttribute sizes, intptr_t parts,
                            intptr_t part) {
  if (!input.ranked)
    return relaxUnrankedTensorType(input.elementType);
  MlirAttribute *extents = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    extents[i] = input.dims[i];
  SymExpr extent =
      sizes.ptr ? relaxDimsConst(dims, mlirDenseI64ArrayGetElement(sizes, part))
                : relaxDimsFloorDiv(dims, relaxDimsOf(dims, input.dims[axis]),
                                    relaxDimsConst(dims, parts));
  extents[axis] = relaxDimsAttribute(dims, extent);
  return relaxTensorTypeOf(input.elementType, input.rank, extents);
}

/// What literal extents show: sizes that are no extents or do not add up, and
/// an extent that is no multiple of the number of equal parts.
static MlirLogicalResult checkSizes(MlirOperation op, RelaxTensorInfo input,
                                    int64_t axis, MlirAttribute sizes,
                                    intptr_t parts) {
  int64_t extent, total = 0;
  bool literal = input.ranked && symAttributeIsConst(input.dims[axis], &extent);
  if (!sizes.ptr)
    return !literal || extent % parts == 0
               ? mlirLogicalResultSuccess()
               : bridgeEmitOpError(op,
                                   "axis %lld: expected a multiple of %ld, the "
                                   "number of results, got %lld",
                                   (long long)axis, (long)parts,
                                   (long long)extent);
  if (mlirDenseArrayGetNumElements(sizes) != parts)
    return bridgeEmitOpError(
        op, "sizes: expected one per result, got %ld for %ld",
        (long)mlirDenseArrayGetNumElements(sizes), (long)parts);
  for (intptr_t i = 0; i < parts; ++i) {
    int64_t size = mlirDenseI64ArrayGetElement(sizes, i);
    if (size < 0 || __builtin_add_overflow(total, size, &total))
      return bridgeEmitOpError(op, "sizes: %lld is no extent", (long long)size);
  }
  if (literal && total != extent)
    return bridgeEmitOpError(op, "sizes: expected a sum of %lld, got %lld",
                             (long long)extent, (long long)total);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxSplitVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(relaxSplitGetInput(op));
  int64_t axis = relaxSplitGetAxis(op);
  MlirAttribute sizes = relaxSplitGetSizes(op);
  intptr_t parts = mlirOperationGetNumResults(op);
  RelaxDims dims = relaxDimsOpen(op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (parts == 0)
    outcome = bridgeEmitOpError(op, "expected at least one result");
  else if (axis < 0 || (input.ranked && axis >= input.rank))
    outcome =
        bridgeEmitOpError(op, "axis %lld is out of range for %s",
                          (long long)axis, relaxShapeText(dims.arena, input));
  else
    outcome = checkSizes(op, input, axis, sizes, parts);
  if (mlirLogicalResultIsSuccess(outcome)) {
    MlirType *types = ARENA_ARRAY(dims.arena, MlirType, parts);
    for (intptr_t i = 0; i < parts; ++i)
      types[i] = relaxSplitPartType(&dims, input, axis, sizes, parts, i);
    outcome = relaxVerifyInferred(op, types);
  }
  return relaxDimsClose(&dims, outcome);
}
