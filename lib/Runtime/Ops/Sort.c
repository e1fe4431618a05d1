//===- Sort.c - sorted lines of a tensor, whole or the best k -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"
#include "lib/Runtime/Ops/Order.h"

#include <inttypes.h>
#include <string.h>

/// A tensor as lines along one axis: element i of line (outer, inner) is at
/// `outer * extent * stride + i * stride + inner`.
typedef struct Lines {
  int64_t outer, extent, stride;
} Lines;

static Lines linesOf(const RelaxTensor *tensor, int32_t axis) {
  Lines lines = {1, tensor->dims[axis], 1};
  for (int32_t i = 0; i < tensor->rank; ++i)
    if (i < axis)
      lines.outer *= tensor->dims[i];
    else if (i > axis)
      lines.stride *= tensor->dims[i];
  return lines;
}

/// The first `k` elements of every line in ascending or descending order, and
/// their places unless `indices` is NULL. The tensor has elements.
static bool sortLines(LibraryCall *call, const RelaxTensor *input, int32_t axis,
                      int64_t k, bool descending, RelaxTensor *values,
                      RelaxTensor *indices) {
  enum { MANY = 4 }; // a heap of a quarter takes as long as merges of all
  Lines lines = linesOf(input, axis);
  size_t size = relaxDTypeBytes(input->dtype);
  uint64_t *keys = libraryScratch(call, lines.extent, sizeof *keys);
  int64_t *items = libraryScratch(call, lines.extent, sizeof *items);
  int64_t *spare = libraryScratch(call, lines.extent, sizeof *spare);
  if (!keys || !items || !spare)
    return false;
  for (int64_t line = 0; line < lines.outer * lines.stride; ++line) {
    int64_t outer = line / lines.stride, inner = line % lines.stride;
    int64_t from = outer * lines.extent * lines.stride + inner;
    int64_t to = outer * k * lines.stride + inner;
    orderKeys(input->dtype, input->data, from, lines.stride, lines.extent,
              descending, keys);
    if (k <= lines.extent / MANY) {
      orderSelect(items, k, lines.extent, keys);
    } else {
      orderNumber(items, lines.extent);
      orderSort(items, spare, lines.extent, orderAscending, keys);
    }
    for (int64_t i = 0; i < k; ++i, to += lines.stride) {
      const char *source = (const char *)input->data +
                           (size_t)(from + items[i] * lines.stride) * size;
      memcpy((char *)values->data + (size_t)to * size, source, size);
      if (indices)
        relaxStoreInt(RELAX_I64, indices->data, to, items[i]);
    }
  }
  return true;
}

bool librarySort(LibraryCall *call) {
  const RelaxTensor *input = libraryTensor(call, 0);
  if (!input)
    return false;
  if (input->rank == 0)
    return relaxFail(call->error,
                     "expected at least one dimension, got a scalar");
  RelaxTensor *sorted =
      libraryOutput(call, 0, input->dtype, input->rank, input->dims);
  if (!sorted)
    return false;
  int32_t last = input->rank - 1;
  return relaxTensorCount(input) == 0 ||
         sortLines(call, input, last, input->dims[last], false, sorted, NULL);
}

bool libraryTopK(LibraryCall *call) {
  const RelaxTensor *input = libraryTensor(call, 0);
  int32_t axis;
  int64_t k, dims[RELAX_MAX_RANK];
  if (!input || !libraryAxis(call, input, &axis) ||
      !libraryIntInput(call, 1, &k))
    return false;
  if (k < 0 || k > input->dims[axis])
    return relaxFail(call->error,
                     "k: expected 0 to %" PRId64 ", the extent, got %" PRId64,
                     input->dims[axis], k);
  memcpy(dims, input->dims, sizeof dims);
  dims[axis] = k;
  RelaxTensor *values = libraryOutput(call, 0, input->dtype, input->rank, dims);
  RelaxTensor *indices =
      values ? libraryOutput(call, 1, RELAX_I64, input->rank, dims) : NULL;
  if (!indices)
    return false;
  bool descending = !libraryInt(call, "smallest", 0);
  return relaxTensorCount(values) == 0 ||
         sortLines(call, input, axis, k, descending, values, indices);
}
