//===- Order.c - the order of elements ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Order.h"

#include <math.h>
#include <string.h>

static const uint64_t signBit = UINT64_C(1) << 63;

static inline uint64_t keyOf(double value) {
  if (isnan(value))
    return UINT64_MAX;
  value += 0.0; // -0 becomes 0
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  // Among negative numbers larger bits are smaller numbers.
  return bits & signBit ? ~bits : bits | signBit;
}

uint64_t orderKey(RelaxDType dtype, const void *data, int64_t index) {
  if (!relaxDTypeIsFloat(dtype)) {
    uint64_t bits = (uint64_t)relaxLoadInt(dtype, data, index);
    return dtype == RELAX_U64 ? bits : bits ^ signBit;
  }
  return keyOf(relaxLoadFloat(dtype, data, index));
}

void orderKeys(RelaxDType dtype, const void *data, int64_t index,
               int64_t stride, int64_t count, bool descending, uint64_t *keys) {
  uint64_t flip = descending ? UINT64_MAX : 0;
  if (dtype == RELAX_F32) {
    const float *from = (const float *)data + index;
    for (int64_t i = 0; i < count; ++i)
      keys[i] = keyOf((double)from[i * stride]) ^ flip;
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    keys[i] = orderKey(dtype, data, index + i * stride) ^ flip;
}

static int compareKeys(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

int orderAscending(const void *keys, int64_t a, int64_t b) {
  const uint64_t *key = keys;
  return compareKeys(key[a], key[b]);
}

int orderDescending(const void *keys, int64_t a, int64_t b) {
  const uint64_t *key = keys;
  return compareKeys(key[b], key[a]);
}

void orderNumber(int64_t *items, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    items[i] = i;
}

/// Merges two sorted runs that follow each other into `to`.
static void merge(const int64_t *from, int64_t *to, int64_t middle, int64_t end,
                  OrderCompare compare, const void *context) {
  int64_t left = 0, right = middle;
  for (int64_t i = 0; i < end; ++i)
    to[i] = right == end || (left < middle &&
                             compare(context, from[left], from[right]) <= 0)
                ? from[left++]
                : from[right++];
}

void orderSort(int64_t *items, int64_t *spare, int64_t count,
               OrderCompare compare, const void *context) {
  int64_t *from = items, *to = spare;
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * width) {
      int64_t left = count - begin;
      int64_t middle = width < left ? width : left;
      int64_t end = 2 * width < left ? 2 * width : left;
      merge(from + begin, to + begin, middle, end, compare, context);
    }
    int64_t *swap = from;
    from = to;
    to = swap;
  }
  if (from != items)
    memcpy(items, from, (size_t)count * sizeof *items);
}

//===----------------------------------------------------------------------===//
// The first k: a heap with the last of them on top
//===----------------------------------------------------------------------===//

static bool isBefore(const uint64_t *keys, int64_t a, int64_t b) {
  return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
}

/// Lets the item at `place` sink below those that come behind it.
static void sink(int64_t *heap, int64_t count, int64_t place,
                 const uint64_t *keys) {
  int64_t item = heap[place];
  for (int64_t below; (below = 2 * place + 1) < count; place = below) {
    if (below + 1 < count && isBefore(keys, heap[below], heap[below + 1]))
      ++below;
    if (!isBefore(keys, item, heap[below]))
      break;
    heap[place] = heap[below];
  }
  heap[place] = item;
}

void orderSelect(int64_t *items, int64_t k, int64_t count,
                 const uint64_t *keys) {
  if (k == 0)
    return;
  orderNumber(items, k);
  for (int64_t place = k / 2; place-- > 0;)
    sink(items, k, place, keys);
  for (int64_t i = k; i < count; ++i)
    if (keys[i] < keys[items[0]]) { // of equal ones the first stay
      items[0] = i;
      sink(items, k, 0, keys);
    }
  for (int64_t left = k - 1; left > 0; --left) {
    int64_t last = items[0];
    items[0] = items[left];
    items[left] = last;
    sink(items, left, 0, keys);
  }
}
