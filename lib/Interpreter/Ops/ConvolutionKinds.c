//===- ConvolutionKinds.c - transposed and causal convolutions ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of ONNX ConvTranspose and CausalConvWithState, in
// double.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "lib/Interpreter/Ops/Lines.h"
#include "lib/Interpreter/Ops/Window.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// conv_transpose
//===----------------------------------------------------------------------===//

typedef struct Transposed {
  EvalStep *step;
  const RelaxTensor *input, *weight;
  EvalWindow window;
  int64_t inSize, windowSize;
  double *x, *w;
} Transposed;

static bool readTransposed(Transposed *t) {
  if (!relaxDTypeIsFloat(t->input->dtype))
    return evalRefuseElements(t->step, t->input->dtype);
  if (t->input->rank < 2 || t->weight->rank != t->input->rank ||
      t->weight->dims[0] != t->input->dims[1] ||
      t->weight->dims[0] % relaxWindowOf(t->step->op).groups != 0)
    return relaxFail(t->step->error,
                     "expected a weight with the input's rank and channels, "
                     "which the groups divide");
  return evalWindowRead(t->step, t->input->rank - 2, t->weight, &t->window);
}

static bool transposedDims(const Transposed *t, int64_t *dims) {
  dims[0] = t->input->dims[0];
  dims[1] = t->window.groups * t->weight->dims[1];
  for (int32_t i = 0; i < t->window.spatial; ++i) {
    int64_t steps, reach, total;
    if (__builtin_mul_overflow(t->window.strides[i], t->input->dims[2 + i] - 1,
                               &steps) ||
        __builtin_mul_overflow(t->window.dilations[i],
                               t->weight->dims[2 + i] - 1, &reach) ||
        __builtin_add_overflow(steps, reach, &total) ||
        __builtin_add_overflow(total, 1 + t->window.extra[i], &total) ||
        __builtin_sub_overflow(total, t->window.pads[i], &total) ||
        __builtin_sub_overflow(total, t->window.pads[t->window.spatial + i],
                               &total))
      return relaxFail(t->step->error,
                       "the extent of a result exceeds 64 bits");
    dims[2 + i] = total < 0 ? 0 : total;
  }
  return true;
}

/// The input's element that element `w` of the window brings to `index`; false:
/// none.
static bool source(const Transposed *t, const int64_t *index, int64_t w,
                   int64_t *offset) {
  int64_t inner[RELAX_MAX_RANK];
  evalIndexOf(w, t->window.spatial, t->weight->dims + 2, inner);
  *offset = 0;
  for (int32_t i = 0; i < t->window.spatial; ++i) {
    int64_t at =
        index[2 + i] + t->window.pads[i] - inner[i] * t->window.dilations[i];
    if (at < 0 || at % t->window.strides[i] != 0 ||
        at / t->window.strides[i] >= t->input->dims[2 + i])
      return false;
    *offset = *offset * t->input->dims[2 + i] + at / t->window.strides[i];
  }
  return true;
}

static double transposedOne(const Transposed *t, const int64_t *index) {
  int64_t channels = t->input->dims[1], outs = t->weight->dims[1];
  int64_t perGroup = channels / t->window.groups, group = index[1] / outs;
  double sum = 0;
  for (int64_t w = 0; w < t->windowSize; ++w) {
    int64_t offset;
    if (!source(t, index, w, &offset))
      continue;
    for (int64_t c = group * perGroup; c < (group + 1) * perGroup; ++c)
      sum += t->x[(index[0] * channels + c) * t->inSize + offset] *
             t->w[(c * outs + index[1] % outs) * t->windowSize + w];
  }
  return sum;
}

static bool convTranspose(EvalStep *step) {
  Transposed t = {
      .step = step, .input = step->operands[0], .weight = step->operands[1]};
  int64_t dims[RELAX_MAX_RANK];
  RelaxDType dtype = t.input->dtype;
  if (!readTransposed(&t) || !transposedDims(&t, dims) ||
      !evalCreate(step, dtype, t.input->rank, dims))
    return false;
  bool empty =
      relaxTensorCount(t.input) == 0 || relaxTensorCount(t.weight) == 0;
  t.x = evalDoubles(step->arena, t.input);
  t.w = evalDoubles(step->arena, t.weight);
  t.inSize = empty ? 0 : evalProduct(t.window.spatial, t.input->dims + 2);
  t.windowSize = empty ? 0 : evalProduct(t.window.spatial, t.weight->dims + 2);
  RelaxTensor *y = &step->results[0];
  for (int64_t n = 0, e = relaxTensorCount(y); n < e; ++n) {
    int64_t index[RELAX_MAX_RANK];
    evalIndexOf(n, y->rank, y->dims, index);
    relaxStoreFloat(dtype, y->data, n, transposedOne(&t, index));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// causal_conv, depthwise_conv
//===----------------------------------------------------------------------===//

/// A channel of a sample: `width` elements of state (which may be NULL: zeros),
/// then the input's.
typedef struct Channel {
  const double *state, *x;
  int64_t width;
} Channel;

static double at(const Channel *c, int64_t position) {
  if (position >= c->width)
    return c->x[position - c->width];
  return c->state ? c->state[position] : 0;
}

static bool checkWeight(EvalStep *step, const RelaxTensor *x,
                        const RelaxTensor *w) {
  if (!relaxDTypeIsFloat(x->dtype))
    return evalRefuseElements(step, x->dtype);
  return (x->rank == 3 && w->rank == 3 && w->dims[0] == x->dims[1] &&
          w->dims[1] == 1) ||
         relaxFail(step->error, "expected an input of rank 3 and a weight "
                                "[channels, 1, window]");
}

static double filtered(const Channel *c, const double *weight, int64_t window,
                       int64_t position) {
  double sum = 0;
  for (int64_t k = 0; k < window; ++k)
    sum += weight[k] * at(c, position + k);
  return sum;
}

static bool depthwiseConv(EvalStep *step) {
  const RelaxTensor *x = step->operands[0], *w = step->operands[1];
  if (!checkWeight(step, x, w))
    return false;
  int64_t window = w->dims[2], count = x->dims[2] + 1 - window;
  int64_t dims[] = {x->dims[0], x->dims[1], count < 0 ? 0 : count};
  if (!evalCreate(step, x->dtype, 3, dims))
    return false;
  const double *data = evalDoubles(step->arena, x),
               *weight = evalDoubles(step->arena, w);
  RelaxTensor *y = &step->results[0];
  for (int64_t n = 0, e = relaxTensorCount(y); n < e; ++n) {
    int64_t plane = n / dims[2];
    Channel c = {NULL, data + plane * x->dims[2], 0};
    relaxStoreFloat(
        x->dtype, y->data, n,
        filtered(&c, weight + plane % dims[1] * window, window, n % dims[2]));
  }
  return true;
}

/// Where the optional operands are.
typedef struct Optionals {
  const RelaxTensor *bias, *state;
} Optionals;

static bool readOptionals(EvalStep *step, int64_t width, Optionals *out) {
  const RelaxTensor *x = step->operands[0];
  intptr_t next = 2;
  *out = (Optionals){NULL, NULL};
  if (relaxCausalConvGetBias(step->op).ptr)
    out->bias = step->operands[next++];
  if (relaxCausalConvGetState(step->op).ptr)
    out->state = step->operands[next];
  const RelaxTensor *s = out->state;
  bool fits = (!out->bias ||
               (out->bias->rank == 1 && out->bias->dims[0] == x->dims[1])) &&
              (!s || (s->rank == 3 && s->dims[0] == x->dims[0] &&
                      s->dims[1] == x->dims[1] && s->dims[2] == width));
  return fits || relaxFail(step->error, "expected a bias [channels] and a "
                                        "state [batch, channels, window - 1]");
}

static bool causalConv(EvalStep *step) {
  const RelaxTensor *x = step->operands[0], *w = step->operands[1];
  bool swish = relaxCausalConvGetSwish(step->op);
  Optionals optional;
  if (!checkWeight(step, x, w))
    return false;
  int64_t window = w->dims[2], width = window - 1;
  if (window == 0)
    return relaxFail(step->error, "expected a window of at least 1 element");
  int64_t length = x->dims[2], dims[] = {x->dims[0], x->dims[1], width};
  if (!readOptionals(step, width, &optional) ||
      !evalCreateResult(step, 0, x->dtype, 3, x->dims) ||
      !evalCreateResult(step, 1, x->dtype, 3, dims))
    return false;
  const double *data = evalDoubles(step->arena, x),
               *weight = evalDoubles(step->arena, w);
  const double *bias =
      optional.bias ? evalDoubles(step->arena, optional.bias) : NULL;
  const double *state =
      optional.state ? evalDoubles(step->arena, optional.state) : NULL;
  RelaxTensor *y = &step->results[0], *next = &step->results[1];
  bool any = relaxTensorCount(y) > 0 || relaxTensorCount(next) > 0;
  for (int64_t p = 0; any && p < dims[0] * dims[1]; ++p) {
    Channel c = {state ? state + p * width : NULL, data + p * length, width};
    int64_t channel = p % dims[1];
    for (int64_t i = 0; i < length; ++i) {
      double sum = filtered(&c, weight + channel * window, window, i);
      sum += bias ? bias[channel] : 0;
      relaxStoreFloat(x->dtype, y->data, p * length + i,
                      swish ? sum / (1 + exp(-sum)) : sum);
    }
    for (int64_t i = 0; i < width; ++i)
      relaxStoreFloat(x->dtype, next->data, p * width + i, at(&c, length + i));
  }
  return true;
}

const EvalEntry evalConvolutionKinds[] = {
    {"relax.conv_transpose", convTranspose, NULL},
    {"relax.depthwise_conv", depthwiseConv, NULL},
    {"relax.causal_conv", causalConv, NULL},
    {NULL, NULL, NULL}};
