//===- Unique.c - the different elements, or slices, of a tensor ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Slices along an axis compare element by element from the front. Without an
// axis every element is a slice of its own.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Library.h"
#include "lib/Runtime/Ops/Order.h"
#include "lib/Runtime/Ops/Strings.h"

#include <string.h>

/// Element e of slice s is at `e / inner * count * inner + s * inner + e %
/// inner`.
typedef struct Slices {
  const RelaxTensor *tensor;
  const uint64_t *keys; // of all elements
  int32_t axis;         // -1: none
  int64_t count, inner, length;
} Slices;

static int64_t place(const Slices *slices, int64_t slice, int64_t element) {
  return element / slices->inner * slices->count * slices->inner +
         slice * slices->inner + element % slices->inner;
}

static int compareSlices(const void *context, int64_t a, int64_t b) {
  const Slices *slices = context;
  for (int64_t e = 0; e < slices->length; ++e) {
    uint64_t x = slices->keys[place(slices, a, e)];
    uint64_t y = slices->keys[place(slices, b, e)];
    if (x != y)
      return x < y ? -1 : 1;
  }
  return 0;
}

static int compareTexts(const void *context, int64_t a, int64_t b) {
  const StrRef *texts = context;
  return strRefCompare(texts[a], texts[b]);
}

/// The key of a text is its number among the different ones, in their order.
static bool keysOfTexts(LibraryCall *call, const RelaxTensor *tensor,
                        int64_t total, uint64_t *keys) {
  const StrRef *texts = relaxStrings(tensor);
  int64_t *items = libraryScratch(call, total, sizeof *items);
  int64_t *spare = libraryScratch(call, total, sizeof *spare);
  if (!items || !spare)
    return false;
  orderNumber(items, total);
  orderSort(items, spare, total, compareTexts, texts);
  for (int64_t i = 0, number = 0; i < total; ++i) {
    number += i > 0 && !strRefEqual(texts[items[i - 1]], texts[items[i]]);
    keys[items[i]] = (uint64_t)number;
  }
  return true;
}

static bool slicesOf(LibraryCall *call, Slices *slices) {
  const RelaxTensor *tensor = slices->tensor;
  int64_t total = relaxTensorCount(tensor);
  uint64_t *keys = libraryScratch(call, total, sizeof *keys);
  if (!keys)
    return false;
  if (tensor->dtype == RELAX_STRING) {
    if (!keysOfTexts(call, tensor, total, keys))
      return false;
  } else {
    for (int64_t i = 0; i < total; ++i)
      keys[i] = orderKey(tensor->dtype, tensor->data, i);
  }
  slices->keys = keys;
  slices->axis = -1;
  slices->count = total;
  slices->inner = slices->length = 1;
  if (!libraryAttribute(call, "axis"))
    return true;
  if (!libraryAxis(call, tensor, &slices->axis))
    return false;
  slices->count = tensor->dims[slices->axis];
  for (int32_t i = 0; i < tensor->rank; ++i) {
    slices->length *= i == slices->axis ? 1 : tensor->dims[i];
    slices->inner *= i > slices->axis ? tensor->dims[i] : 1;
  }
  return true;
}

/// Different slices: the first of each, how many are equal to it, and for
/// every slice the number of its group.
typedef struct Groups {
  int64_t found, *first, *count, *groupOf;
} Groups;

/// Groups in ascending order of their slices. The sort is stable, so that the
/// first of equal slices comes first.
static bool findGroups(LibraryCall *call, const Slices *slices,
                       Groups *groups) {
  size_t size = sizeof(int64_t);
  int64_t *items = libraryScratch(call, slices->count, size);
  int64_t *spare = libraryScratch(call, slices->count, size);
  groups->first = libraryScratch(call, slices->count, size);
  groups->count = libraryScratch(call, slices->count, size);
  groups->groupOf = libraryScratch(call, slices->count, size);
  if (!items || !spare || !groups->first || !groups->count || !groups->groupOf)
    return false;
  orderNumber(items, slices->count);
  orderSort(items, spare, slices->count, compareSlices, slices);
  for (int64_t i = 0; i < slices->count; ++i) {
    if (i == 0 || compareSlices(slices, items[i - 1], items[i]) != 0)
      groups->first[groups->found++] = items[i];
    ++groups->count[groups->found - 1];
    groups->groupOf[items[i]] = groups->found - 1;
  }
  return true;
}

static int compareFirst(const void *context, int64_t a, int64_t b) {
  const int64_t *first = context;
  return (first[a] > first[b]) - (first[a] < first[b]);
}

/// Texts are copied into `texts` first.
static bool createOutputs(LibraryCall *call, const Slices *slices,
                          int64_t found, RelaxTensor **outputs,
                          RelaxTensor *texts) {
  int64_t dims[RELAX_MAX_RANK] = {found};
  int32_t rank = 1;
  if (slices->axis >= 0) {
    rank = slices->tensor->rank;
    memcpy(dims, slices->tensor->dims, sizeof dims);
    dims[slices->axis] = found;
  }
  if (slices->tensor->dtype == RELAX_STRING) {
    *texts = (RelaxTensor){.dtype = RELAX_STRING, .rank = rank};
    memcpy(texts->dims, dims, sizeof dims);
    texts->data = libraryScratch(call, found * slices->length, sizeof(StrRef));
    outputs[0] = texts->data ? texts : NULL;
  } else {
    outputs[0] = libraryOutput(call, 0, slices->tensor->dtype, rank, dims);
  }
  bool good = outputs[0] != NULL;
  for (uint32_t i = 1; good && i < call->numOutputs; ++i) {
    outputs[i] =
        libraryOutput(call, i, RELAX_I64, 1, i == 2 ? &slices->count : &found);
    good = outputs[i] != NULL;
  }
  return good;
}

static void copySlice(const Slices *slices, int64_t from, int64_t to,
                      int64_t found, RelaxTensor *result) {
  size_t size = relaxDTypeBytes(slices->tensor->dtype);
  Slices target = *slices;
  target.count = found;
  for (int64_t e = 0; e < slices->length; ++e)
    memcpy((char *)result->data + (size_t)place(&target, to, e) * size,
           (const char *)slices->tensor->data +
               (size_t)place(slices, from, e) * size,
           size);
}

static bool fillOutputs(LibraryCall *call, const Slices *slices,
                        const Groups *groups, RelaxTensor **outputs) {
  int64_t found = groups->found;
  int64_t *order = libraryScratch(call, found, sizeof *order);
  int64_t *spare = libraryScratch(call, found, sizeof *spare);
  int64_t *position = libraryScratch(call, found, sizeof *position);
  if (!order || !spare || !position)
    return false;
  orderNumber(order, found);
  if (libraryInt(call, "unsorted", 0))
    orderSort(order, spare, found, compareFirst, groups->first);
  for (int64_t i = 0; i < found; ++i) {
    int64_t group = order[i];
    position[group] = i;
    copySlice(slices, groups->first[group], i, found, outputs[0]);
    if (call->numOutputs > 1)
      relaxStoreInt(RELAX_I64, outputs[1]->data, i, groups->first[group]);
    if (call->numOutputs > 3)
      relaxStoreInt(RELAX_I64, outputs[3]->data, i, groups->count[group]);
  }
  for (int64_t i = 0; call->numOutputs > 2 && i < slices->count; ++i)
    relaxStoreInt(RELAX_I64, outputs[2]->data, i, position[groups->groupOf[i]]);
  return true;
}

bool libraryUnique(LibraryCall *call) {
  Slices slices = {.tensor = libraryElements(call, 0)};
  Groups groups = {0};
  RelaxTensor *outputs[4], texts = {0};
  return slices.tensor && slicesOf(call, &slices) &&
         findGroups(call, &slices, &groups) &&
         createOutputs(call, &slices, groups.found, outputs, &texts) &&
         fillOutputs(call, &slices, &groups, outputs) &&
         (!texts.data ||
          librarySetTexts(call, 0, texts.rank, texts.dims, texts.data));
}
