//===- Container.c - sequences, optionals and strings as values -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Pool.h"

#include <stdlib.h>
#include <string.h>

typedef struct Items {
  struct Items *next; // of those to free
  int64_t count;
  RelaxTensor values[];
} Items;

static size_t bytesOf(int64_t count) {
  return sizeof(Items) + (size_t)count * sizeof(RelaxTensor);
}

static void releaseAll(int64_t count, RelaxTensor *values) {
  for (int64_t i = 0; i < count; ++i)
    relaxStorageRelease(values[i].storage);
}

/// What this thread has to free: a container in a container waits here, so that
/// freeing does not recurse.
static _Thread_local Items *waiting;
static _Thread_local bool freeing;

static void releaseItems(void *user) {
  Items *items = user;
  items->next = waiting;
  waiting = items;
  if (freeing)
    return;
  freeing = true;
  while (waiting) {
    items = waiting;
    waiting = items->next;
    releaseAll(items->count, items->values);
    relaxPoolFree(items, bytesOf(items->count));
  }
  freeing = false;
}

bool relaxContainerAllocate(RelaxDType kind, int64_t count, RelaxTensor *out,
                            RelaxTensor **values, RelaxError *error) {
  Items *items = NULL;
  RelaxStorage *storage = NULL;
  if ((uint64_t)count < SIZE_MAX / sizeof(RelaxTensor) - 1)
    items = relaxPoolAllocate(bytesOf(count));
  if (items)
    storage = relaxStorageWrap(items->values, bytesOf(count) - sizeof *items,
                               releaseItems, items);
  if (!storage) {
    relaxPoolFree(items, bytesOf(count));
    return relaxFail(error, "out of memory");
  }
  for (int64_t i = 0; i < count; ++i)
    items->values[i].storage = NULL; // no tensor yet
  items->count = count;
  out->dtype = kind;
  out->rank = 1;
  out->data = items->values;
  out->storage = storage;
  out->dims[0] = count;
  out->dims[1] = 0;
  *values = items->values;
  return true;
}

bool relaxContainerCreate(RelaxDType kind, int64_t count, RelaxTensor *values,
                          RelaxTensor *out, RelaxError *error) {
  RelaxTensor *own;
  if (!relaxContainerAllocate(kind, count, out, &own, error)) {
    releaseAll(count, values);
    return false;
  }
  if (count)
    memcpy(own, values, (size_t)count * sizeof *values);
  return true;
}

void relaxDataSetTag(RelaxTensor *data, int64_t tag) { data->dims[1] = tag; }

bool relaxDataCreate(int64_t tag, int64_t count, RelaxTensor *fields,
                     RelaxTensor *out, RelaxError *error) {
  if (!relaxContainerCreate(RELAX_DATA, count, fields, out, error))
    return false;
  relaxDataSetTag(out, tag);
  return true;
}

bool relaxFnValueCreate(int64_t function, int64_t count, RelaxTensor *captured,
                        RelaxTensor *out, RelaxError *error) {
  if (!relaxContainerCreate(RELAX_CLOSURE, count, captured, out, error))
    return false;
  out->dims[1] = function;
  return true;
}

int64_t relaxDataTag(const RelaxTensor *data) { return data->dims[1]; }

bool relaxIsContainer(const RelaxTensor *value) {
  return value->dtype == RELAX_SEQUENCE || value->dtype == RELAX_OPTIONAL ||
         value->dtype == RELAX_DATA || value->dtype == RELAX_CLOSURE;
}

const RelaxTensor *relaxContainerItems(const RelaxTensor *container) {
  return container->data;
}

RelaxDType relaxLeafDType(const RelaxTensor *value) {
  while (relaxIsContainer(value) && value->dims[0])
    value = relaxContainerItems(value);
  return value->dtype;
}

bool relaxStringsCreate(int32_t rank, const int64_t *dims, const StrRef *texts,
                        RelaxTensor *out, RelaxError *error) {
  // Shape and memory of the elements are checked where every tensor's are.
  RelaxTensor tensor;
  if (!relaxTensorCreate(RELAX_STRING, rank, dims, &tensor, error))
    return false;
  int64_t count = relaxTensorCount(&tensor);
  size_t bytes = (size_t)count * sizeof *texts, total = bytes;
  bool fits = true;
  for (int64_t i = 0; fits && i < count; ++i)
    fits = !__builtin_add_overflow(total, texts[i].length, &total);
  StrRef *block = fits ? malloc(total ? total : 1) : NULL;
  RelaxStorage *storage =
      block ? relaxStorageWrap(block, bytes, free, block) : NULL;
  relaxStorageRelease(tensor.storage);
  if (!storage) {
    free(block);
    return relaxFail(error, "out of memory");
  }
  char *at = (char *)block + bytes;
  for (int64_t i = 0; i < count; at += texts[i++].length) {
    block[i] = (StrRef){at, texts[i].length};
    if (texts[i].length)
      memcpy(at, texts[i].data, texts[i].length);
  }
  tensor.data = block;
  tensor.storage = storage;
  *out = tensor;
  return true;
}

bool relaxStringsOwn(RelaxTensor *tensor, RelaxError *error) {
  RelaxTensor owner;
  if (!relaxStringsCreate(tensor->rank, tensor->dims, relaxStrings(tensor),
                          &owner, error))
    return false;
  relaxTensorRelease(tensor);
  *tensor = owner;
  return true;
}

const StrRef *relaxStrings(const RelaxTensor *tensor) { return tensor->data; }
