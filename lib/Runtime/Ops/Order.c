//===- Order.c - the order of elements ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Order.h"

#include <math.h>
#include <string.h>

static const uint64_t signBit = UINT64_C(1) << 63;

uint64_t orderKey(RelaxDType dtype, const void *data, int64_t index) {
  if (!relaxDTypeIsFloat(dtype)) {
    uint64_t bits = (uint64_t)relaxLoadInt(dtype, data, index);
    return dtype == RELAX_U64 ? bits : bits ^ signBit;
  }
  double value = relaxLoadFloat(dtype, data, index);
  if (isnan(value))
    return UINT64_MAX;
  value += 0.0; // -0 becomes 0
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  // Among negative numbers larger bits are smaller numbers.
  return bits & signBit ? ~bits : bits | signBit;
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
