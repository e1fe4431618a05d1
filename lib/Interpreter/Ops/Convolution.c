//===- Convolution.c - convolutions ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definition of ONNX Conv; places outside of the input count as 0.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Ops/Product.h"
#include "lib/Interpreter/Ops/Window.h"
#include "lib/Support/OutOfMemory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// `input` holds doubles or int64_t, `weight` the same as [group, place in the
/// window, channel, output channel of the group]: an element of the input goes
/// to all output channels of its group at once.
typedef struct Convolution {
  const EvalWindow *window;
  RelaxTensor input;
  char *weight;
  int64_t channels, outputs;  // of a group
  int64_t inSize, windowSize; // spatial elements
  bool isFloat;
} Convolution;

enum { NUMBER = sizeof(double) }; // and of an int64_t

static char *turnWeight(const Convolution *conv, const RelaxTensor *weight) {
  int64_t rows = weight->dims[0], row = conv->channels * conv->windowSize;
  char *turned = malloc((size_t)(rows * row + 1) * NUMBER);
  if (!turned)
    outOfMemory();
  const char *from = weight->data;
  for (int64_t out = 0; out < rows; ++out)
    for (int64_t c = 0; c < conv->channels; ++c)
      for (int64_t w = 0; w < conv->windowSize; ++w, from += NUMBER) {
        int64_t group = out / conv->outputs, inner = out % conv->outputs;
        int64_t to = (group * conv->windowSize + w) * conv->channels + c;
        memcpy(turned + (to * conv->outputs + inner) * NUMBER, from, NUMBER);
      }
  return turned;
}

/// Adds an element of the input, times a row of weights.
static void addRow(const Convolution *conv, int64_t x, int64_t row,
                   void *sums) {
  const char *weights = conv->weight + row * conv->outputs * NUMBER;
  if (conv->isFloat) {
    double *to = sums, element = ((const double *)conv->input.data)[x];
    for (int64_t i = 0; i < conv->outputs; ++i)
      to[i] += element * ((const double *)weights)[i];
  } else {
    uint64_t *to = sums, element = ((const uint64_t *)conv->input.data)[x];
    for (int64_t i = 0; i < conv->outputs; ++i)
      to[i] += element * ((const uint64_t *)weights)[i];
  }
}

/// What the window over `place` gives to each output channel of a group.
static void convolve(const Convolution *conv, int64_t batch, int64_t group,
                     const int64_t *place, void *sums) {
  memset(sums, 0, (size_t)conv->outputs * NUMBER);
  for (int64_t w = 0; w < conv->windowSize; ++w) {
    int64_t inner[RELAX_MAX_RANK], offset;
    evalIndexOf(w, conv->window->spatial, conv->window->sizes, inner);
    if (!evalWindowLocate(conv->window, conv->input.dims + 2, place, inner,
                          &offset))
      continue;
    int64_t channel = batch * conv->input.dims[1] + group * conv->channels;
    int64_t row = (group * conv->windowSize + w) * conv->channels;
    for (int64_t c = 0; c < conv->channels; ++c)
      addRow(conv, (channel + c) * conv->inSize + offset, row + c, sums);
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
  int64_t place[RELAX_MAX_RANK];
  int32_t spatial = conv->window->spatial;
  int64_t places = evalProduct(spatial, result->dims + 2);
  int64_t groups = result->dims[1] / conv->outputs;
  double *floats = malloc((size_t)conv->outputs * NUMBER);
  int64_t *integers = malloc((size_t)conv->outputs * NUMBER);
  if (!floats || !integers)
    outOfMemory();
  for (int64_t part = 0, e = result->dims[0] * groups; part < e; ++part)
    for (int64_t at = 0; at < places; ++at) {
      evalIndexOf(at, spatial, result->dims + 2, place);
      convolve(conv, part / groups, part % groups, place,
               conv->isFloat ? (void *)floats : integers);
      for (int64_t i = 0; i < conv->outputs; ++i) {
        int64_t to = (part * conv->outputs + i) * places + at;
        if (conv->isFloat)
          relaxStoreFloat(result->dtype, result->data, to, floats[i]);
        else
          relaxStoreInt(result->dtype, result->data, to, integers[i]);
      }
    }
  free(floats);
  free(integers);
}

bool evalConvolve(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *weight = step->operands[1];
  EvalWindow window;
  int64_t dims[RELAX_MAX_RANK];
  if (input->dtype == RELAX_BOOL)
    return evalRefuseElements(step, input->dtype);
  if (weight->rank != input->rank)
    return relaxFail(step->error,
                     "ranks of input and weight differ: %" PRId32
                     " and %" PRId32,
                     input->rank, weight->rank);
  if (!evalWindowRead(step, input->rank - 2, weight, &window) ||
      !checkChannels(step, window.groups) ||
      !evalWindowResult(step, &window, weight->dims[0], dims) ||
      !evalCreate(step, input->dtype, input->rank, dims))
    return false;
  Convolution work = {.window = &window,
                      .channels = weight->dims[1],
                      .isFloat = relaxDTypeIsFloat(input->dtype)};
  RelaxTensor numbers = {0}; // of the weight
  bool good = work.isFloat ? evalToFloats(step, input, &work.input) &&
                                 evalToFloats(step, weight, &numbers)
                           : evalToIntegers(step, input, &work.input) &&
                                 evalToIntegers(step, weight, &numbers);
  if (good && relaxTensorCount(&step->results[0]) > 0) {
    // An input without elements has no place to read, whatever these are.
    bool empty = relaxTensorCount(input) == 0 || relaxTensorCount(weight) == 0;
    work.outputs = weight->dims[0] / window.groups;
    work.inSize = empty ? 0 : evalProduct(window.spatial, input->dims + 2);
    work.windowSize = empty ? 0 : evalProduct(window.spatial, window.sizes);
    work.weight = turnWeight(&work, &numbers);
    convolveAll(&work, &step->results[0]);
    free(work.weight);
  }
  relaxTensorRelease(&work.input);
  relaxTensorRelease(&numbers);
  return good;
}

const EvalEntry evalConvolution[] = {{"relax.conv", evalConvolve, NULL},
                                     {NULL, NULL, NULL}};
