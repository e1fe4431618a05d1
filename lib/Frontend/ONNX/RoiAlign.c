//===- RoiAlign.c - ONNX RoiAlign
//------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Samples have the dimensions [regions, bins down, bins across, samples down,
// samples across]. Where their number depends on the region, there are as many
// as the largest region has, and those that a region does not have weigh
// nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Operators.h"
#include "lib/Frontend/ONNX/SampleTable.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { SAMPLE_RANK = 5 };

typedef struct RoiAlign {
  Importer *importer;
  MlirValue x, rois;
  int64_t bins[2], ratio;
  double scale, offset;
  bool forces, max;
  SampleTable table;
  MlirValue counts[2]; // samples per bin of each region, [R], a whole number
  MlirValue missing;   // true for samples that the region does not have
} RoiAlign;

/// Coordinate k of all regions, [R].
static MlirValue corner(RoiAlign *r, int64_t k) {
  Importer *i = r->importer;
  static const int64_t rows[] = {0};
  MlirValue column = composeTake(i, r->rois, composeInts(i, &k, 1), 1);
  column = composeDims(i, column, rows, 1);
  return composePlus(i, composeTimes(i, column, r->scale), -r->offset);
}

/// A range of numbers, as floats.
static MlirValue numbers(RoiAlign *r, int64_t count, MlirValue like) {
  int64_t *values = ARENA_ARRAY(r->importer->arena, int64_t, count);
  for (int64_t i = 0; i < count; ++i)
    values[i] = i;
  return composeCast(r->importer,
                     composeInts(r->importer, values, (size_t)count),
                     relaxTensorInfoOf(like).elementType);
}

/// 0, 1, ... before the largest count of samples, as floats.
static MlirValue sampleRange(RoiAlign *r, MlirValue counts) {
  Importer *i = r->importer;
  if (r->ratio > 0)
    return numbers(r, r->ratio, counts);
  MlirAttribute all = mlirAttributeGetNull();
  MlirValue most =
      composeMax(i, composeCast(i, counts, composeI64(i)), all, all);
  return composeCast(i, composeRange(i, most),
                     relaxTensorInfoOf(counts).elementType);
}

/// Places and weights along dimension `d`: 0 down, 1 across.
static bool sampleAlong(RoiAlign *r, int d) {
  Importer *i = r->importer;
  MlirValue begin = corner(r, 1 - d), end = corner(r, 3 - d);
  MlirValue extent = composeSubtract(i, end, begin);
  if (r->forces)
    extent = composeMaximum(i, extent, composeNumber(i, 1, extent));
  MlirValue bin = composeTimes(i, extent, 1.0 / (double)r->bins[d]);
  MlirValue zero = composeNumber(i, 0, extent), one = composeNumber(i, 1, zero);
  r->counts[d] = r->ratio > 0
                     ? composeAdd(i, composeTimes(i, bin, 0),
                                  composeNumber(i, (double)r->ratio, bin))
                     : composeCeilOf(i, bin);
  MlirValue counts = composeAlong(i, r->counts[d], 0, SAMPLE_RANK);
  MlirValue sample =
      composeAlong(i, sampleRange(r, r->counts[d]), 3 + d, SAMPLE_RANK);
  MlirValue bins =
      composeAlong(i, numbers(r, r->bins[d], extent), 1 + d, SAMPLE_RANK);
  bin = composeAlong(i, bin, 0, SAMPLE_RANK);
  // begin + (bins + (sample + 0.5) / counts) * bin
  MlirValue part = composeDivide(i, composePlus(i, sample, 0.5),
                                 composeMaximum(i, counts, one));
  MlirValue place =
      composeAdd(i, composeAlong(i, begin, 0, SAMPLE_RANK),
                 composeMultiply(i, composeAdd(i, bins, part), bin));
  MlirValue size = composeCast(i, composeElement(i, r->table.extents, 2 + d),
                               relaxTensorInfoOf(extent).elementType);
  MlirValue last = composePlus(i, size, -1);
  // Inside is within one place of the edge.
  MlirValue clamped = composeMinimum(i, composeMaximum(i, place, zero), last);
  MlirValue below = composeFloorOf(i, clamped);
  MlirValue rest = composeSubtract(i, clamped, below);
  MlirValue weights[] = {composeSubtract(i, one, rest), rest};
  MlirValue absent = composeLess(i, composePlus(i, counts, -0.5), sample);
  for (int t = 0; t < 2; ++t) {
    MlirValue next = composeMinimum(i, composePlus(i, below, t), last);
    MlirValue w = composeWhere(
        i, composeLess(i, place, composeNumber(i, -1, one)), zero, weights[t]);
    w = composeWhere(i, composeLess(i, size, place), zero, w);
    r->table.weights[d][t] = composeWhere(i, absent, zero, w);
    r->table.places[d][t] = composeCast(i, next, composeI64(i));
  }
  r->table.counts[d] = 2;
  // One of both is enough.
  r->missing =
      d == 0 ? composeCast(i, absent, composeI64(i))
             : composeAdd(i, r->missing, composeCast(i, absent, composeI64(i)));
  return r->missing.ptr != NULL;
}

/// [R] as [R, 1, 1, 1].
static MlirValue perRegion(RoiAlign *r, MlirValue vector) {
  return composeAlong(r->importer, vector, 0, 4);
}

static MlirValue average(RoiAlign *r, MlirValue batch) {
  Importer *i = r->importer;
  MlirValue sum = sampleTableSum(&r->table, batch, SAMPLE_RANK);
  sum = composeSum(i, sum, composeAxes(i, 4, 6), mlirAttributeGetNull());
  MlirValue count = composeMultiply(i, r->counts[0], r->counts[1]);
  count = composeMaximum(i, count, composeNumber(i, 1, count));
  return composeDivide(i, sum,
                       composeCast(i, perRegion(r, count), r->table.element));
}

/// The largest weighed neighbour of all samples, as the reference evaluator has
/// it; 0 for a region without samples.
static MlirValue largest(RoiAlign *r, MlirValue batch) {
  static const int64_t axes[] = {0, 5, 1, 2, 3, 4};
  Importer *i = r->importer;
  int chosen[SAMPLE_DIMS] = {0};
  MlirValue best = sampleTableTerm(&r->table, batch, chosen, SAMPLE_RANK);
  while (best.ptr && sampleTableNext(&r->table, chosen))
    best = composeMaximum(
        i, best, sampleTableTerm(&r->table, batch, chosen, SAMPLE_RANK));
  best = composePermute(i, best, axes);
  static const int64_t samples[] = {0, -1, 1, 2, 3, 4};
  MlirValue missing = composeDims(i, r->missing, samples, 6);
  MlirValue least = composeNumber(i, (double)-INFINITY, best);
  best = composeWhere(i, composeLess(i, composeNumber(i, 0, missing), missing),
                      least, best);
  best = composeMax(i, best, composeAxes(i, 4, 6), mlirAttributeGetNull());
  best = composeWhere(i, composeEqual(i, best, least),
                      composeNumber(i, 0, best), best);
  return composeCast(i, best, r->table.element);
}

static bool readAttributes(RoiAlign *r) {
  Importer *importer = r->importer;
  const char *mode, *coordinates;
  float scale;
  if (!importText(importer, "mode", "avg", &mode) ||
      !importText(importer, "coordinate_transformation_mode",
                  importer->opset < 16 ? "output_half_pixel" : "half_pixel",
                  &coordinates) ||
      !importInt(importer, "output_height", 1, &r->bins[0]) ||
      !importInt(importer, "output_width", 1, &r->bins[1]) ||
      !importInt(importer, "sampling_ratio", 0, &r->ratio) ||
      !importFloat(importer, "spatial_scale", 1, &scale))
    return false;
  r->scale = scale;
  r->forces = strcmp(coordinates, "half_pixel") != 0;
  r->offset = r->forces ? 0 : 0.5;
  r->max = strcmp(mode, "max") == 0;
  if (!r->max && strcmp(mode, "avg") != 0)
    return importError(
        importer, "attribute 'mode': expected 'avg' or 'max', got '%s'", mode);
  if (r->forces && strcmp(coordinates, "output_half_pixel") != 0)
    return importError(importer,
                       "attribute 'coordinate_transformation_mode': expected "
                       "'half_pixel' or 'output_half_pixel', got '%s'",
                       coordinates);
  for (int d = 0; d < 2; ++d)
    if (r->bins[d] < 1 || r->bins[d] > INT16_MAX || r->ratio > INT16_MAX)
      return importError(importer,
                         "attributes 'output_height', 'output_width' and "
                         "'sampling_ratio': expected 1 to %d, got %" PRId64
                         ", %" PRId64 " and %" PRId64,
                         INT16_MAX, r->bins[0], r->bins[1], r->ratio);
  return true;
}

static bool importRoiAlign(Importer *importer) {
  RoiAlign r = {.importer = importer};
  RelaxTensorInfo info;
  MlirValue batch;
  if (!importOperandCount(importer, 3, 3) || !readAttributes(&r) ||
      !importRankedOperand(importer, &r.x, &info) ||
      !importOperand(importer, 1, &r.rois) ||
      !importOperand(importer, 2, &batch))
    return false;
  RelaxTensorInfo rois = relaxTensorInfoOf(r.rois);
  if (info.rank != 4 || !rois.ranked || rois.rank != 2)
    return importOperandError(importer, 0, r.x,
                              "expected rank 4 and regions of rank 2");
  MlirAttribute dims[] = {rois.dims[0],
                          symConstAttribute(importer->context, 4)};
  r.rois = composeMatch(importer, r.rois, 2, dims, r.rois);
  r.table = sampleTableOf(importer, r.x, 2);
  if (!r.rois.ptr || !r.table.rows.ptr)
    return false;
  r.rois = composeCast(importer, r.rois, r.table.computed);
  batch = composeCast(importer, batch, composeI64(importer));
  batch = composeMatch(importer, batch, 1, dims, r.rois);
  batch = composeAlong(importer, batch, 0, SAMPLE_RANK);
  if (!r.rois.ptr || !sampleAlong(&r, 0) || !sampleAlong(&r, 1))
    return false;
  return composeResult(importer,
                       r.max ? largest(&r, batch) : average(&r, batch));
}

const OnnxOperator onnxRoiAlignOperators[] = {
    {"RoiAlign", importRoiAlign, 10, "take, where, multiply, sum"},
    {NULL, NULL, 0, NULL},
};
