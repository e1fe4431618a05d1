//===- Pooling.c - one number for each window -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of ONNX MaxPool and AveragePool.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "lib/Interpreter/Ops/Window.h"

#include <math.h>
#include <string.h>

static bool isLarger(RelaxDType dtype, int64_t a, int64_t b) {
  return dtype == RELAX_U64 ? (uint64_t)a > (uint64_t)b : a > b;
}

/// The sum of a window's elements; padding is 0.
static void sumOne(const EvalWindow *window, const RelaxTensor *input,
                   int64_t plane, const int64_t *output, void *out,
                   int64_t place) {
  bool floats = relaxDTypeIsFloat(input->dtype);
  double sum = 0;
  uint64_t whole = 0;
  for (int64_t w = 0, offset;
       evalWindowNext(window, input->dims + 2, output, &w, &offset);) {
    if (floats)
      sum += relaxLoadFloat(input->dtype, input->data, plane + offset);
    else
      whole +=
          (uint64_t)relaxLoadInt(input->dtype, input->data, plane + offset);
  }
  if (floats)
    relaxStoreFloat(input->dtype, out, place, sum);
  else
    relaxStoreInt(input->dtype, out, place, (int64_t)whole);
}

/// Places of a window in the input, or in its padding as well.
static int64_t placesOf(const EvalWindow *window, const RelaxTensor *input,
                        const int64_t *output, bool padded) {
  int64_t count = 0;
  for (int64_t w = 0, e = evalProduct(window->spatial, window->sizes); w < e;
       ++w) {
    int64_t inner[RELAX_MAX_RANK];
    bool inside = true;
    evalIndexOf(w, window->spatial, window->sizes, inner);
    for (int32_t i = 0; i < window->spatial; ++i) {
      int64_t low = padded ? window->pads[i] : 0;
      int64_t high = padded ? window->pads[window->spatial + i] : 0;
      int64_t at = output[i] * window->strides[i] - window->pads[i] +
                   inner[i] * window->dilations[i];
      inside &= at >= -low && at < input->dims[2 + i] + high;
    }
    count += inside;
  }
  return count;
}

static void meanOne(const EvalWindow *window, const RelaxTensor *input,
                    int64_t plane, const int64_t *output, void *out,
                    int64_t place, bool padded) {
  double sum = 0;
  for (int64_t w = 0, offset;
       evalWindowNext(window, input->dims + 2, output, &w, &offset);)
    sum += relaxLoadFloat(input->dtype, input->data, plane + offset);
  relaxStoreFloat(input->dtype, out, place,
                  sum / (double)placesOf(window, input, output, padded));
}

static void averageOne(const EvalWindow *window, const RelaxTensor *input,
                       int64_t plane, const int64_t *output, void *out,
                       int64_t place) {
  meanOne(window, input, plane, output, out, place, false);
}

static void averagePaddedOne(const EvalWindow *window, const RelaxTensor *input,
                             int64_t plane, const int64_t *output, void *out,
                             int64_t place) {
  meanOne(window, input, plane, output, out, place, true);
}

/// The largest element of a window; the smallest value of the type where the
/// whole window is padding. `plane` is the first element of the channel.
static void largestOne(const EvalWindow *window, const RelaxTensor *input,
                       int64_t plane, const int64_t *output, void *out,
                       int64_t place) {
  RelaxDType dtype = input->dtype;
  bool floats = relaxDTypeIsFloat(dtype);
  double largest = -INFINITY;
  int bits = (int)relaxDTypeBits(dtype);
  int64_t most = dtype == RELAX_BOOL || relaxDTypeIsUnsigned(dtype)
                     ? 0
                     : -(INT64_MAX >> (64 - bits)) - 1;
  for (int64_t w = 0, offset;
       evalWindowNext(window, input->dims + 2, output, &w, &offset);) {
    if (floats) {
      double x = relaxLoadFloat(dtype, input->data, plane + offset);
      if (isnan(x) || x > largest)
        largest = isnan(largest) ? largest : x;
    } else {
      int64_t x = relaxLoadInt(dtype, input->data, plane + offset);
      most = isLarger(dtype, x, most) ? x : most;
    }
  }
  if (floats)
    relaxStoreFloat(dtype, out, place, largest);
  else
    relaxStoreInt(dtype, out, place, most);
}

/// What an operation makes of a window.
typedef struct PoolRule {
  void (*one)(const EvalWindow *window, const RelaxTensor *input, int64_t plane,
              const int64_t *output, void *out, int64_t place);
} PoolRule;

static const PoolRule maxPoolRule = {largestOne}, sumPoolRule = {sumOne},
                      averageRule = {averageOne},
                      averagePaddedRule = {averagePaddedOne};

static bool pool(EvalStep *step) {
  const PoolRule *rule = step->rule;
  const RelaxTensor *input = step->operands[0];
  EvalWindow window;
  int64_t dims[RELAX_MAX_RANK];
  if (!evalPoolRead(step, &window, dims) ||
      !evalCreate(step, input->dtype, input->rank, dims))
    return false;
  const RelaxTensor *result = &step->results[0];
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    int64_t index[RELAX_MAX_RANK];
    evalIndexOf(i, result->rank, result->dims, index);
    int64_t plane = (index[0] * input->dims[1] + index[1]) *
                    evalProduct(window.spatial, input->dims + 2);
    rule->one(&window, input, plane, index + 2, result->data, i);
  }
  return true;
}

/// The number of the element at `inner` of a window among all; `plane` is that
/// of the first element of the channel. False: it is padding.
static bool numberOf(const EvalWindow *window, const RelaxTensor *input,
                     const int64_t *output, const int64_t *inner,
                     bool byColumns, int64_t *number, int64_t *offset) {
  int64_t factor = 1;
  if (!evalWindowLocate(window, input->dims + 2, output, inner, offset))
    return false;
  *number = *offset;
  if (!byColumns)
    return true;
  *number = 0;
  for (int32_t i = 0; i < window->spatial; ++i) {
    int64_t at = output[i] * window->strides[i] - window->pads[i] +
                 inner[i] * window->dilations[i];
    *number += at * factor;
    factor *= input->dims[2 + i];
  }
  return true;
}

/// The smallest number of an element of the window that is `largest`.
static int64_t placeOfLargest(const EvalWindow *window,
                              const RelaxTensor *input,
                              const RelaxTensor *largest, int64_t which,
                              int64_t plane, const int64_t *output,
                              bool byColumns) {
  bool floats = relaxDTypeIsFloat(input->dtype);
  int64_t best = INT64_MAX;
  for (int64_t w = 0, e = evalProduct(window->spatial, window->sizes); w < e;
       ++w) {
    int64_t inner[RELAX_MAX_RANK], number, offset;
    evalIndexOf(w, window->spatial, window->sizes, inner);
    if (!numberOf(window, input, output, inner, byColumns, &number, &offset))
      continue;
    double x = 0;
    bool is;
    if (floats) {
      x = relaxLoadFloat(input->dtype, input->data, plane + offset);
      is = isnan(x) || x == relaxLoadFloat(input->dtype, largest->data, which);
    } else {
      is = relaxLoadInt(input->dtype, input->data, plane + offset) ==
           relaxLoadInt(input->dtype, largest->data, which);
    }
    best = is && plane + number < best ? plane + number : best;
  }
  return best;
}

static bool maxPoolPlaces(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *largest = step->operands[1];
  bool byColumns = relaxMaxPoolPlacesGetByColumns(step->op);
  EvalWindow window;
  int64_t dims[RELAX_MAX_RANK];
  if (!evalPoolRead(step, &window, dims) ||
      !evalCreate(step, RELAX_I64, input->rank, dims))
    return false;
  RelaxTensor *result = &step->results[0];
  if (largest->dtype != input->dtype || largest->rank != input->rank ||
      memcmp(largest->dims, dims, (size_t)input->rank * sizeof(*dims)) != 0)
    return relaxFail(step->error, "expected the maxima of the windows");
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    int64_t index[RELAX_MAX_RANK];
    evalIndexOf(i, result->rank, dims, index);
    int64_t plane = (index[0] * dims[1] + index[1]) *
                    evalProduct(window.spatial, input->dims + 2);
    ((int64_t *)result->data)[i] =
        placeOfLargest(&window, input, largest, i, plane, index + 2, byColumns);
  }
  return true;
}

static bool averagePool(EvalStep *step) {
  RelaxDType dtype = step->operands[0]->dtype;
  bool padded = relaxAvgPoolGetIncludePad(step->op);
  step->rule = padded ? &averagePaddedRule : &averageRule;
  return relaxDTypeIsFloat(dtype) ? pool(step)
                                  : evalRefuseElements(step, dtype);
}

const EvalEntry evalPooling[] = {{"relax.max_pool", pool, &maxPoolRule},
                                 {"relax.sum_pool", pool, &sumPoolRule},
                                 {"relax.avg_pool", averagePool, NULL},
                                 {"relax.max_pool_places", maxPoolPlaces, NULL},
                                 {NULL, NULL, NULL}};
