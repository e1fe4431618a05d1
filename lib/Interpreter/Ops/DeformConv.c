//===- DeformConv.c - convolutions at moved places ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definition of ONNX DeformConv, in double.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/DeformConv.gen.h"
#include "lib/Interpreter/Ops/Lines.h"
#include "lib/Interpreter/Ops/Window.h"

#include <math.h>

enum { MAX_SPATIAL = 3 };

typedef struct Deformed {
  EvalStep *step;
  const RelaxTensor *input, *weight, *offset, *bias, *mask;
  EvalWindow window;
  int64_t offsetGroups;
  int64_t inSize, windowSize, outSize; // spatial elements
  int64_t dims[RELAX_MAX_RANK];        // of the result
  const double *x, *w, *moved, *added, *weighed;
} Deformed;

static bool hasShape(const RelaxTensor *tensor, int32_t rank,
                     const int64_t *dims) {
  bool same = tensor->rank == rank;
  for (int32_t i = 0; same && i < rank; ++i)
    same = tensor->dims[i] == dims[i];
  return same;
}

static bool findOperands(Deformed *d) {
  EvalStep *step = d->step;
  intptr_t next = 3;
  d->input = step->operands[0];
  d->weight = step->operands[1];
  d->offset = step->operands[2];
  if (relaxDeformConvGetBias(step->op).ptr)
    d->bias = step->operands[next++];
  if (relaxDeformConvGetMask(step->op).ptr)
    d->mask = step->operands[next];
  d->window.groups = relaxWindowOf(step->op).groups;
  d->offsetGroups = relaxDeformConvGetOffsetGroups(step->op);
  if (!relaxDTypeIsFloat(d->input->dtype))
    return evalRefuseElements(step, d->input->dtype);
  return (d->input->rank >= 3 && d->input->rank <= MAX_SPATIAL + 2 &&
          d->weight->rank == d->input->rank &&
          d->input->dims[1] == d->weight->dims[1] * d->window.groups &&
          d->input->dims[1] % d->offsetGroups == 0 &&
          d->weight->dims[0] % d->window.groups == 0) ||
         relaxFail(step->error, "expected a weight with the input's rank and "
                                "channels, which the groups divide");
}

/// Offsets, mask and bias fit.
static bool checkShapes(const Deformed *d) {
  int32_t rank = d->input->rank;
  int64_t moved[RELAX_MAX_RANK] = {d->dims[0]}, weighed[RELAX_MAX_RANK];
  for (int32_t i = 2; i < rank; ++i)
    moved[i] = d->dims[i];
  moved[1] = d->offsetGroups * d->windowSize * (rank - 2);
  for (int32_t i = 0; i < rank; ++i)
    weighed[i] = moved[i];
  weighed[1] = d->offsetGroups * d->windowSize;
  return (hasShape(d->offset, rank, moved) &&
          (!d->mask || hasShape(d->mask, rank, weighed)) &&
          (!d->bias || hasShape(d->bias, 1, d->dims + 1))) ||
         relaxFail(d->step->error,
                   "expected offsets, a mask and a bias that fit the window "
                   "and the result");
}

static bool readDeformed(Deformed *d) {
  if (!findOperands(d) ||
      !evalWindowRead(d->step, d->input->rank - 2, d->weight, &d->window) ||
      !evalWindowResult(d->step, &d->window, d->weight->dims[0], d->dims))
    return false;
  d->inSize = evalProduct(d->window.spatial, d->input->dims + 2);
  d->windowSize = evalProduct(d->window.spatial, d->window.sizes);
  d->outSize = evalProduct(d->window.spatial, d->dims + 2);
  return checkShapes(d) &&
         evalCreate(d->step, d->input->dtype, d->input->rank, d->dims);
}

/// A linear sample of one channel; outside of it are zeros.
static double sample(const Deformed *d, const double *plane,
                     const double *place) {
  double sum = 0;
  int32_t spatial = d->window.spatial;
  for (int corner = 0; corner < 1 << spatial; ++corner) {
    double weight = 1;
    int64_t offset = 0;
    bool inside = true;
    for (int32_t i = 0; i < spatial; ++i) {
      double below = floor(place[i]), rest = place[i] - below;
      double at = below + (corner >> i & 1);
      int64_t extent = d->input->dims[2 + i];
      inside = inside && at >= 0 && at < (double)extent;
      weight *= corner >> i & 1 ? rest : 1 - rest;
      offset = inside ? offset * extent + (int64_t)at : 0;
    }
    if (inside)
      sum += weight * plane[offset];
  }
  return sum;
}

/// What the window's element `w` reads of an image's channel for a place of the
/// result.
static double readAt(const Deformed *d, int64_t image, int64_t channel,
                     int64_t w, int64_t out) {
  int32_t spatial = d->window.spatial;
  int64_t inner[RELAX_MAX_RANK], output[RELAX_MAX_RANK];
  double place[MAX_SPATIAL];
  int64_t group = channel / (d->input->dims[1] / d->offsetGroups);
  int64_t number = (image * d->offsetGroups + group) * d->windowSize + w;
  evalIndexOf(w, spatial, d->window.sizes, inner);
  evalIndexOf(out, spatial, d->dims + 2, output);
  for (int32_t i = 0; i < spatial; ++i)
    place[i] = (double)(output[i] * d->window.strides[i] - d->window.pads[i] +
                        inner[i] * d->window.dilations[i]) +
               d->moved[(number * spatial + i) * d->outSize + out];
  const double *plane =
      d->x + (image * d->input->dims[1] + channel) * d->inSize;
  double value = sample(d, plane, place);
  return d->weighed ? value * d->weighed[number * d->outSize + out] : value;
}

static double elementOf(const Deformed *d, int64_t image, int64_t channel,
                        int64_t out) {
  int64_t inner = d->weight->dims[1];
  int64_t first = channel / (d->weight->dims[0] / d->window.groups) * inner;
  double sum = d->added ? d->added[channel] : 0;
  for (int64_t c = 0; c < inner; ++c)
    for (int64_t w = 0; w < d->windowSize; ++w)
      sum += d->w[(channel * inner + c) * d->windowSize + w] *
             readAt(d, image, first + c, w, out);
  return sum;
}

static bool deformConv(EvalStep *step) {
  Deformed d = {.step = step};
  if (!readDeformed(&d))
    return false;
  d.x = evalDoubles(step->arena, d.input);
  d.w = evalDoubles(step->arena, d.weight);
  d.moved = evalDoubles(step->arena, d.offset);
  d.added = d.bias ? evalDoubles(step->arena, d.bias) : NULL;
  d.weighed = d.mask ? evalDoubles(step->arena, d.mask) : NULL;
  RelaxTensor *y = &step->results[0];
  for (int64_t n = 0, e = relaxTensorCount(y); n < e; ++n) {
    int64_t plane = n / d.outSize;
    relaxStoreFloat(
        y->dtype, y->data, n,
        elementOf(&d, plane / d.dims[1], plane % d.dims[1], n % d.outSize));
  }
  return true;
}

const EvalEntry evalDeformConv[] = {{"relax.deform_conv", deformConv, NULL},
                                    {NULL, NULL, NULL}};
