//===- Order.h - the order of elements ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every element has a key of 64 bits: keys compare as unsigned numbers like the
// elements do. 0 and -0 have one key, all NaNs the largest.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_OPS_ORDER_H
#define RELAX_RUNTIME_OPS_ORDER_H

#include "lib/Runtime/Tensor.h"

uint64_t orderKey(RelaxDType dtype, const void *data, int64_t index);
/// The keys of `count` elements from `index` on in steps of `stride`; where
/// `descending` so that larger elements have smaller ones.
void orderKeys(RelaxDType dtype, const void *data, int64_t index,
               int64_t stride, int64_t count, bool descending, uint64_t *keys);

/// Below, at or above 0 where element `a` comes before, with or behind `b`.
typedef int (*OrderCompare)(const void *context, int64_t a, int64_t b);

/// Sorts `items`, keeping the order of equal ones. `spare` has as much room.
void orderSort(int64_t *items, int64_t *spare, int64_t count,
               OrderCompare compare, const void *context);

/// By the keys in an array `const uint64_t *`, which `items` are indices of.
int orderAscending(const void *keys, int64_t a, int64_t b);
int orderDescending(const void *keys, int64_t a, int64_t b);

/// The `k` items of 0 to `count` with the smallest keys in `items`, in their
/// order; of equal ones the first come first.
void orderSelect(int64_t *items, int64_t k, int64_t count,
                 const uint64_t *keys);

/// `items[i] = i`
void orderNumber(int64_t *items, int64_t count);

#endif // RELAX_RUNTIME_OPS_ORDER_H
