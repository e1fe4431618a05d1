//===- Gather.c - gathers and scatters ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// All four walk over the shape of the indices and find the place of an element
// or of a slice of the input in row-major order.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Gather.gen.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

bool evalReadIndex(EvalStep *step, const RelaxTensor *indices, int64_t place,
                   int64_t extent, int64_t *index) {
  int64_t given = relaxLoadInt(indices->dtype, indices->data, place);
  *index = given < 0 ? given + extent : given;
  return (*index >= 0 && *index < extent) ||
         relaxFail(step->error,
                   "index %" PRId64 " is outside of an extent of %" PRId64,
                   given, extent);
}

/// What the operands have to be for one rule.
static bool checkRanks(EvalStep *step, bool good) {
  return good || relaxFail(step->error,
                           "the ranks of the operands do not fit each other");
}

/// The element of operand 0 that belongs to position `walk->index` of the
/// indices, whose number is `i`; `axis` is the coordinate that the index gives.
static bool placeOfElement(EvalStep *step, const EvalWalk *walk, int64_t i,
                           int64_t axis, const int64_t *strides,
                           int64_t *place) {
  const RelaxTensor *input = step->operands[0];
  *place = 0;
  for (int32_t d = 0; d < input->rank; ++d) {
    int64_t coordinate = walk->index[d];
    if (d == axis) {
      if (!evalReadIndex(step, step->operands[1], i, input->dims[d],
                         &coordinate))
        return false;
    } else if (coordinate >= input->dims[d]) {
      return relaxFail(step->error,
                       "indices: coordinate %" PRId64
                       " is outside of an extent of %" PRId64,
                       coordinate, input->dims[d]);
    }
    *place += coordinate * strides[d];
  }
  return true;
}

/// The first element of the slice that tuple `i` of the indices names, behind
/// `batch` dimensions whose coordinates are those of the walk.
static bool placeOfSlice(EvalStep *step, const EvalWalk *walk, int64_t i,
                         int64_t batch, const int64_t *strides,
                         int64_t *place) {
  const RelaxTensor *input = step->operands[0], *indices = step->operands[1];
  int64_t size = indices->dims[indices->rank - 1];
  *place = 0;
  for (int64_t d = 0; d < batch; ++d)
    *place += walk->index[d] * strides[d];
  for (int64_t k = 0; k < size; ++k) {
    int64_t coordinate;
    if (!evalReadIndex(step, indices, i * size + k, input->dims[batch + k],
                       &coordinate))
      return false;
    *place += coordinate * strides[batch + k];
  }
  return true;
}

/// A walk over the first `rank` dimensions of the indices.
static EvalWalk walkIndices(EvalStep *step, int32_t rank, int64_t *count) {
  EvalWalk walk = {.rank = rank};
  *count = 1;
  for (int32_t i = 0; i < rank; ++i) {
    walk.dims[i] = step->operands[1]->dims[i];
    *count *= walk.dims[i];
  }
  return walk;
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

static bool gatherElements(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *indices = step->operands[1];
  int64_t axis = relaxGatherElementsGetAxis(step->op);
  int64_t strides[RELAX_MAX_RANK], count;
  if (!checkRanks(step, input->rank == indices->rank && axis < input->rank) ||
      !evalCreate(step, input->dtype, indices->rank, indices->dims))
    return false;
  evalStrides(input->rank, input->dims, strides);
  EvalWalk walk = walkIndices(step, indices->rank, &count);
  for (int64_t i = 0; i < count; ++i, evalWalkNext(&walk)) {
    int64_t place;
    if (!placeOfElement(step, &walk, i, axis, strides, &place))
      return false;
    evalCopyElement(input, place, &step->results[0], i);
  }
  return true;
}

/// The number of elements of a slice: the product of the dimensions behind
/// `first`.
static int64_t sliceCount(const RelaxTensor *tensor, int64_t first) {
  int64_t count = 1;
  for (int32_t i = (int32_t)first; i < tensor->rank; ++i)
    count *= tensor->dims[i];
  return count;
}

static bool gatherNd(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *indices = step->operands[1];
  int64_t batch = relaxGatherNdGetBatchDims(step->op);
  int64_t strides[RELAX_MAX_RANK], dims[2 * RELAX_MAX_RANK], count;
  bool fits = indices->rank > batch && input->rank > batch &&
              indices->dims[indices->rank - 1] <= input->rank - batch;
  for (int64_t i = 0; fits && i < batch; ++i)
    fits = indices->dims[i] == input->dims[i];
  if (!checkRanks(step, fits))
    return false;
  int64_t first = batch + indices->dims[indices->rank - 1];
  int32_t rank = 0;
  for (int32_t i = 0; i < indices->rank - 1; ++i)
    dims[rank++] = indices->dims[i];
  for (int32_t i = (int32_t)first; i < input->rank; ++i)
    dims[rank++] = input->dims[i];
  if (rank > RELAX_MAX_RANK)
    return relaxFail(step->error, "expected a rank of at most %d, got %" PRId32,
                     RELAX_MAX_RANK, rank);
  if (!evalCreate(step, input->dtype, rank, dims))
    return false;
  evalStrides(input->rank, input->dims, strides);
  size_t size =
      (size_t)sliceCount(input, first) * relaxDTypeBytes(input->dtype);
  EvalWalk walk = walkIndices(step, indices->rank - 1, &count);
  for (int64_t i = 0; i < count; ++i, evalWalkNext(&walk)) {
    int64_t place;
    if (!placeOfSlice(step, &walk, i, batch, strides, &place))
      return false;
    if (size != 0)
      memcpy((char *)step->results[0].data + (size_t)i * size,
             (const char *)input->data +
                 (size_t)place * relaxDTypeBytes(input->dtype),
             size);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

typedef enum Combine { SET, ADD, MUL, MAX, MIN } Combine;

static Combine combineOf(EvalStep *step) {
  static const char *const names[] = {"", "add", "mul", "max", "min"};
  MlirAttribute reduction = mlirOperationGetInherentAttributeByName(
      step->op, mlirStringRefCreateFromCString("reduction"));
  Combine combine = SET;
  while (reduction.ptr &&
         !strRefEqual(strRefFromC(names[combine]),
                      strRefFromMlir(mlirStringAttrGetValue(reduction))))
    ++combine;
  return combine;
}

static double combineFloats(Combine combine, double old, double new) {
  switch (combine) {
  case ADD:
    return old + new;
  case MUL:
    return old * new;
  default:
    if (isnan(old) || isnan(new))
      return NAN;
    return (combine == MAX) == (old > new) ? old : new;
  }
}

static int64_t combineIntegers(Combine combine, bool isUnsigned, int64_t old,
                               int64_t new) {
  switch (combine) {
  case ADD:
    return (int64_t)((uint64_t)old + (uint64_t)new);
  case MUL:
    return (int64_t)((uint64_t)old * (uint64_t)new);
  default: {
    bool more = isUnsigned ? (uint64_t)old > (uint64_t)new : old > new;
    return (combine == MAX) == more ? old : new;
  }
  }
}

/// Element `from` of the updates goes to element `to` of the result.
static void update(EvalStep *step, Combine combine, int64_t to, int64_t from) {
  RelaxTensor *result = &step->results[0];
  const RelaxTensor *updates = step->operands[2];
  RelaxDType dtype = result->dtype;
  if (combine == SET)
    evalCopyElement(updates, from, result, to);
  else if (relaxDTypeIsFloat(dtype))
    relaxStoreFloat(dtype, result->data, to,
                    combineFloats(combine,
                                  relaxLoadFloat(dtype, result->data, to),
                                  relaxLoadFloat(dtype, updates->data, from)));
  else
    relaxStoreInt(dtype, result->data, to,
                  combineIntegers(combine, dtype == RELAX_U64,
                                  relaxLoadInt(dtype, result->data, to),
                                  relaxLoadInt(dtype, updates->data, from)));
}

static bool copyInput(EvalStep *step, Combine combine) {
  const RelaxTensor *input = step->operands[0];
  if (combine != SET && input->dtype == RELAX_BOOL)
    return evalRefuseElements(step, input->dtype);
  if (!evalCreate(step, input->dtype, input->rank, input->dims))
    return false;
  size_t size = (size_t)relaxTensorCount(input) * relaxDTypeBytes(input->dtype);
  if (size != 0)
    memcpy(step->results[0].data, input->data, size);
  return true;
}

static bool scatterElements(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *indices = step->operands[1];
  const RelaxTensor *updates = step->operands[2];
  int64_t axis = relaxScatterElementsGetAxis(step->op);
  int64_t strides[RELAX_MAX_RANK], count;
  Combine combine = combineOf(step);
  bool fits = input->rank == indices->rank && axis < input->rank &&
              updates->rank == indices->rank;
  for (int32_t i = 0; fits && i < indices->rank; ++i)
    fits = updates->dims[i] == indices->dims[i];
  if (!checkRanks(step, fits) || !copyInput(step, combine))
    return false;
  evalStrides(input->rank, input->dims, strides);
  EvalWalk walk = walkIndices(step, indices->rank, &count);
  for (int64_t i = 0; i < count; ++i, evalWalkNext(&walk)) {
    int64_t place;
    if (!placeOfElement(step, &walk, i, axis, strides, &place))
      return false;
    update(step, combine, place, i);
  }
  return true;
}

static bool scatterNd(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *indices = step->operands[1];
  const RelaxTensor *updates = step->operands[2];
  int64_t strides[RELAX_MAX_RANK], count;
  Combine combine = combineOf(step);
  bool fits =
      indices->rank > 0 && indices->dims[indices->rank - 1] <= input->rank;
  int64_t size = fits ? indices->dims[indices->rank - 1] : 0;
  fits &= updates->rank == indices->rank - 1 + input->rank - size;
  for (int32_t i = 0; fits && i < updates->rank; ++i)
    fits =
        updates->dims[i] == (i < indices->rank - 1
                                 ? indices->dims[i]
                                 : input->dims[size + i - (indices->rank - 1)]);
  if (!checkRanks(step, fits) || !copyInput(step, combine))
    return false;
  evalStrides(input->rank, input->dims, strides);
  int64_t elements = sliceCount(input, size);
  EvalWalk walk = walkIndices(step, indices->rank - 1, &count);
  for (int64_t i = 0; i < count; ++i, evalWalkNext(&walk)) {
    int64_t place;
    if (!placeOfSlice(step, &walk, i, 0, strides, &place))
      return false;
    for (int64_t k = 0; k < elements; ++k)
      update(step, combine, place + k, i * elements + k);
  }
  return true;
}

const EvalEntry evalGather[] = {
    {"relax.gather_elements", gatherElements, NULL},
    {"relax.gather_nd", gatherNd, NULL},
    {"relax.scatter_elements", scatterElements, NULL},
    {"relax.scatter_nd", scatterNd, NULL},
    {NULL, NULL, NULL}};
