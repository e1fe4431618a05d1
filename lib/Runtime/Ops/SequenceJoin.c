//===- SequenceJoin.c - tensors one behind the other ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Strings.h"
#include "lib/Runtime/Stack.h"

#include <inttypes.h>
#include <string.h>

/// The extents of the result; false after an error.
static bool joinedDims(const LibraryCall *call, const RelaxTensor *items,
                       int64_t count, bool stack, int32_t axis, int64_t *dims) {
  int64_t total = 0;
  for (int64_t i = 0; i < count; ++i) {
    bool same = items[i].rank == items[0].rank;
    for (int32_t d = 0; same && d < items[0].rank; ++d)
      same = items[i].dims[d] == items[0].dims[d] || (!stack && d == axis);
    if (!same ||
        (!stack && __builtin_add_overflow(total, items[i].dims[axis], &total)))
      return relaxFail(call->error,
                       "element %" PRId64 " has other extents than element 0",
                       i);
  }
  memcpy(dims, items[0].dims, (size_t)items[0].rank * sizeof *dims);
  if (stack)
    memmove(dims + axis + 1, dims + axis,
            (size_t)(items[0].rank - axis) * sizeof *dims);
  dims[axis] = stack ? count : total;
  return true;
}

/// Some of it is to come, or lies where a batch has put it.
static bool isLater(const RelaxTensor *items, int64_t count) {
  bool later = false;
  for (int64_t i = 0; i < count && !later; ++i)
    later = items[i].storage && relaxStorageIsLater(items[i].storage);
  return later;
}

/// One item or more behind each other, or with `stack` along a new axis.
static bool join(LibraryCall *call, const RelaxTensor *items, int64_t count,
                 bool stack) {
  int64_t axis = libraryInt(call, "axis", 0), dims[RELAX_MAX_RANK + 1];
  int32_t rank = items[0].rank + stack;
  if (axis < 0 || axis >= rank)
    return relaxFail(call->error,
                     "axis %" PRId64 " is out of range for rank %" PRId32, axis,
                     rank);
  if (!joinedDims(call, items, count, stack, (int32_t)axis, dims))
    return false;
  RelaxTensor *result = libraryOutput(call, 0, items[0].dtype, rank, dims);
  if (!result)
    return false;
  size_t size = relaxDTypeBytes(result->dtype), before = 0;
  size_t inner = libraryProduct(dims, (int32_t)axis + 1, rank) * size;
  size_t stride = inner * (size_t)dims[axis];
  for (int64_t k = 0; relaxStorageHolds(result->storage) && k < count; ++k) {
    size_t line = inner * (stack ? 1 : (size_t)items[k].dims[axis]);
    for (size_t i = 0, e = libraryProduct(dims, 0, (int32_t)axis);
         line && i < e; ++i)
      memcpy((char *)result->data + i * stride + before,
             (const char *)items[k].data + i * line, line);
    before += line;
  }
  return result->dtype != RELAX_STRING || relaxStringsOwn(result, call->error);
}

bool libraryConcatFromSequence(LibraryCall *call) {
  const RelaxTensor *sequence = libraryContainer(call, 0, RELAX_SEQUENCE);
  if (!sequence)
    return false;
  if (sequence->dims[0] == 0)
    return relaxFail(call->error, "expected at least one element");
  const RelaxTensor *items = relaxContainerItems(sequence);
  bool stack = libraryInt(call, "stack", 0) != 0;
  int64_t dims[RELAX_MAX_RANK + 1];
  RelaxTensor result;
  if (!stack || libraryInt(call, "axis", 0) != 0 ||
      items[0].rank == RELAX_MAX_RANK || !isLater(items, sequence->dims[0]))
    return join(call, items, sequence->dims[0], stack);
  if (!joinedDims(call, items, sequence->dims[0], true, 0, dims) ||
      !relaxStackCreate(sequence, &result, call->error))
    return false;
  call->outputs[0] = (Value){.tag = VALUE_TENSOR, .tensor = result};
  return true;
}

bool libraryConcat(LibraryCall *call) {
  RelaxTensor *items = libraryScratch(call, call->numInputs, sizeof *items);
  for (uint32_t i = 0; items && i < call->numInputs; ++i) {
    const RelaxTensor *item = libraryTexts(call, i);
    if (!item)
      return false;
    items[i] = *item;
  }
  return items && join(call, items, call->numInputs, false);
}
