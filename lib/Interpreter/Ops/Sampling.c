//===- Sampling.c - elements at computed places ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of ONNX AffineGrid and GridSample, in double.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Sampling.gen.h"
#include "lib/Interpreter/Ops/Lines.h"
#include "lib/Interpreter/Ops/Window.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// affine_grid
//===----------------------------------------------------------------------===//

/// The extents of the grid: from `sizes`, or those that the type says.
static bool gridDims(EvalStep *step, int32_t d, int64_t *dims) {
  const RelaxTensor *theta = step->operands[0];
  int64_t sizes[EVAL_MAX_INTEGERS];
  int32_t rank;
  if (!relaxAffineGridGetSizes(step->op).ptr)
    return evalDeclaredDims(step, &rank, dims);
  if (!evalIntegerOperand(step, 1, d + 2, sizes))
    return false;
  dims[0] = theta->dims[0];
  dims[d + 1] = d;
  for (int32_t i = 0; i < d; ++i) {
    dims[1 + i] = sizes[2 + i];
    if (sizes[2 + i] < 0)
      return relaxFail(step->error, "sizes: expected an extent, got %" PRId64,
                       sizes[2 + i]);
  }
  return true;
}

/// The coordinate of place `i` of `extent`.
static double coordinate(int64_t i, int64_t extent, bool corners) {
  if (corners)
    return extent > 1 ? 2.0 * (double)i / (double)(extent - 1) - 1 : -1;
  return (2.0 * (double)i + 1) / (double)extent - 1;
}

static bool affineGrid(EvalStep *step) {
  const RelaxTensor *theta = step->operands[0];
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(step->op, 0));
  bool corners = relaxAffineGridGetAlignCorners(step->op);
  int32_t d = (int32_t)info.rank - 2;
  int64_t dims[RELAX_MAX_RANK];
  if (theta->rank != 3 || theta->dims[1] != d || theta->dims[2] != d + 1)
    return relaxFail(step->error, "expected theta [n, %d, %d]", d, d + 1);
  if (!gridDims(step, d, dims) || !evalCreate(step, theta->dtype, d + 2, dims))
    return false;
  if (dims[0] != theta->dims[0])
    return relaxFail(step->error,
                     "expected one map for each of %" PRId64
                     " grids, got %" PRId64,
                     dims[0], theta->dims[0]);
  const double *maps = evalDoubles(step->arena, theta);
  RelaxTensor *grid = &step->results[0];
  for (int64_t n = 0, e = relaxTensorCount(grid); n < e; ++n) {
    int64_t index[RELAX_MAX_RANK];
    evalIndexOf(n, d + 2, dims, index);
    const double *row = maps + (index[0] * d + index[d + 1]) * (d + 1);
    double sum = row[d];
    for (int32_t k = 0; k < d; ++k)
      sum += row[k] * coordinate(index[d - k], dims[d - k], corners);
    relaxStoreFloat(theta->dtype, grid->data, n, sum);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// grid_sample
//===----------------------------------------------------------------------===//

enum { MAX_SPATIAL = 3, MAX_NEIGHBOURS = 4 };

typedef struct Sampler {
  bool corners, nearest, cubic, zeros, border;
} Sampler;

/// Elements along one dimension, and what they count; -1 is a 0.
typedef struct Neighbours {
  int count;
  int64_t places[MAX_NEIGHBOURS];
  double weights[MAX_NEIGHBOURS];
} Neighbours;

/// Mirrored at `low` and `high` until it lies between them.
static double reflect(double x, double low, double high) {
  double range = high - low;
  if (x >= low && x <= high)
    return x;
  if (range <= 0)
    return low;
  double beyond = x < low ? low - x : x - high;
  double turns = floor(beyond / range), rest = beyond - turns * range;
  bool fromLow = (x < low) == (fmod(turns, 2) == 0);
  return fromLow ? low + rest : high - rest;
}

static double between(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

/// Element number `p` of a dimension, which may lie outside.
static int64_t elementAt(const Sampler *s, double p, int64_t extent) {
  double last = (double)extent - 1, edge = s->corners ? 0 : 0.5;
  if (s->zeros && (p < 0 || p > last))
    return -1;
  if (!s->zeros && !s->border)
    p = reflect(p, -edge, last + edge);
  return (int64_t)between(p, 0, last);
}

/// Keys (1981), a = -0.75.
static double cubic(double x) {
  const double a = -0.75;
  x = fabs(x);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

static Neighbours neighboursOf(const Sampler *s, double coordinate,
                               int64_t extent) {
  double last = (double)extent - 1, edge = s->corners ? 0 : 0.5;
  // Far outside is outside.
  double x = isnan(coordinate) ? 0 : between(coordinate, -0x1p30, 0x1p30);
  x = s->corners ? (x + 1) / 2 * last : ((x + 1) * (double)extent - 1) / 2;
  if (s->nearest)
    x = nearbyint(x);
  if (s->border && (x < -edge || x > last + edge))
    x = between(x, 0, last);
  else if (!s->border && !s->zeros)
    x = reflect(x, -edge, last + edge);
  Neighbours found = {.count = s->nearest ? 1 : s->cubic ? 4 : 2};
  double base = s->nearest ? x : floor(x);
  for (int t = 0; t < found.count; ++t) {
    double p = base + t - (s->cubic ? 1 : 0), distance = fabs(x - p);
    found.places[t] = elementAt(s, p, extent);
    found.weights[t] = s->nearest ? 1
                       : s->cubic ? cubic(distance)
                                  : 1 - distance;
  }
  return found;
}

/// The weighted sum over all neighbours from dimension `k` on.
static double sumOf(const Neighbours *all, int32_t k, int32_t spatial,
                    const int64_t *dims, const double *plane, int64_t offset) {
  double sum = 0;
  if (k == spatial)
    return plane[offset];
  for (int t = 0; t < all[k].count; ++t)
    if (all[k].places[t] >= 0)
      sum += all[k].weights[t] * sumOf(all, k + 1, spatial, dims, plane,
                                       offset * dims[k] + all[k].places[t]);
  return sum;
}

static bool is(StrRef word, const char *text) {
  return strRefEqual(word, strRefFromC(text));
}

static bool checkGrid(EvalStep *step, const RelaxTensor *x,
                      const RelaxTensor *grid) {
  bool fits = x->rank >= 3 && x->rank <= MAX_SPATIAL + 2 &&
              grid->rank == x->rank && grid->dims[0] == x->dims[0] &&
              grid->dims[x->rank - 1] == x->rank - 2;
  return fits || relaxFail(step->error,
                           "expected a grid with the rank and the images of "
                           "the input, and a coordinate for each of its "
                           "spatial dimensions");
}

/// Where the nearest element is; -1: outside.
static int64_t nearestOf(const Neighbours *all, int32_t spatial,
                         const int64_t *dims) {
  int64_t offset = 0;
  for (int32_t k = 0; k < spatial; ++k) {
    if (all[k].places[0] < 0)
      return -1;
    offset = offset * dims[k] + all[k].places[0];
  }
  return offset;
}

static void sampleAll(const Sampler *s, const RelaxTensor *x,
                      const RelaxTensor *grid, Arena *arena, RelaxTensor *y) {
  int32_t d = x->rank - 2;
  size_t bytes = relaxDTypeBytes(x->dtype);
  const double *values = s->nearest ? NULL : evalDoubles(arena, x);
  const double *points = evalDoubles(arena, grid);
  int64_t channels = x->dims[1], size = evalProduct(d, x->dims + 2);
  int64_t perImage = evalProduct(d, y->dims + 2);
  for (int64_t p = 0; p < x->dims[0] * perImage; ++p) {
    Neighbours all[MAX_SPATIAL];
    for (int32_t k = 0; k < d; ++k)
      all[k] = neighboursOf(s, points[p * d + d - 1 - k], x->dims[2 + k]);
    int64_t place = s->nearest ? nearestOf(all, d, x->dims + 2) : 0;
    for (int64_t c = 0; c < channels; ++c) {
      int64_t plane = p / perImage * channels + c;
      int64_t to = plane * perImage + p % perImage;
      char *element = (char *)y->data + (size_t)to * bytes;
      if (!s->nearest)
        relaxStoreFloat(
            x->dtype, y->data, to,
            sumOf(all, 0, d, x->dims + 2, values + plane * size, 0));
      else if (place < 0)
        memset(element, 0, bytes);
      else
        memcpy(element,
               (const char *)x->data + (size_t)(plane * size + place) * bytes,
               bytes);
    }
  }
}

static bool gridSample(EvalStep *step) {
  const RelaxTensor *x = step->operands[0], *grid = step->operands[1];
  StrRef mode = relaxGridSampleGetMode(step->op);
  StrRef padding = relaxGridSampleGetPadding(step->op);
  Sampler s = {.corners = relaxGridSampleGetAlignCorners(step->op),
               .nearest = is(mode, "nearest"),
               .cubic = is(mode, "cubic"),
               .zeros = is(padding, "zeros"),
               .border = is(padding, "border")};
  int64_t dims[RELAX_MAX_RANK];
  if (!checkGrid(step, x, grid))
    return false;
  dims[0] = x->dims[0];
  dims[1] = x->dims[1];
  memcpy(dims + 2, grid->dims + 1, (size_t)(x->rank - 2) * sizeof *dims);
  if (!evalCreate(step, x->dtype, x->rank, dims))
    return false;
  RelaxTensor *y = &step->results[0];
  bool empty = evalProduct(x->rank - 2, x->dims + 2) == 0;
  if (empty && x->dims[0] * evalProduct(x->rank - 2, dims + 2) > 0)
    return relaxFail(step->error, "the input has no element to sample");
  if (relaxTensorCount(y) == 0)
    return true;
  sampleAll(&s, x, grid, step->arena, y);
  return true;
}

const EvalEntry evalSampling[] = {{"relax.affine_grid", affineGrid, NULL},
                                  {"relax.grid_sample", gridSample, NULL},
                                  {NULL, NULL, NULL}};
