//===- Gather.c - rules of gathers and scatters ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/Types/IndexType.h"
#include "lib/Bridge/Core/Blocks.h"

static bool checkAxis(RelaxDims *dims, RelaxTensorInfo input, int64_t axis) {
  if (axis >= 0 && (!input.ranked || axis < input.rank))
    return true;
  return relaxDimsError(dims, "axis %lld is out of range for %s",
                        (long long)axis, relaxShapeText(dims->arena, input));
}

static bool checkReduction(RelaxDims *dims, MlirAttribute reduction,
                           RelaxTensorInfo input) {
  static const char *const known[] = {"add", "mul", "max", "min"};
  if (!reduction.ptr)
    return true;
  if (relaxIsStringType(input.elementType))
    return relaxDimsError(dims,
                          "reduce: expected elements of numbers, got strings");
  StrRef name = bridgeText(reduction);
  for (size_t i = 0; i < sizeof(known) / sizeof(*known); ++i)
    if (strRefIs(name, known[i]))
      return true;
  return relaxDimsError(
      dims, "reduce: expected 'add', 'mul', 'max' or 'min', got '%.*s'",
      SPREAD(name));
}

/// `got` has the dimensions `expected`; `?` agrees with anything.
static bool checkDims(RelaxDims *dims, const char *what,
                      RelaxTensorInfo expected, RelaxTensorInfo got) {
  if (!got.ranked || !expected.ranked)
    return true;
  bool agree = got.rank == expected.rank;
  for (intptr_t i = 0; agree && i < got.rank; ++i)
    agree = symAttributeIsUnknown(expected.dims[i]) ||
            symAttributeIsUnknown(got.dims[i]) ||
            mlirAttributeEqual(expected.dims[i], got.dims[i]);
  if (agree)
    return true;
  return relaxDimsError(dims,
                        "%s: expected %s, got %s; if they are equal, say so "
                        "with 'relax.match_cast'",
                        what, relaxShapeText(dims->arena, expected),
                        relaxShapeText(dims->arena, got));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static bool inferElements(RelaxDims *dims, RelaxTensorInfo input,
                          RelaxTensorInfo indices, int64_t axis) {
  if (!relaxCheckIndexType(dims, indices.elementType) ||
      !checkAxis(dims, input, axis))
    return false;
  if (!input.ranked || !indices.ranked || input.rank == indices.rank)
    return true;
  return relaxDimsError(dims, "indices: expected rank %ld, got %s",
                        (long)input.rank, relaxShapeText(dims->arena, indices));
}

bool relaxGatherElementsInferTypes(RelaxDims *dims,
                                   const RelaxGatherElementsArgs *args,
                                   MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo indices = relaxTensorInfoOf(args->indices);
  bool outcome = inferElements(dims, input, indices, args->axis);
  results[0] = relaxTypeWithElements(indices, input.elementType);
  return outcome;
}

bool relaxScatterElementsInferTypes(RelaxDims *dims,
                                    const RelaxScatterElementsArgs *args,
                                    MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo indices = relaxTensorInfoOf(args->indices);
  RelaxTensorInfo updates = relaxTensorInfoOf(args->updates);
  bool outcome = inferElements(dims, input, indices, args->axis);
  if (outcome)
    outcome = relaxSameElements(dims, input, updates);
  if (outcome)
    outcome = checkReduction(dims, args->reduction, input);
  results[0] = mlirValueGetType(args->input);
  return outcome;
}

//===----------------------------------------------------------------------===//
// Index tuples
//===----------------------------------------------------------------------===//

/// The number of coordinates, which lies in the dimensions of the input behind
/// `first`; -1 if a rank is not known.
static bool tupleSize(RelaxDims *dims, RelaxTensorInfo input,
                      RelaxTensorInfo indices, int64_t first, int64_t *size) {
  *size = -1;
  if (!relaxCheckIndexType(dims, indices.elementType))
    return false;
  if (first < 0 || (indices.ranked && first >= indices.rank) ||
      (input.ranked && first >= input.rank))
    return relaxDimsError(
        dims, "batch_dims %lld: expected fewer than the ranks of %s and %s",
        (long long)first, relaxShapeText(dims->arena, input),
        relaxShapeText(dims->arena, indices));
  if (!indices.ranked || !input.ranked)
    return true;
  if (!symAttributeIsConst(indices.dims[indices.rank - 1], size))
    return relaxDimsError(dims,
                          "indices: expected a literal extent in the last "
                          "dimension, got %s; say it with 'relax.match_cast'",
                          relaxShapeText(dims->arena, indices));
  if (*size <= input.rank - first)
    return true;
  return relaxDimsError(dims,
                        "indices: expected at most %ld coordinates, got %lld",
                        (long)(input.rank - first), (long long)*size);
}

/// Dimensions of a slice: those of the indices but the last, then those of the
/// input behind `taken`.
static RelaxTensorInfo sliceInfo(RelaxDims *dims, RelaxTensorInfo input,
                                 RelaxTensorInfo indices, int64_t taken) {
  intptr_t rank = 0;
  MlirAttribute *out =
      ARENA_ARRAY(dims->arena, MlirAttribute, indices.rank + input.rank);
  for (intptr_t i = 0; i < indices.rank - 1; ++i)
    out[rank++] = indices.dims[i];
  for (intptr_t i = taken; i < input.rank; ++i)
    out[rank++] = input.dims[i];
  return (RelaxTensorInfo){true, rank, out, input.elementType, {NULL}, {NULL}};
}

bool relaxGatherNdInferTypes(RelaxDims *dims, const RelaxGatherNdArgs *args,
                             MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo indices = relaxTensorInfoOf(args->indices);
  int64_t size, batch = args->batch_dims;
  *result = relaxUnrankedTensorType(input.elementType);
  if (!tupleSize(dims, input, indices, batch, &size))
    return false;
  if (size < 0)
    return true;
  RelaxTensorInfo info = sliceInfo(dims, input, indices, batch + size);
  *result = relaxTensorTypeOf(input.elementType, info.rank, info.dims);
  return true;
}

static bool checkScatterNd(RelaxDims *dims, const RelaxScatterNdArgs *args) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo indices = relaxTensorInfoOf(args->indices);
  RelaxTensorInfo updates = relaxTensorInfoOf(args->updates);
  int64_t size;
  if (!tupleSize(dims, input, indices, 0, &size) ||
      !relaxSameElements(dims, input, updates) ||
      !checkReduction(dims, args->reduction, input))
    return false;
  if (size < 0)
    return true;
  return checkDims(dims, "updates", sliceInfo(dims, input, indices, size),
                   updates);
}

bool relaxScatterNdInferTypes(RelaxDims *dims, const RelaxScatterNdArgs *args,
                              MlirType *results) {
  bool outcome = checkScatterNd(dims, args);
  results[0] = mlirValueGetType(args->input);
  return outcome;
}
