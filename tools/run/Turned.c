//===- Turned.c - the same elements with dimensions in another order ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Turned.h"

#include <string.h>

enum { MAX_TURNED = 5 }; // dimensions: 120 orders

/// Dimension `order[d]` of `from` as dimension d.
static bool turn(const RelaxTensor *from, const int32_t *order,
                 RelaxTensor *out) {
  int64_t dims[RELAX_MAX_RANK], index[RELAX_MAX_RANK] = {0};
  int64_t strides[RELAX_MAX_RANK], stride = 1;
  for (int32_t d = from->rank; d-- > 0; stride *= from->dims[d])
    strides[d] = stride;
  for (int32_t d = 0; d < from->rank; ++d)
    dims[d] = from->dims[order[d]];
  RelaxError error = {0};
  bool good = relaxTensorCreate(from->dtype, from->rank, dims, out, &error);
  relaxErrorFree(&error);
  size_t size = relaxDTypeBytes(from->dtype);
  for (int64_t i = 0, e = good ? relaxTensorCount(out) : 0; i < e; ++i) {
    int64_t at = 0;
    for (int32_t d = 0; d < from->rank; ++d)
      at += index[d] * strides[order[d]];
    memcpy((char *)out->data + (size_t)i * size,
           (const char *)from->data + (size_t)at * size, size);
    for (int32_t d = from->rank; d-- > 0 && ++index[d] == dims[d];)
      index[d] = 0;
  }
  return good;
}

static bool agreesInOrder(const RelaxTensor *got, const RelaxTensor *expected,
                          RelaxTolerance tolerance, const int32_t *order) {
  for (int32_t d = 0; d < got->rank; ++d)
    if (got->dims[d] != expected->dims[order[d]])
      return false;
  RelaxTensor turned;
  RelaxComparison comparison;
  if (!turn(expected, order, &turned))
    return false;
  bool agrees = relaxCompare(got, &turned, tolerance, &comparison);
  relaxTensorRelease(&turned);
  return agrees;
}

/// All orders of the dimensions from `first` on.
static bool agreesFrom(const RelaxTensor *got, const RelaxTensor *expected,
                       RelaxTolerance tolerance, int32_t *order,
                       int32_t first) {
  if (first == got->rank)
    return agreesInOrder(got, expected, tolerance, order);
  for (int32_t d = first; d < got->rank; ++d) {
    int32_t kept = order[first];
    order[first] = order[d];
    order[d] = kept;
    bool agrees = agreesFrom(got, expected, tolerance, order, first + 1);
    order[d] = order[first];
    order[first] = kept;
    if (agrees)
      return true;
  }
  return false;
}

bool runAgreesTurned(const RelaxTensor *got, const RelaxTensor *expected,
                     RelaxTolerance tolerance) {
  int32_t order[MAX_TURNED] = {0, 1, 2, 3, 4};
  return got->dtype == expected->dtype && got->rank == expected->rank &&
         got->rank > 1 && got->rank <= MAX_TURNED &&
         agreesFrom(got, expected, tolerance, order, 0);
}
