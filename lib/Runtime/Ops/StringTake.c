//===- StringTake.c - relax.take of strings -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Strings.h"

#include <inttypes.h>
#include <string.h>

/// The input's axis is replaced by the extents of the indices.
static bool takenDims(const LibraryCall *call, const RelaxTensor *input,
                      const RelaxTensor *indices, int32_t axis, int64_t *dims,
                      int32_t *rank) {
  if (indices->dtype != RELAX_I64 && indices->dtype != RELAX_I32)
    return relaxFail(call->error, "operand 1: expected i32 or i64, got %s",
                     relaxDTypeName(indices->dtype));
  *rank = input->rank - 1 + indices->rank;
  if (*rank > RELAX_MAX_RANK)
    return relaxFail(call->error, "rank %" PRId32 " is too large", *rank);
  size_t size = sizeof *dims;
  memcpy(dims, input->dims, (size_t)axis * size);
  memcpy(dims + axis, indices->dims, (size_t)indices->rank * size);
  memcpy(dims + axis + indices->rank, input->dims + axis + 1,
         (size_t)(input->rank - axis - 1) * size);
  return true;
}

static int64_t product(const int64_t *dims, int32_t count) {
  int64_t result = 1;
  for (int32_t i = 0; i < count; ++i)
    result *= dims[i];
  return result;
}

bool libraryTake(LibraryCall *call) {
  const RelaxTensor *input = libraryTexts(call, 0);
  const RelaxTensor *indices = libraryTensor(call, 1);
  int64_t dims[RELAX_MAX_RANK], count;
  int32_t axis, rank;
  if (!input || !indices || !libraryAxis(call, input, &axis) ||
      !takenDims(call, input, indices, axis, dims, &rank))
    return false;
  if (!relaxNumElements(rank, dims, &count))
    return relaxFail(call->error, "the elements of the result exceed 64 bits");
  StrRef *texts = libraryScratch(call, count, sizeof *texts);
  int64_t chosen = relaxTensorCount(indices), extent = input->dims[axis];
  int64_t inner = product(input->dims + axis + 1, input->rank - axis - 1);
  for (int64_t i = 0; texts && i < count; ++i) {
    int64_t outer = i / inner / chosen, k = i / inner % chosen;
    int64_t index = relaxLoadInt(indices->dtype, indices->data, k);
    if (index < -extent || index >= extent)
      return relaxFail(call->error,
                       "index %" PRId64 " is outside of an extent of %" PRId64,
                       index, extent);
    index += index < 0 ? extent : 0;
    texts[i] =
        relaxStrings(input)[(outer * extent + index) * inner + i % inner];
  }
  return texts && librarySetTexts(call, 0, rank, dims, texts);
}
