//===- RegionsOfInterest.c - parts of images as images of one size --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of ONNX RoiAlign and MaxRoiPool. Corners, bins, numbers
// of samples and their places are computed in f32 (f64 for f64 elements), in
// which they jump; sums are in double.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/RegionsOfInterest.gen.h"
#include "lib/Interpreter/Ops/Lines.h"
#include "lib/Interpreter/Ops/Window.h"

#include <inttypes.h>
#include <math.h>

/// What both operations read.
typedef struct Bins {
  EvalStep *step;
  const RelaxTensor *x;
  const double *values, *regions;
  int64_t width;   // numbers per region
  int64_t size[2]; // down, across
  double scale;
} Bins;

static double rounded(const Bins *b, double value) {
  return b->x->dtype == RELAX_F64 ? value : (double)(float)value;
}

/// Checks the operands and makes the result.
static bool readBins(Bins *b, MlirAttribute size, double scale) {
  const RelaxTensor *x = b->step->operands[0], *r = b->step->operands[1];
  b->x = x;
  b->scale = scale;
  if (!relaxDTypeIsFloat(x->dtype))
    return evalRefuseElements(b->step, x->dtype);
  if (x->rank != 4 || r->rank != 2 || r->dims[1] != b->width)
    return relaxFail(b->step->error,
                     "expected an input of rank 4 and regions of %" PRId64
                     " numbers",
                     b->width);
  if (!evalIntegers(b->step, size, 2, b->size))
    return false;
  int64_t dims[] = {r->dims[0], x->dims[1], b->size[0], b->size[1]};
  if (!evalCreate(b->step, x->dtype, 4, dims))
    return false;
  b->values = evalDoubles(b->step->arena, x);
  b->regions = evalDoubles(b->step->arena, r);
  return true;
}

/// The first element of a channel of the image with that number.
static bool planeOf(const Bins *b, int64_t image, int64_t channel,
                    const double **plane) {
  int64_t count = b->x->dims[0];
  if (image < -count || image >= count)
    return relaxFail(b->step->error,
                     "index %" PRId64 " is out of range for %" PRId64 " images",
                     image, count);
  image += image < 0 ? count : 0;
  *plane = b->values +
           (image * b->x->dims[1] + channel) * evalProduct(2, b->x->dims + 2);
  return true;
}

//===----------------------------------------------------------------------===//
// roi_align
//===----------------------------------------------------------------------===//

/// One dimension of a region: 0 down, 1 across.
typedef struct Side {
  double begin, bin;
  int64_t samples, extent; // per bin; of the image
} Side;

typedef struct RoiAlign {
  Bins bins;
  int64_t samples;
  bool halfPixel, max;
} RoiAlign;

static Side sideOf(const RoiAlign *r, const double *region, int d) {
  const Bins *b = &r->bins;
  double offset = r->halfPixel ? 0.5 : 0;
  double begin = rounded(b, rounded(b, region[1 - d] * b->scale) - offset);
  double end = rounded(b, rounded(b, region[3 - d] * b->scale) - offset);
  double extent = rounded(b, end - begin);
  if (!r->halfPixel)
    extent = fmax(extent, 1);
  Side side = {begin, rounded(b, extent / (double)b->size[d]), r->samples,
               b->x->dims[2 + d]};
  if (side.samples == 0) {
    double wanted = ceil(side.bin);
    side.samples = wanted > 0 && wanted < 0x1p31 ? (int64_t)wanted : 0;
  }
  return side;
}

/// Neighbours of sample `i` of a bin; false: it lies outside of the image.
static bool locate(const Bins *b, const Side *side, int64_t bin, int64_t i,
                   int64_t *places, double *weights) {
  double part = rounded(b, ((double)i + 0.5) / (double)side->samples);
  double way = rounded(b, rounded(b, (double)bin + part) * side->bin);
  double at = rounded(b, side->begin + way);
  if (!(at >= -1 && at <= (double)side->extent))
    return false;
  at = fmin(fmax(at, 0), (double)side->extent - 1);
  places[0] = (int64_t)at;
  places[1] = places[0] + 1 < side->extent ? places[0] + 1 : places[0];
  weights[1] = at - floor(at);
  weights[0] = 1 - weights[1];
  return true;
}

/// Sum of the four weighed neighbours, or the largest.
static double sampleOf(const RoiAlign *r, const Side *sides,
                       const double *plane, const int64_t *bin,
                       const int64_t *i) {
  int64_t rows[2], columns[2];
  double down[2], across[2], sum = 0, largest = -INFINITY;
  if (!locate(&r->bins, &sides[0], bin[0], i[0], rows, down) ||
      !locate(&r->bins, &sides[1], bin[1], i[1], columns, across))
    return 0;
  for (int a = 0; a < 2; ++a)
    for (int c = 0; c < 2; ++c) {
      double value =
          plane[rows[a] * sides[1].extent + columns[c]] * down[a] * across[c];
      sum += value;
      largest = value > largest || isnan(value) ? value : largest;
    }
  return r->max ? largest : sum;
}

static double binOf(const RoiAlign *r, const Side *sides, const double *plane,
                    const int64_t *bin) {
  double sum = 0, largest = -INFINITY;
  int64_t count = sides[0].samples * sides[1].samples;
  for (int64_t n = 0; n < count; ++n) {
    int64_t i[] = {n / sides[1].samples, n % sides[1].samples};
    double value = sampleOf(r, sides, plane, bin, i);
    sum += value;
    largest = value > largest || isnan(value) ? value : largest;
  }
  if (r->max)
    return count ? largest : 0;
  return sum / (double)(count ? count : 1);
}

static bool alignAll(RoiAlign *r) {
  const RelaxTensor *images = r->bins.step->operands[2];
  RelaxTensor *y = &r->bins.step->results[0];
  if (images->rank != 1 || images->dims[0] != y->dims[0])
    return relaxFail(r->bins.step->error, "expected an image for each region");
  for (int64_t n = 0, e = relaxTensorCount(y); n < e; ++n) {
    int64_t index[4];
    const double *plane;
    evalIndexOf(n, 4, y->dims, index);
    const double *region = r->bins.regions + 4 * index[0];
    if (!planeOf(&r->bins, relaxLoadInt(RELAX_I64, images->data, index[0]),
                 index[1], &plane))
      return false;
    Side sides[] = {sideOf(r, region, 0), sideOf(r, region, 1)};
    if (relaxTensorCount(r->bins.x) == 0 &&
        sides[0].samples * sides[1].samples > 0)
      return relaxFail(r->bins.step->error,
                       "the input has no element to sample");
    relaxStoreFloat(y->dtype, y->data, n, binOf(r, sides, plane, index + 2));
  }
  return true;
}

static bool roiAlign(EvalStep *step) {
  RoiAlign r = {
      .bins = {.step = step, .width = 4},
      .samples = relaxRoiAlignGetSamples(step->op),
      .halfPixel = relaxRoiAlignGetHalfPixel(step->op),
      .max = strRefEqual(relaxRoiAlignGetMode(step->op), strRefFromC("max"))};
  bool good = readBins(&r.bins, relaxRoiAlignGetSize(step->op),
                       relaxRoiAlignGetScale(step->op)) &&
              alignAll(&r);
  return good;
}

//===----------------------------------------------------------------------===//
// max_roi_pool
//===----------------------------------------------------------------------===//

/// The places along dimension `d` that bin `bin` has: [*first, *behind).
static void rangeOf(const Bins *b, const double *region, int d, int64_t bin,
                    int64_t *first, int64_t *behind) {
  double begin = round(rounded(b, region[2 - d] * b->scale));
  double end = round(rounded(b, region[4 - d] * b->scale));
  double extent = fmax(end - begin + 1, 1), bins = (double)b->size[d];
  double limit = (double)b->x->dims[2 + d];
  double from = begin + floor((double)bin * extent / bins);
  double to = begin + ceil((double)(bin + 1) * extent / bins);
  *first = (int64_t)fmin(fmax(from, 0), limit);
  *behind = (int64_t)fmin(fmax(to, 0), limit);
}

static double largestOf(const Bins *b, const double *plane,
                        const double *region, const int64_t *bin) {
  int64_t rows[2], columns[2];
  rangeOf(b, region, 0, bin[0], &rows[0], &rows[1]);
  rangeOf(b, region, 1, bin[1], &columns[0], &columns[1]);
  double best = -INFINITY;
  bool any = false;
  for (int64_t i = rows[0]; i < rows[1]; ++i)
    for (int64_t j = columns[0]; j < columns[1]; ++j) {
      double value = plane[i * b->x->dims[3] + j];
      best = value > best || isnan(value) ? value : best;
      any = true;
    }
  return any ? best : 0;
}

static bool maxRoiPool(EvalStep *step) {
  Bins b = {.step = step, .width = 5};
  bool good = readBins(&b, relaxMaxRoiPoolGetSize(step->op),
                       relaxMaxRoiPoolGetScale(step->op));
  RelaxTensor *y = &step->results[0];
  for (int64_t n = 0, e = good ? relaxTensorCount(y) : 0; good && n < e; ++n) {
    int64_t index[4];
    const double *plane;
    evalIndexOf(n, 4, y->dims, index);
    const double *region = b.regions + 5 * index[0];
    good = planeOf(&b, (int64_t)region[0], index[1], &plane);
    if (good)
      relaxStoreFloat(y->dtype, y->data, n,
                      largestOf(&b, plane, region, index + 2));
  }
  return good;
}

const EvalEntry evalRegionsOfInterest[] = {
    {"relax.roi_align", roiAlign, NULL},
    {"relax.max_roi_pool", maxRoiPool, NULL},
    {NULL, NULL, NULL}};
