//===- Positions.c - rules of places that are counted and compared --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Positions.gen.h"
#include "dialects/Relax/Types/IndexType.h"

#include <inttypes.h>

static MlirLogicalResult success(void) { return mlirLogicalResultSuccess(); }

/// 0 to rank - 1; a rank of -1 is not known.
static MlirLogicalResult checkAxis(RelaxDims *dims, const char *what,
                                   int64_t axis, intptr_t rank) {
  if (axis >= 0 && (rank < 0 || axis < rank))
    return success();
  return relaxDimsError(dims, "%s %" PRId64 " is out of range for rank %ld",
                        what, axis, (long)rank);
}

static bool mayEqual(MlirAttribute a, MlirAttribute b) {
  return symAttributeIsUnknown(a) || symAttributeIsUnknown(b) ||
         mlirAttributeEqual(a, b);
}

/// A vector of i32 or i64.
static MlirLogicalResult checkVector(RelaxDims *dims, const char *what,
                                     MlirValue value) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  if (mlirLogicalResultIsFailure(relaxCheckIndexType(dims, info.elementType)))
    return mlirLogicalResultFailure();
  return !info.ranked || info.rank == 1
             ? success()
             : relaxDimsError(dims, "%s: expected a vector, got %s", what,
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
  MlirAttribute two = symConstAttribute(relaxDimsContext(dims), 2);
  *result = relaxUnrankedTensorType(values.elementType);
  if (mlirLogicalResultIsFailure(
          relaxCheckIndexType(dims, indices.elementType)) ||
      mlirLogicalResultIsFailure(checkAxis(
          dims, "axis", axis, indices.ranked ? indices.rank + 1 : -1)))
    return mlirLogicalResultFailure();
  if (values.ranked && (values.rank != 1 || !mayEqual(values.dims[0], two)))
    return relaxDimsError(dims,
                          "values: expected [2], one for off and on, got %s",
                          relaxShapeText(dims->arena, values));
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
    return relaxDimsError(dims, "depth: expected an expression, got '?'");
  if (symAttributeIsConst(depth, &literal) && literal < 0)
    return relaxDimsError(dims, "depth: expected at least 0, got %" PRId64,
                          literal);
  return success();
}

MlirLogicalResult relaxOneHotInferTypes(RelaxDims *dims,
                                        const RelaxOneHotArgs *args,
                                        MlirType *results) {
  MlirLogicalResult outcome = checkDepth(dims, args->depth);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = inferOneHot(dims, args->indices, args->values, args->depth,
                          args->axis, results);
  return outcome;
}

MlirLogicalResult relaxDynamicOneHotInferTypes(
    RelaxDims *dims, const RelaxDynamicOneHotArgs *args, MlirType *results) {
  MlirContext context = relaxDimsContext(dims);
  RelaxTensorInfo depth = relaxTensorInfoOf(args->depth);
  MlirAttribute one = symConstAttribute(context, 1);
  bool single = !depth.ranked || depth.rank == 0 ||
                (depth.rank == 1 && mayEqual(depth.dims[0], one));
  MlirLogicalResult outcome =
      single &&
              mlirTypeEqual(depth.elementType, mlirIntegerTypeGet(context, 64))
          ? success()
          : relaxDimsError(
                dims, "depth: expected one element i64, got %s",
                relaxTypeText(dims->arena, mlirValueGetType(args->depth)));
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = inferOneHot(dims, args->indices, args->values,
                          symUnknownAttribute(context), args->axis, results);
  return outcome;
}

//===----------------------------------------------------------------------===//
// reverse_sequence, tensor_scatter
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxReverseSequenceInferTypes(
    RelaxDims *dims, const RelaxReverseSequenceArgs *args, MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  intptr_t rank = input.ranked ? input.rank : -1;
  int64_t axis = args->axis;
  int64_t batch = args->batch;
  MlirLogicalResult outcome = checkAxis(dims, "axis", axis, rank);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkAxis(dims, "batch", batch, rank);
  if (mlirLogicalResultIsSuccess(outcome) && axis == batch)
    outcome = relaxDimsError(
        dims, "axis and batch: expected two, got %" PRId64 " twice", axis);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = checkVector(dims, "lengths", args->lengths);
  results[0] = mlirValueGetType(args->input);
  return outcome;
}

MlirLogicalResult relaxTensorScatterInferTypes(
    RelaxDims *dims, const RelaxTensorScatterArgs *args, MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo updates = relaxTensorInfoOf(args->updates);
  int64_t axis = args->axis;
  MlirLogicalResult outcome =
      checkAxis(dims, "axis", axis, input.ranked ? input.rank : -1);
  if (mlirLogicalResultIsSuccess(outcome) && axis == 0 && args->at.ptr)
    outcome =
        relaxDimsError(dims, "axis: expected one behind the batch, got 0");
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxSameElements(dims, input, updates);
  if (mlirLogicalResultIsSuccess(outcome) && args->at.ptr)
    outcome = checkVector(dims, "at", args->at);
  results[0] = mlirValueGetType(args->input);
  return outcome;
}
