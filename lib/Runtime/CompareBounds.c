//===- CompareBounds.c - what rounding can do to a tensor -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/CompareBounds.h"

#include <math.h>
#include <string.h>

enum { FACTOR = 8 };

static double numberAt(const RelaxTensor *tensor, int64_t index) {
  if (relaxDTypeIsFloat(tensor->dtype))
    return relaxLoadFloat(tensor->dtype, tensor->data, index);
  int64_t x = relaxLoadInt(tensor->dtype, tensor->data, index);
  return relaxDTypeIsUnsigned(tensor->dtype) ? (double)(uint64_t)x : (double)x;
}

/// How far two values of one element are from each other; infinitely where
/// rounding decides whether there is a number.
static double distance(double a, double b) {
  if (a == b || (isnan(a) && isnan(b)))
    return 0;
  return isfinite(a) && isfinite(b) ? fabs(a - b) : INFINITY;
}

void relaxBoundsWiden(RelaxTensor *bounds, const RelaxTensor *expected,
                      const RelaxTensor *got) {
  if (!bounds->storage)
    return;
  if (got->dtype != expected->dtype || !relaxTensorSameShape(got, expected)) {
    relaxTensorRelease(bounds);
    return;
  }
  double *values = bounds->data;
  for (int64_t i = 0, e = relaxTensorCount(expected); i < e; ++i)
    values[i] =
        fmax(values[i], distance(numberAt(expected, i), numberAt(got, i)));
}

void relaxBoundsFinish(RelaxTensor *bounds, bool isFloat) {
  int64_t count = bounds->storage ? relaxTensorCount(bounds) : 0, row = 1;
  for (int32_t i = bounds->rank; row == 1 && i-- > 0;)
    row = bounds->dims[i];
  double *values = bounds->data;
  for (int64_t begin = 0; begin < count; begin += row) {
    double squares = 0;
    int64_t finite = 0;
    for (int64_t i = begin; i < begin + row; ++i)
      if (isfinite(values[i])) {
        squares += values[i] * values[i];
        ++finite;
      }
    double mean = isFloat && finite ? sqrt(squares / (double)finite) / 2 : 0;
    for (int64_t i = begin; i < begin + row; ++i)
      values[i] = FACTOR * fmax(values[i], mean);
  }
}

RelaxTensor relaxBoundsStart(const RelaxTensor *expected) {
  RelaxTensor bounds = {0};
  RelaxError error = {0};
  if (relaxDTypeIsNumber(expected->dtype) &&
      relaxTensorCreate(RELAX_F64, expected->rank, expected->dims, &bounds,
                        &error))
    memset(bounds.data, 0, relaxTensorSize(&bounds));
  relaxErrorFree(&error);
  return bounds;
}
