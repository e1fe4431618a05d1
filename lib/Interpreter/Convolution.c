//===- Convolution.c - sliding windows ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of ONNX Conv and MaxPool: an element of the result looks
// at a window of the input; places outside of the input count as 0 for a
// convolution and are passed over for a maximum.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "lib/Interpreter/Product.h"

#include <inttypes.h>
#include <math.h>

typedef struct Window {
  int32_t spatial;
  int64_t sizes[RELAX_MAX_RANK]; // extents of the window
  int64_t strides[EVAL_MAX_INTEGERS], dilations[EVAL_MAX_INTEGERS];
  int64_t pads[EVAL_MAX_INTEGERS]; // low ones, then high ones
} Window;

static bool readWindow(EvalStep *step, MlirAttribute strides,
                       MlirAttribute pads, MlirAttribute dilations,
                       Window *window) {
  const RelaxTensor *input = step->operands[0];
  if (input->rank < 2)
    return relaxFail(step->error, "expected rank at least 2, got %" PRId32,
                     input->rank);
  window->spatial = input->rank - 2;
  return evalIntegers(step, strides, window->spatial, window->strides) &&
         evalIntegers(step, pads, 2 * window->spatial, window->pads) &&
         evalIntegers(step, dilations, window->spatial, window->dilations);
}

/// Windows along one dimension: those that begin at a multiple of the stride
/// and end inside the padded input; with `ceilMode` also one that ends behind
/// it, if it begins in the input or its low pad.
static bool countWindows(EvalStep *step, const Window *window, int32_t i,
                         int64_t extent, bool ceilMode, int64_t *count) {
  int64_t reach, padded, begin, stride = window->strides[i];
  if (__builtin_mul_overflow(window->dilations[i], window->sizes[i] - 1,
                             &reach) ||
      __builtin_add_overflow(reach, 1, &reach) ||
      __builtin_add_overflow(extent, window->pads[i], &begin) ||
      __builtin_add_overflow(begin, window->pads[window->spatial + i], &padded))
    return relaxFail(step->error, "the extent of a window exceeds 64 bits");
  int64_t room = padded - reach; // the last place of a first element
  *count = room < 0 ? 0 : room / stride + 1;
  if (!ceilMode)
    return true;
  // One more window, where a stride is left over.
  int64_t rounded = room < 0 ? (room > -stride ? 1 : 0)
                             : room / stride + (room % stride != 0) + 1;
  int64_t starts = begin / stride + (begin % stride != 0);
  *count = rounded < starts ? rounded : starts;
  return true;
}

static bool resultDims(EvalStep *step, const Window *window, bool ceilMode,
                       int64_t channels, int64_t *dims) {
  const RelaxTensor *input = step->operands[0];
  dims[0] = input->dims[0];
  dims[1] = channels;
  for (int32_t i = 0; i < window->spatial; ++i)
    if (!countWindows(step, window, i, input->dims[2 + i], ceilMode,
                      &dims[2 + i]))
      return false;
  return true;
}

/// Splits a row-major number into an index over `dims`.
static void indexOf(int64_t number, int32_t rank, const int64_t *dims,
                    int64_t *index) {
  for (int32_t i = rank; i-- > 0;) {
    index[i] = number % dims[i];
    number /= dims[i];
  }
}

/// The spatial offset of a window's element in the input; false outside of it.
static bool locate(const Window *window, const int64_t *extents,
                   const int64_t *output, const int64_t *inner,
                   int64_t *offset) {
  *offset = 0;
  for (int32_t i = 0; i < window->spatial; ++i) {
    int64_t at = output[i] * window->strides[i] - window->pads[i] +
                 inner[i] * window->dilations[i];
    if (at < 0 || at >= extents[i])
      return false;
    *offset = *offset * extents[i] + at;
  }
  return true;
}

/// Beside an extent of 0 the others may be so large that this wraps.
static int64_t product(int32_t rank, const int64_t *dims) {
  uint64_t count = 1;
  for (int32_t i = 0; i < rank; ++i)
    count *= (uint64_t)dims[i];
  return (int64_t)count;
}

//===----------------------------------------------------------------------===//
// conv
//===----------------------------------------------------------------------===//

/// What one element of the result needs; `input` and `weight` hold doubles or
/// int64_t.
typedef struct Convolution {
  const Window *window;
  RelaxTensor input, weight;
  int64_t groups, inSize, windowSize; // sizes: spatial elements
} Convolution;

/// The element at `index`; one of the sums, by the type of the numbers.
static void convolve(const Convolution *conv, const int64_t *index,
                     double *floats, uint64_t *integers) {
  int64_t perGroup = conv->weight.dims[1];
  int64_t group = index[1] / (conv->weight.dims[0] / conv->groups);
  bool isFloat = conv->input.dtype == RELAX_F64;
  *floats = 0;
  *integers = 0;
  for (int64_t w = 0; w < conv->windowSize; ++w) {
    int64_t inner[RELAX_MAX_RANK], offset;
    indexOf(w, conv->window->spatial, conv->window->sizes, inner);
    if (!locate(conv->window, conv->input.dims + 2, index + 2, inner, &offset))
      continue;
    for (int64_t c = 0; c < perGroup; ++c) {
      int64_t channel = index[0] * conv->input.dims[1] + group * perGroup + c;
      int64_t x = channel * conv->inSize + offset;
      int64_t y = (index[1] * perGroup + c) * conv->windowSize + w;
      if (isFloat)
        *floats += ((const double *)conv->input.data)[x] *
                   ((const double *)conv->weight.data)[y];
      else
        *integers += ((const uint64_t *)conv->input.data)[x] *
                     ((const uint64_t *)conv->weight.data)[y];
    }
  }
}

static bool checkChannels(EvalStep *step, int64_t groups) {
  const RelaxTensor *input = step->operands[0], *weight = step->operands[1];
  int64_t expected;
  if (weight->dims[0] % groups != 0)
    return relaxFail(step->error,
                     "expected output channels that %" PRId64
                     " groups divide, got %" PRId64,
                     groups, weight->dims[0]);
  if (!__builtin_mul_overflow(groups, weight->dims[1], &expected) &&
      expected == input->dims[1])
    return true;
  return relaxFail(step->error,
                   "input channels: expected %" PRId64 " groups of %" PRId64
                   ", got %" PRId64,
                   groups, weight->dims[1], input->dims[1]);
}

static void convolveAll(const Convolution *conv, RelaxTensor *result) {
  int64_t index[RELAX_MAX_RANK];
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    double floats;
    uint64_t integers;
    indexOf(i, result->rank, result->dims, index);
    convolve(conv, index, &floats, &integers);
    if (relaxDTypeIsFloat(result->dtype))
      relaxStoreFloat(result->dtype, result->data, i, floats);
    else
      relaxStoreInt(result->dtype, result->data, i, (int64_t)integers);
  }
}

bool evalConvolve(EvalStep *step, const EvalConv *conv) {
  const RelaxTensor *input = step->operands[0], *weight = step->operands[1];
  Window window;
  int64_t dims[RELAX_MAX_RANK];
  int64_t groups = mlirIntegerAttrGetValueInt(conv->groups);
  if (input->dtype == RELAX_BOOL)
    return evalRefuseElements(step, input->dtype);
  if (weight->rank != input->rank)
    return relaxFail(step->error,
                     "ranks of input and weight differ: %" PRId32
                     " and %" PRId32,
                     input->rank, weight->rank);
  if (!readWindow(step, conv->strides, conv->pads, conv->dilations, &window) ||
      !checkChannels(step, groups))
    return false;
  for (int32_t i = 0; i < window.spatial; ++i)
    window.sizes[i] = weight->dims[2 + i];
  if (!resultDims(step, &window, false, weight->dims[0], dims) ||
      !evalCreate(step, input->dtype, input->rank, dims))
    return false;
  Convolution work = {.window = &window, .groups = groups};
  bool floats = relaxDTypeIsFloat(input->dtype);
  bool good = floats ? evalToFloats(step, input, &work.input) &&
                           evalToFloats(step, weight, &work.weight)
                     : evalToIntegers(step, input, &work.input) &&
                           evalToIntegers(step, weight, &work.weight);
  if (good && relaxTensorCount(&step->results[0]) > 0) {
    // An input without elements has no place to read, whatever these are.
    bool empty = relaxTensorCount(input) == 0 || relaxTensorCount(weight) == 0;
    work.inSize = empty ? 0 : product(window.spatial, input->dims + 2);
    work.windowSize = empty ? 0 : product(window.spatial, window.sizes);
    convolveAll(&work, &step->results[0]);
  }
  relaxTensorRelease(&work.input);
  relaxTensorRelease(&work.weight);
  return good;
}

static bool conv(EvalStep *step) {
  MlirOperation op = step->op;
  EvalConv conv = {relaxConvGetStrides(op), relaxConvGetPads(op),
                   relaxConvGetDilations(op), relaxConvGetGroups(op)};
  return evalConvolve(step, &conv);
}

//===----------------------------------------------------------------------===//
// max_pool
//===----------------------------------------------------------------------===//

static bool isLarger(RelaxDType dtype, int64_t a, int64_t b) {
  return dtype == RELAX_U64 ? (uint64_t)a > (uint64_t)b : a > b;
}

/// The sum of a window's elements; padding is 0.
static void sumOne(const Window *window, const RelaxTensor *input,
                   int64_t plane, const int64_t *output, void *out,
                   int64_t place) {
  bool floats = relaxDTypeIsFloat(input->dtype);
  double sum = 0;
  uint64_t whole = 0;
  for (int64_t w = 0, e = product(window->spatial, window->sizes); w < e; ++w) {
    int64_t inner[RELAX_MAX_RANK], offset;
    indexOf(w, window->spatial, window->sizes, inner);
    if (!locate(window, input->dims + 2, output, inner, &offset))
      continue;
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
static int64_t placesOf(const Window *window, const RelaxTensor *input,
                        const int64_t *output, bool padded) {
  int64_t count = 0;
  for (int64_t w = 0, e = product(window->spatial, window->sizes); w < e; ++w) {
    int64_t inner[RELAX_MAX_RANK];
    bool inside = true;
    indexOf(w, window->spatial, window->sizes, inner);
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

static void meanOne(const Window *window, const RelaxTensor *input,
                    int64_t plane, const int64_t *output, void *out,
                    int64_t place, bool padded) {
  double sum = 0;
  for (int64_t w = 0, e = product(window->spatial, window->sizes); w < e; ++w) {
    int64_t inner[RELAX_MAX_RANK], offset;
    indexOf(w, window->spatial, window->sizes, inner);
    if (locate(window, input->dims + 2, output, inner, &offset))
      sum += relaxLoadFloat(input->dtype, input->data, plane + offset);
  }
  relaxStoreFloat(input->dtype, out, place,
                  sum / (double)placesOf(window, input, output, padded));
}

static void averageOne(const Window *window, const RelaxTensor *input,
                       int64_t plane, const int64_t *output, void *out,
                       int64_t place) {
  meanOne(window, input, plane, output, out, place, false);
}

static void averagePaddedOne(const Window *window, const RelaxTensor *input,
                             int64_t plane, const int64_t *output, void *out,
                             int64_t place) {
  meanOne(window, input, plane, output, out, place, true);
}

/// The largest element of a window; the smallest value of the type where the
/// whole window is padding. `plane` is the first element of the channel.
static void largestOne(const Window *window, const RelaxTensor *input,
                       int64_t plane, const int64_t *output, void *out,
                       int64_t place) {
  RelaxDType dtype = input->dtype;
  bool floats = relaxDTypeIsFloat(dtype);
  double largest = -INFINITY;
  int bits = (int)relaxDTypeBits(dtype);
  int64_t most = dtype == RELAX_BOOL || relaxDTypeIsUnsigned(dtype)
                     ? 0
                     : -(INT64_MAX >> (64 - bits)) - 1;
  for (int64_t w = 0, e = product(window->spatial, window->sizes); w < e; ++w) {
    int64_t inner[RELAX_MAX_RANK], offset;
    indexOf(w, window->spatial, window->sizes, inner);
    if (!locate(window, input->dims + 2, output, inner, &offset))
      continue;
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

typedef struct PoolRule {
  void (*one)(const Window *window, const RelaxTensor *input, int64_t plane,
              const int64_t *output, void *out, int64_t place);
  MlirAttribute (*getWindow)(MlirOperation), (*getStrides)(MlirOperation),
      (*getPads)(MlirOperation), (*getDilations)(MlirOperation),
      (*getCeilMode)(MlirOperation);
} PoolRule;

static const PoolRule maxPoolRule = {
    largestOne,          relaxMaxPoolGetWindow,    relaxMaxPoolGetStrides,
    relaxMaxPoolGetPads, relaxMaxPoolGetDilations, relaxMaxPoolGetCeilMode};
static const PoolRule sumPoolRule = {sumOne,
                                     relaxSumPoolGetWindow,
                                     relaxSumPoolGetStrides,
                                     relaxSumPoolGetPads,
                                     relaxSumPoolGetDilations,
                                     relaxSumPoolGetCeilMode};

#define AVERAGE(name)                                                          \
  static const PoolRule name##Rule = {                                         \
      name##One,           relaxAvgPoolGetWindow,    relaxAvgPoolGetStrides,   \
      relaxAvgPoolGetPads, relaxAvgPoolGetDilations, relaxAvgPoolGetCeilMode};
AVERAGE(average)
AVERAGE(averagePadded)

static bool pool(EvalStep *step) {
  const PoolRule *rule = step->rule;
  const RelaxTensor *input = step->operands[0];
  Window window;
  int64_t dims[RELAX_MAX_RANK], sizes[EVAL_MAX_INTEGERS], size;
  bool ceilMode = rule->getCeilMode(step->op).ptr != NULL;
  if (!readWindow(step, rule->getStrides(step->op), rule->getPads(step->op),
                  rule->getDilations(step->op), &window) ||
      !evalIntegers(step, rule->getWindow(step->op), window.spatial, sizes))
    return false;
  for (int32_t i = 0; i < window.spatial; ++i)
    window.sizes[i] = sizes[i];
  if (!relaxNumElements(window.spatial, window.sizes, &size))
    return relaxFail(step->error, "the elements of a window exceed 64 bits");
  if (!resultDims(step, &window, ceilMode, input->dims[1], dims) ||
      !evalCreate(step, input->dtype, input->rank, dims))
    return false;
  const RelaxTensor *result = &step->results[0];
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    int64_t index[RELAX_MAX_RANK];
    indexOf(i, result->rank, result->dims, index);
    int64_t plane = (index[0] * input->dims[1] + index[1]) *
                    product(window.spatial, input->dims + 2);
    rule->one(&window, input, plane, index + 2, result->data, i);
  }
  return true;
}

static bool averagePool(EvalStep *step) {
  RelaxDType dtype = step->operands[0]->dtype;
  bool padded = relaxAvgPoolGetIncludePad(step->op).ptr != NULL;
  step->rule = padded ? &averagePaddedRule : &averageRule;
  return relaxDTypeIsFloat(dtype) ? pool(step)
                                  : evalRefuseElements(step, dtype);
}

const EvalEntry evalConvolution[] = {{"relax.conv", conv, NULL},
                                     {"relax.max_pool", pool, &maxPoolRule},
                                     {"relax.sum_pool", pool, &sumPoolRule},
                                     {"relax.avg_pool", averagePool, NULL},
                                     {NULL, NULL, NULL}};
