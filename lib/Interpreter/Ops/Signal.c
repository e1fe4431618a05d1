//===- Signal.c - Fourier transforms --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The sums of the definition, in double.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signal.gen.h"
#include "lib/Interpreter/Ops/Lines.h"

#include <inttypes.h>
#include <math.h>

typedef struct Transform {
  bool inverse, half;
  int64_t points, extent, inParts, outParts;
  int64_t before, behind, result; // elements around the axis, and along it
  const double *x;
} Transform;

/// `t` has its flags; `points` (which may be NULL) its number of points.
static bool readTransform(EvalStep *step, Transform *t, int64_t axis,
                          const RelaxTensor *points) {
  const RelaxTensor *input = step->operands[0];
  int32_t last = input->rank - 1;
  if (!relaxDTypeIsFloat(input->dtype))
    return evalRefuseElements(step, input->dtype);
  if (axis >= last)
    return relaxFail(step->error,
                     "axis %" PRId64 " is out of range for rank %" PRId32, axis,
                     input->rank);
  bool real = t->inverse && t->half;
  t->extent = input->dims[axis];
  t->inParts = input->dims[last];
  t->outParts = real ? 1 : 2;
  if (t->inParts < (real ? 2 : 1) ||
      t->inParts > (t->half && !t->inverse ? 1 : 2))
    return relaxFail(step->error,
                     "last dimension: %" PRId64
                     " parts of an element do not fit the transform",
                     t->inParts);
  t->points = t->extent;
  if (real)
    t->points = t->extent > 0 ? 2 * (t->extent - 1) : 0;
  if (points && points->rank != 1)
    return relaxFail(step->error, "points: expected rank 1");
  if (points)
    t->points = points->dims[0];
  t->result = t->half && !t->inverse ? t->points / 2 + 1 : t->points;
  t->before = t->behind = 1;
  for (int32_t i = 0; i < last; ++i) {
    if (i < axis)
      t->before *= input->dims[i];
    if (i > axis)
      t->behind *= input->dims[i];
  }
  return true;
}

/// How often element `j` of the input counts: of half a spectrum all but the
/// first and, of an even number of points, the last stand for two.
static double weightOf(const Transform *t, int64_t j) {
  if (!t->half || !t->inverse)
    return 1;
  return j == 0 || 2 * j == t->points ? 1 : 2;
}

/// Element `k` of the result; `x` is the first element along the axis.
static void transformOne(const Transform *t, const double *x, int64_t k,
                         double *parts) {
  const double turn = 6.283185307179586477;
  int64_t used = t->half && t->inverse ? t->points / 2 + 1 : t->points;
  double real = 0, imaginary = 0;
  for (int64_t j = 0; j < t->extent && j < used; ++j) {
    const double *element = x + j * t->behind * t->inParts;
    double angle =
        turn * (double)((__int128)j * k % t->points) / (double)t->points;
    double c = cos(angle), s = t->inverse ? sin(angle) : -sin(angle);
    double im = t->inParts > 1 ? element[1] : 0;
    real += weightOf(t, j) * (element[0] * c - im * s);
    imaginary += weightOf(t, j) * (element[0] * s + im * c);
  }
  parts[0] = t->inverse ? real / (double)t->points : real;
  parts[1] = t->inverse ? imaginary / (double)t->points : imaginary;
}

static bool transform(EvalStep *step, Transform t, int64_t axis,
                      const RelaxTensor *points) {
  const RelaxTensor *input = step->operands[0];
  int64_t dims[RELAX_MAX_RANK];
  if (!readTransform(step, &t, axis, points))
    return false;
  for (int32_t i = 0; i < input->rank; ++i)
    dims[i] = input->dims[i];
  dims[axis] = t.result;
  dims[input->rank - 1] = t.outParts;
  if (!evalCreate(step, input->dtype, input->rank, dims))
    return false;
  RelaxTensor *y = &step->results[0];
  t.x = evalDoubles(step->arena, input);
  for (int64_t n = 0, e = relaxTensorCount(y) / t.outParts; n < e; ++n) {
    int64_t inner = n % t.behind, k = n / t.behind % t.result;
    int64_t outer = n / t.behind / t.result;
    double parts[2];
    transformOne(&t, t.x + (outer * t.extent * t.behind + inner) * t.inParts, k,
                 parts);
    for (int64_t p = 0; p < t.outParts; ++p)
      relaxStoreFloat(input->dtype, y->data, n * t.outParts + p, parts[p]);
  }
  return true;
}

static bool dft(EvalStep *step) {
  MlirOperation op = step->op;
  Transform t = {.inverse = relaxDftGetInverse(op),
                 .half = relaxDftGetOnesided(op)};
  return transform(step, t, relaxDftGetAxis(op),
                   relaxDftGetPoints(op).ptr ? step->operands[1] : NULL);
}

/// The last dimension is no axis.
static bool dynamicDft(EvalStep *step) {
  MlirOperation op = step->op;
  Transform t = {.inverse = relaxDynamicDftGetInverse(op),
                 .half = relaxDynamicDftGetOnesided(op)};
  int64_t axis;
  return evalAxisOperand(step, 1, step->operands[0]->rank, &axis) &&
         transform(step, t, axis,
                   relaxDynamicDftGetPoints(op).ptr ? step->operands[2] : NULL);
}

const EvalEntry evalSignal[] = {{"relax.dft", dft, NULL},
                                {"relax.dynamic_dft", dynamicDft, NULL},
                                {NULL, NULL, NULL}};
