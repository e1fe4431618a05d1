//===- Positions.c - rules of places that are counted and compared --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Positions.gen.h"
#include "dialects/Relax/Types/IndexType.h"

#include <inttypes.h>

/// 0 to rank - 1; a rank of -1 is not known.
static bool checkAxis(RelaxDims *dims, const char *what, int64_t axis,
                      intptr_t rank) {
  if (axis >= 0 && (rank < 0 || axis < rank))
    return true;
  return relaxDimsError(dims, "%s %" PRId64 " is out of range for rank %ld",
                        what, axis, (long)rank);
}

static bool mayEqual(MlirAttribute a, MlirAttribute b) {
  return symAttributeIsUnknown(a) || symAttributeIsUnknown(b) ||
         mlirAttributeEqual(a, b);
}

/// A vector of i32 or i64.
static bool checkVector(RelaxDims *dims, const char *what, MlirValue value) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  if (!relaxCheckIndexType(dims, info.elementType))
    return false;
  return !info.ranked || info.rank == 1 ||
         relaxDimsError(dims, "%s: expected a vector, got %s", what,
                        relaxShapeText(dims->arena, info));
}

//===----------------------------------------------------------------------===//
// one_hot, dynamic_one_hot
//===----------------------------------------------------------------------===//

static bool inferOneHot(RelaxDims *dims, MlirValue indicesValue,
                        MlirValue valuesValue, MlirAttribute depth,
                        int64_t axis, MlirType *result) {
  RelaxTensorInfo indices = relaxTensorInfoOf(indicesValue);
  RelaxTensorInfo values = relaxTensorInfoOf(valuesValue);
  MlirAttribute two = symConstAttribute(relaxDimsContext(dims), 2);
  *result = relaxUnrankedTensorType(values.elementType);
  if (!relaxCheckIndexType(dims, indices.elementType) ||
      !checkAxis(dims, "axis", axis, indices.ranked ? indices.rank + 1 : -1))
    return false;
  if (values.ranked && (values.rank != 1 || !mayEqual(values.dims[0], two)))
    return relaxDimsError(dims,
                          "values: expected [2], one for off and on, got %s",
                          relaxShapeText(dims->arena, values));
  if (!indices.ranked)
    return true;
  MlirAttribute *out =
      ARENA_ARRAY(dims->arena, MlirAttribute, indices.rank + 1);
  for (intptr_t i = 0; i <= indices.rank; ++i)
    out[i] = i == axis ? depth : indices.dims[i > axis ? i - 1 : i];
  *result = relaxTensorTypeOf(values.elementType, indices.rank + 1, out);
  return true;
}

static bool checkDepth(RelaxDims *dims, MlirAttribute depth) {
  int64_t literal;
  if (!symIsExprAttr(depth) || symAttributeIsUnknown(depth))
    return relaxDimsError(dims, "depth: expected an expression, got '?'");
  if (symAttributeIsConst(depth, &literal) && literal < 0)
    return relaxDimsError(dims, "depth: expected at least 0, got %" PRId64,
                          literal);
  return true;
}

bool relaxOneHotInferTypes(RelaxDims *dims, const RelaxOneHotArgs *args,
                           MlirType *results) {
  return checkDepth(dims, args->depth) &&
         inferOneHot(dims, args->indices, args->values, args->depth, args->axis,
                     results);
}

bool relaxDynamicOneHotInferTypes(RelaxDims *dims,
                                  const RelaxDynamicOneHotArgs *args,
                                  MlirType *results) {
  MlirContext context = relaxDimsContext(dims);
  RelaxTensorInfo depth = relaxTensorInfoOf(args->depth);
  MlirAttribute one = symConstAttribute(context, 1);
  bool single = !depth.ranked || depth.rank == 0 ||
                (depth.rank == 1 && mayEqual(depth.dims[0], one));
  if (!single ||
      !mlirTypeEqual(depth.elementType, mlirIntegerTypeGet(context, 64)))
    return relaxDimsError(
        dims, "depth: expected one element i64, got %s",
        relaxTypeText(dims->arena, mlirValueGetType(args->depth)));
  return inferOneHot(dims, args->indices, args->values,
                     symUnknownAttribute(context), args->axis, results);
}

//===----------------------------------------------------------------------===//
// reverse_sequence, tensor_scatter
//===----------------------------------------------------------------------===//

bool relaxReverseSequenceInferTypes(RelaxDims *dims,
                                    const RelaxReverseSequenceArgs *args,
                                    MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  intptr_t rank = input.ranked ? input.rank : -1;
  int64_t axis = args->axis;
  int64_t batch = args->batch;
  bool outcome = checkAxis(dims, "axis", axis, rank);
  if (outcome)
    outcome = checkAxis(dims, "batch", batch, rank);
  if (outcome && axis == batch)
    outcome = relaxDimsError(
        dims, "axis and batch: expected two, got %" PRId64 " twice", axis);
  if (outcome)
    outcome = checkVector(dims, "lengths", args->lengths);
  results[0] = mlirValueGetType(args->input);
  return outcome;
}

bool relaxTensorScatterInferTypes(RelaxDims *dims,
                                  const RelaxTensorScatterArgs *args,
                                  MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo updates = relaxTensorInfoOf(args->updates);
  int64_t axis = args->axis;
  bool outcome = checkAxis(dims, "axis", axis, input.ranked ? input.rank : -1);
  if (outcome && axis == 0 && args->at.ptr)
    outcome =
        relaxDimsError(dims, "axis: expected one behind the batch, got 0");
  if (outcome)
    outcome = relaxSameElements(dims, input, updates);
  if (outcome && args->at.ptr)
    outcome = checkVector(dims, "at", args->at);
  results[0] = mlirValueGetType(args->input);
  return outcome;
}
