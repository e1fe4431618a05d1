//===- Indices.c - rules of places that are counted and compared ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/IndexType.h"
#include "dialects/Relax/Indices.gen.h"

#include <inttypes.h>

static MlirLogicalResult success(void) { return mlirLogicalResultSuccess(); }

/// 0 to rank - 1; a rank of -1 is not known.
static MlirLogicalResult checkAxis(RelaxDims *dims, const char *what,
                                   int64_t axis, intptr_t rank) {
  if (axis >= 0 && (rank < 0 || axis < rank))
    return success();
  return bridgeEmitError(dims->loc,
                         "'%s' op %s %" PRId64 " is out of range for rank %ld",
                         dims->opName, what, axis, (long)rank);
}

static bool mayEqual(MlirAttribute a, MlirAttribute b) {
  return symAttributeIsUnknown(a) || symAttributeIsUnknown(b) ||
         mlirAttributeEqual(a, b);
}

/// A vector of i32 or i64 whose extent is `extent` (null: any).
static MlirLogicalResult checkVector(RelaxDims *dims, const char *what,
                                     MlirValue value, MlirAttribute extent) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  if (mlirLogicalResultIsFailure(relaxCheckIndexType(dims, info.elementType)))
    return mlirLogicalResultFailure();
  if (!info.ranked ||
      (info.rank == 1 && (!extent.ptr || mayEqual(info.dims[0], extent))))
    return success();
  RelaxTensorInfo expected = {.ranked = true, .rank = 1, .dims = &extent};
  if (!extent.ptr)
    return bridgeEmitError(dims->loc, "'%s' op %s: expected a vector, got %s",
                           dims->opName, what,
                           relaxShapeText(dims->arena, info));
  return bridgeEmitError(dims->loc,
                         "'%s' op %s: expected %s, got %s; if they are equal, "
                         "say so with 'relax.match_cast'",
                         dims->opName, what,
                         relaxShapeText(dims->arena, expected),
                         relaxShapeText(dims->arena, info));
}

//===----------------------------------------------------------------------===//
// one_hot, dynamic_one_hot
//===----------------------------------------------------------------------===//

static MlirLogicalResult inferOneHot(RelaxDims *dims, MlirValue indicesValue,
                                     MlirValue valuesValue, MlirAttribute depth,
                                     int64_t axis, MlirType *result) {
  RelaxTensorInfo indices = relaxTensorInfoOf(indicesValue);
  RelaxTensorInfo values = relaxTensorInfoOf(valuesValue);
  MlirAttribute two = symConstAttribute(mlirLocationGetContext(dims->loc), 2);
  *result = relaxUnrankedTensorType(values.elementType);
  if (mlirLogicalResultIsFailure(
          relaxCheckIndexType(dims, indices.elementType)) ||
      mlirLogicalResultIsFailure(checkAxis(
          dims, "axis", axis, indices.ranked ? indices.rank + 1 : -1)))
    return mlirLogicalResultFailure();
  if (values.ranked && (values.rank != 1 || !mayEqual(values.dims[0], two)))
    return bridgeEmitError(
        dims->loc, "'%s' op values: expected [2], one for off and on, got %s",
        dims->opName, relaxShapeText(dims->arena, values));
  if (!indices.ranked)
    return success();
  MlirAttribute *out =
      ARENA_ARRAY(dims->arena, MlirAttribute, indices.rank + 1);
  for (intptr_t i = 0; i <= indices.rank; ++i)
    out[i] = i == axis ? depth : indices.dims[i > axis ? i - 1 : i];
  *result = relaxTensorTypeOf(values.elementType, indices.rank + 1, out);
  return success();
}

static MlirLogicalResult checkDepth(RelaxDims *dims, MlirAttribute depth) {
  int64_t literal;
  if (!symIsExprAttr(depth) || symAttributeIsUnknown(depth))
    return bridgeEmitError(dims->loc,
                           "'%s' op depth: expected an expression, got '?'",
                           dims->opName);
  if (symAttributeIsConst(depth, &literal) && literal < 0)
    return bridgeEmitError(dims->loc,
                           "'%s' op depth: expected at least 0, got %" PRId64,
                           dims->opName, literal);
  return success();
}

MlirLogicalResult relaxOneHotInferTypes(MlirLocation loc,
                                        const RelaxOneHotArgs *args,
                                        MlirType *results) {
  RelaxDims dims = {loc, "relax.one_hot", arenaCreate(), SYM_OK};
  MlirLogicalResult outcome = checkDepth(&dims, args->depth);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = inferOneHot(&dims, args->indices, args->values, args->depth,
                          mlirIntegerAttrGetValueInt(args->axis), results);
  arenaDestroy(dims.arena);
  return outcome;
}

MlirLogicalResult relaxDynamicOneHotInferTypes(
    MlirLocation loc, const RelaxDynamicOneHotArgs *args, MlirType *results) {
  RelaxDims dims = {loc, "relax.dynamic_one_hot", arenaCreate(), SYM_OK};
  MlirContext context = mlirLocationGetContext(loc);
  RelaxTensorInfo depth = relaxTensorInfoOf(args->depth);
  MlirAttribute one = symConstAttribute(context, 1);
  bool single = !depth.ranked || depth.rank == 0 ||
                (depth.rank == 1 && mayEqual(depth.dims[0], one));
  MlirLogicalResult outcome =
      single &&
              mlirTypeEqual(depth.elementType, mlirIntegerTypeGet(context, 64))
          ? success()
          : bridgeEmitError(
                loc, "'%s' op depth: expected one element i64, got %s",
                dims.opName,
                relaxTypeText(dims.arena, mlirValueGetType(args->depth)));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = inferOneHot(&dims, args->indices, args->values,
                          symUnknownAttribute(context),
                          mlirIntegerAttrGetValueInt(args->axis), results);
  arenaDestroy(dims.arena);
  return outcome;
}

//===----------------------------------------------------------------------===//
// reverse_sequence, tensor_scatter
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxReverseSequenceInferTypes(
    MlirLocation loc, const RelaxReverseSequenceArgs *args, MlirType *results) {
  RelaxDims dims = {loc, "relax.reverse_sequence", arenaCreate(), SYM_OK};
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  intptr_t rank = input.ranked ? input.rank : -1;
  int64_t axis = mlirIntegerAttrGetValueInt(args->axis);
  int64_t batch = mlirIntegerAttrGetValueInt(args->batch);
  MlirLogicalResult outcome = checkAxis(&dims, "axis", axis, rank);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkAxis(&dims, "batch", batch, rank);
  if (mlirLogicalResultIsSuccess(outcome) && axis == batch)
    outcome = bridgeEmitError(
        loc, "'%s' op axis and batch: expected two, got %" PRId64 " twice",
        dims.opName, axis);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome =
        checkVector(&dims, "lengths", args->lengths,
                    input.ranked ? input.dims[batch] : mlirAttributeGetNull());
  results[0] = mlirValueGetType(args->input);
  arenaDestroy(dims.arena);
  return outcome;
}

/// The updates have the extents of the input but along the axis.
static MlirLogicalResult checkUpdates(RelaxDims *dims, RelaxTensorInfo input,
                                      RelaxTensorInfo updates, int64_t axis) {
  bool fits = !input.ranked || !updates.ranked || input.rank == updates.rank;
  for (intptr_t i = 0; fits && input.ranked && updates.ranked && i < input.rank;
       ++i)
    fits = i == axis || mayEqual(input.dims[i], updates.dims[i]);
  if (fits)
    return success();
  return bridgeEmitError(
      dims->loc,
      "'%s' op updates: expected %s but for axis %" PRId64
      ", got %s; if they are equal, say so with 'relax.match_cast'",
      dims->opName, relaxShapeText(dims->arena, input), axis,
      relaxShapeText(dims->arena, updates));
}

MlirLogicalResult relaxTensorScatterInferTypes(
    MlirLocation loc, const RelaxTensorScatterArgs *args, MlirType *results) {
  RelaxDims dims = {loc, "relax.tensor_scatter", arenaCreate(), SYM_OK};
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo updates = relaxTensorInfoOf(args->updates);
  int64_t axis = mlirIntegerAttrGetValueInt(args->axis);
  MlirLogicalResult outcome =
      checkAxis(&dims, "axis", axis, input.ranked ? input.rank : -1);
  if (mlirLogicalResultIsSuccess(outcome) && axis == 0 && args->at.ptr)
    outcome = bridgeEmitError(
        loc, "'%s' op axis: expected one behind the batch, got 0", dims.opName);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxSameElements(loc, dims.opName, input, updates);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkUpdates(&dims, input, updates, axis);
  if (mlirLogicalResultIsSuccess(outcome) && args->at.ptr)
    outcome =
        checkVector(&dims, "at", args->at,
                    input.ranked ? input.dims[0] : mlirAttributeGetNull());
  results[0] = mlirValueGetType(args->input);
  arenaDestroy(dims.arena);
  return outcome;
}
