//===- Stack.c - tensors one behind the other, where they are -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A row may be a stack itself: these functions go down as deep as tensors have
// dimensions.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Stack.h"
#include "lib/Runtime/Container.h"

#include <string.h>

bool relaxStackCreate(const RelaxTensor *sequence, RelaxTensor *out,
                      RelaxError *error) {
  const RelaxTensor *items = relaxContainerItems(sequence);
  RelaxTensor stack = {.dtype = items[0].dtype, .rank = items[0].rank + 1};
  size_t bytes;
  stack.dims[0] = sequence->dims[0];
  memcpy(stack.dims + 1, items[0].dims,
         (size_t)items[0].rank * sizeof *stack.dims);
  if (!relaxTensorBytes(stack.dtype, stack.rank, stack.dims, &bytes))
    return relaxFail(error, "out of memory");
  stack.storage =
      relaxStorageCreateParts(bytes, relaxStorageRetain(sequence->storage));
  if (!stack.storage)
    return relaxFail(error, "out of memory");
  *out = stack;
  return true;
}

const RelaxTensor *relaxStackRows(const RelaxStorage *storage, int64_t *count) {
  const RelaxStorage *parts = relaxStorageParts(storage);
  *count = parts ? (int64_t)(parts->bytes / sizeof(RelaxTensor)) : 0;
  return parts ? parts->data : NULL;
}

void *relaxStackRowData(const RelaxTensor *row) {
  return row->data ? row->data : row->storage->data;
}

bool relaxStackIsThere(const RelaxStorage *storage) {
  int64_t count;
  const RelaxTensor *rows = relaxStackRows(storage, &count);
  bool there = true;
  for (int64_t i = 0; i < count && there; ++i)
    there =
        relaxStackRowData(&rows[i]) || (relaxStorageParts(rows[i].storage) &&
                                        relaxStackIsThere(rows[i].storage));
  return there;
}

bool relaxStackSettle(const RelaxStorage *storage, RelaxError *error) {
  int64_t count;
  const RelaxTensor *rows = relaxStackRows(storage, &count);
  bool good = true;
  for (int64_t i = 0; i < count && good; ++i)
    good =
        relaxStackRowData(&rows[i]) || relaxStackJoin(rows[i].storage, error);
  return good;
}

bool relaxStackJoin(RelaxStorage *storage, RelaxError *error) {
  int64_t count;
  const RelaxTensor *rows = relaxStackRows(storage, &count);
  RelaxStorage *memory = relaxStorageCreate(storage->bytes);
  bool good = memory ? relaxStackSettle(storage, error)
                     : relaxFail(error, "out of memory");
  for (int64_t i = 0; i < count && good; ++i) {
    size_t bytes = relaxTensorSize(&rows[i]);
    if (bytes)
      memcpy((char *)memory->data + (size_t)i * bytes,
             relaxStackRowData(&rows[i]), bytes);
  }
  if (good)
    relaxStorageFill(storage, memory->data, memory);
  relaxStorageRelease(memory);
  return good;
}
