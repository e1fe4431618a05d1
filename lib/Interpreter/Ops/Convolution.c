//===- Convolution.c - convolutions ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definition of ONNX Conv; places outside of the input count as 0.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "lib/Interpreter/Ops/Product.h"
#include "lib/Interpreter/Ops/Window.h"

#include <inttypes.h>

/// What one element of the result needs; `input` and `weight` hold doubles or
/// int64_t.
typedef struct Convolution {
  const EvalWindow *window;
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
    evalIndexOf(w, conv->window->spatial, conv->window->sizes, inner);
    if (!evalWindowLocate(conv->window, conv->input.dims + 2, index + 2, inner,
                          &offset))
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
    evalIndexOf(i, result->rank, result->dims, index);
    convolve(conv, index, &floats, &integers);
    if (relaxDTypeIsFloat(result->dtype))
      relaxStoreFloat(result->dtype, result->data, i, floats);
    else
      relaxStoreInt(result->dtype, result->data, i, (int64_t)integers);
  }
}

bool evalConvolve(EvalStep *step, const EvalConv *conv) {
  const RelaxTensor *input = step->operands[0], *weight = step->operands[1];
  EvalWindow window;
  int64_t dims[RELAX_MAX_RANK];
  int64_t groups = conv->groups;
  if (input->dtype == RELAX_BOOL)
    return evalRefuseElements(step, input->dtype);
  if (weight->rank != input->rank)
    return relaxFail(step->error,
                     "ranks of input and weight differ: %" PRId32
                     " and %" PRId32,
                     input->rank, weight->rank);
  if (!evalWindowRead(step, conv->strides, conv->pads, conv->dilations,
                      &window) ||
      !checkChannels(step, groups))
    return false;
  for (int32_t i = 0; i < window.spatial; ++i)
    window.sizes[i] = weight->dims[2 + i];
  if (!evalWindowSame(step, conv->same, &window) ||
      !evalWindowResult(step, &window, false, weight->dims[0], dims) ||
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
    work.inSize = empty ? 0 : evalProduct(window.spatial, input->dims + 2);
    work.windowSize = empty ? 0 : evalProduct(window.spatial, window.sizes);
    convolveAll(&work, &step->results[0]);
  }
  relaxTensorRelease(&work.input);
  relaxTensorRelease(&work.weight);
  return good;
}

static bool conv(EvalStep *step) {
  MlirOperation op = step->op;
  EvalConv conv = {relaxConvGetStrides(op), relaxConvGetPads(op),
                   relaxConvGetDilations(op), relaxConvGetGroups(op),
                   relaxConvGetSame(op)};
  return evalConvolve(step, &conv);
}

const EvalEntry evalConvolution[] = {{"relax.conv", conv, NULL},
                                     {NULL, NULL, NULL}};
