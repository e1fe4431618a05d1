//===- Resize.c - sampling on another grid --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One axis after the other: every element of the new axis is a weighted sum of
// elements of the old one, in double.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Resize.h"
#include "lib/Interpreter/Evaluate.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct Rules {
  StrRef mode, coordinates, rounding;
  double cubic, extrapolation;
  bool antialias, excludeOutside;
} Rules;

/// One axis: extents before and after, and where it is cut out.
typedef struct Axis {
  int64_t in, out;
  double scale, begin, end;
} Axis;

static bool is(StrRef word, const char *other) {
  return strRefEqual(word, strRefFromC(other));
}

/// The place of element `x` of the new axis on the old one.
static double placeOf(const Rules *rules, const Axis *axis, int64_t x) {
  double in = (double)axis->in, width = axis->scale * in, half;
  if (is(rules->coordinates, "align_corners"))
    return width == 1 ? 0 : (double)x * (in - 1) / (width - 1);
  if (is(rules->coordinates, "asymmetric"))
    return (double)x / axis->scale;
  if (is(rules->coordinates, "tf_crop_and_resize")) {
    double part = (axis->end - axis->begin) * (in - 1);
    return axis->begin * (in - 1) +
           (width == 1 ? part / 2 : (double)x * part / (width - 1));
  }
  if (is(rules->coordinates, "tf_half_pixel_for_nn"))
    return axis->scale == 1 ? (double)x : ((double)x + 0.5) / axis->scale;
  half = ((double)x + 0.5) / axis->scale - 0.5;
  if (is(rules->coordinates, "pytorch_half_pixel"))
    return width == 1 ? -0.5 : half;
  if (is(rules->coordinates, "half_pixel_symmetric"))
    return in / 2 * (1 - (double)axis->out / width) + half;
  return half;
}

static double kernel(const Rules *rules, double x) {
  double a = rules->cubic;
  x = fabs(x);
  if (is(rules->mode, "linear"))
    return x < 1 ? 1 - x : 0;
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

static int64_t clamp(int64_t x, int64_t extent) {
  return x < 0 ? 0 : x >= extent ? extent - 1 : x;
}

static int64_t nearest(const Rules *rules, const Axis *axis, double place) {
  double below = floor(place), rest = place - below;
  bool up = is(rules->rounding, "floor")  ? false
            : is(rules->rounding, "ceil") ? rest > 0
            : is(rules->rounding, "ceil_if_smaller")
                ? rest > 0 && axis->scale < 1
            : is(rules->rounding, "round_prefer_ceil") ? rest >= 0.5
                                                       : rest > 0.5;
  return clamp((int64_t)below + up, axis->in);
}

/// Half the number of neighbours that count.
static int64_t reachOf(const Rules *rules, const Axis *axis) {
  int64_t reach = is(rules->mode, "linear") ? 1 : 2;
  if (rules->antialias && axis->scale < 1)
    reach = (int64_t)ceil((double)reach / axis->scale);
  return reach;
}

/// The sum for one new element; `from[k * stride]` is old element k.
static double sample(const Rules *rules, const Axis *axis, const double *from,
                     int64_t stride, int64_t x) {
  double place = placeOf(rules, axis, x), below = floor(place);
  double sum = 0, weights = 0;
  if (is(rules->coordinates, "tf_crop_and_resize") &&
      !(place >= 0 && place <= (double)axis->in - 1))
    return rules->extrapolation;
  if (is(rules->mode, "nearest"))
    return from[nearest(rules, axis, place) * stride];
  double narrow = rules->antialias ? fmin(axis->scale, 1) : 1;
  int64_t reach = reachOf(rules, axis);
  for (int64_t t = 1 - reach; t <= reach; ++t) {
    int64_t k = (int64_t)below + t;
    double weight = kernel(rules, narrow * ((double)t - (place - below)));
    if (rules->excludeOutside && (k < 0 || k >= axis->in))
      continue;
    sum += weight * from[clamp(k, axis->in) * stride];
    weights += weight;
  }
  return rules->antialias || rules->excludeOutside ? sum / weights : sum;
}

/// A new tensor in place of `*values`, resampled along dimension `d`.
static bool resample(EvalStep *step, const Rules *rules, const Axis *axis,
                     int32_t d, RelaxTensor *values) {
  int64_t dims[RELAX_MAX_RANK], inner = 1, outer = 1;
  RelaxTensor next;
  memcpy(dims, values->dims, sizeof(dims));
  dims[d] = axis->out;
  for (int32_t i = 0; i < values->rank; ++i)
    *(i < d ? &outer : &inner) *= i == d ? 1 : dims[i];
  if (!relaxTensorCreate(RELAX_F64, values->rank, dims, &next, step->error))
    return false;
  const double *from = values->data;
  double *to = next.data;
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t x = 0; x < axis->out; ++x)
      for (int64_t i = 0; i < inner; ++i)
        to[(o * axis->out + x) * inner + i] =
            sample(rules, axis, from + o * axis->in * inner + i, inner, x);
  relaxTensorRelease(values);
  *values = next;
  return true;
}

static Rules rulesOf(MlirOperation op) {
  return (Rules){
      relaxResizeGetMode(op),           relaxResizeGetCoordinates(op),
      relaxResizeGetRounding(op),       relaxResizeGetCubic(op),
      relaxResizeGetExtrapolation(op),  relaxResizeGetAntialias(op),
      relaxResizeGetExcludeOutside(op),
  };
}

/// Operands that may be absent, in order: sizes, scales, roi.
static void findOperands(EvalStep *step, const RelaxTensor **found) {
  MlirValue values[] = {relaxResizeGetSizes(step->op),
                        relaxResizeGetScales(step->op),
                        relaxResizeGetRoi(step->op)};
  intptr_t next = 1;
  for (int i = 0; i < 3; ++i)
    found[i] = values[i].ptr ? step->operands[next++] : NULL;
}

/// How the new extents are found, in the order of the axes.
typedef struct Grid {
  intptr_t count;
  int64_t axes[EVAL_MAX_INTEGERS], sizes[EVAL_MAX_INTEGERS];
  const RelaxTensor *operands[3];
  float aspect; // the scale of all axes, with that attribute
} Grid;

static bool emptyAxis(EvalStep *step, int64_t axis) {
  return relaxFail(
      step->error,
      "dimension %" PRId64 " is empty: it has no element to sample", axis);
}

/// The sizes become those that one scale gives.
static bool keepAspect(EvalStep *step, Grid *grid) {
  const RelaxTensor *input = step->operands[0];
  int64_t extents[EVAL_MAX_INTEGERS];
  bool larger = relaxResizeIsLarger(relaxResizeGetAspect(step->op));
  for (intptr_t i = 0; i < grid->count; ++i) {
    extents[i] = input->dims[grid->axes[i]];
    if (extents[i] == 0)
      return emptyAxis(step, grid->axes[i]);
  }
  grid->aspect = relaxResizeAspect(larger, grid->count, grid->sizes, extents);
  for (intptr_t i = 0; i < grid->count; ++i)
    if (!relaxResizeExtent(extents[i], grid->aspect, 0.5f, &grid->sizes[i]))
      return relaxFail(step->error, "an extent of the result exceeds 64 bits");
  return true;
}

/// Extents that the type does not say are those that the scales give.
static bool readScaled(EvalStep *step, Grid *grid) {
  MlirAttribute factors = relaxResizeGetFactors(step->op);
  const RelaxTensor *scales = grid->operands[1];
  int64_t dims[RELAX_MAX_RANK];
  int32_t rank;
  if (!evalDeclaredDims(step, &rank, dims))
    return false;
  for (intptr_t i = 0; i < grid->count; ++i) {
    int64_t axis = grid->axes[i], extent = step->operands[0]->dims[axis];
    grid->sizes[i] = dims[axis];
    if (dims[axis] >= 0)
      continue;
    float scale = scales ? (float)relaxLoadFloat(scales->dtype, scales->data, i)
                         : (float)mlirDenseF64ArrayGetElement(factors, i);
    if (!relaxResizeExtent(extent, scale, 0, &grid->sizes[i]))
      return relaxFail(step->error,
                       "scales: expected extents, got %g * %" PRId64,
                       (double)scale, extent);
  }
  return true;
}

static bool readGrid(EvalStep *step, Grid *grid) {
  MlirAttribute list = relaxResizeGetAxes(step->op);
  *grid = (Grid){.count = mlirDenseArrayGetNumElements(list)};
  findOperands(step, grid->operands);
  if (!evalIntegers(step, list, grid->count, grid->axes))
    return false;
  if (!grid->operands[0])
    return readScaled(step, grid);
  if (!evalIntegerOperand(step, 1, grid->count, grid->sizes))
    return false;
  for (intptr_t i = 0; i < grid->count; ++i)
    if (grid->sizes[i] < 0)
      return relaxFail(step->error, "sizes: expected an extent, got %" PRId64,
                       grid->sizes[i]);
  return !relaxResizeGetAspect(step->op).ptr || keepAspect(step, grid);
}

static Axis axisOf(EvalStep *step, const Grid *grid, intptr_t i, int64_t in,
                   int64_t out) {
  MlirAttribute factors = relaxResizeGetFactors(step->op);
  const RelaxTensor *scales = grid->operands[1], *roi = grid->operands[2];
  Axis axis = {in, out, (double)out / (double)in, 0, 1};
  if (factors.ptr)
    axis.scale = mlirDenseF64ArrayGetElement(factors, i);
  if (scales)
    axis.scale = relaxLoadFloat(scales->dtype, scales->data, i);
  if (relaxResizeGetAspect(step->op).ptr)
    axis.scale = (double)grid->aspect;
  if (roi) {
    axis.begin = relaxLoadFloat(roi->dtype, roi->data, i);
    axis.end = relaxLoadFloat(roi->dtype, roi->data, grid->count + i);
  }
  return axis;
}

/// Stores the doubles as the result.
static bool finish(EvalStep *step, const RelaxTensor *values) {
  RelaxDType dtype = step->operands[0]->dtype;
  if (!evalCreate(step, dtype, values->rank, values->dims))
    return false;
  const double *from = values->data;
  for (int64_t i = 0, e = relaxTensorCount(values); i < e; ++i)
    if (relaxDTypeIsFloat(dtype))
      relaxStoreFloat(dtype, step->results[0].data, i, from[i]);
    else
      relaxStoreInt(dtype, step->results[0].data, i, (int64_t)from[i]);
  return true;
}

/// Integers that a double does not hold are refused.
static bool loadValues(EvalStep *step, RelaxTensor *values) {
  const RelaxTensor *input = step->operands[0];
  if (relaxDTypeIsFloat(input->dtype))
    return evalToFloats(step, input, values);
  if (!relaxTensorCreate(RELAX_F64, input->rank, input->dims, values,
                         step->error))
    return false;
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    int64_t value = relaxLoadInt(input->dtype, input->data, i);
    if (value > INT64_C(1) << 53 || value < -(INT64_C(1) << 53)) {
      relaxTensorRelease(values);
      return relaxFail(step->error,
                       "reference mode resizes integers of at most 2^53, got "
                       "%" PRId64,
                       value);
    }
    ((double *)values->data)[i] = (double)value;
  }
  return true;
}

static bool resize(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  Rules rules = rulesOf(step->op);
  RelaxTensor values = {0};
  Grid grid;
  if (!readGrid(step, &grid) || !loadValues(step, &values))
    return false;
  bool good = true;
  for (intptr_t i = grid.count; good && i-- > 0;) {
    int64_t axis = grid.axes[i], out = grid.sizes[i], in = input->dims[axis];
    Axis map = axisOf(step, &grid, i, in, out);
    if (in == 0 && out > 0)
      good = emptyAxis(step, axis);
    good = good && resample(step, &rules, &map, (int32_t)axis, &values);
  }
  good = good && finish(step, &values);
  relaxTensorRelease(&values);
  return good;
}

const EvalEntry evalResize[] = {{"relax.resize", resize, NULL},
                                {NULL, NULL, NULL}};
