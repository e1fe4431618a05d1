//===- RoiAlign.c - samples of regions written with other operators -------===//
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

#include "dialects/Relax/RegionsOfInterest.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "lib/Transforms/Decompose/SampleTable.h"

#include <math.h>

enum { SAMPLE_RANK = 5 };

typedef struct RoiAlign {
  GraphBuilder *g;
  MlirValue regions; // of type `computed` of the table
  MlirType i64;
  int64_t bins[2], samples;
  double scale, offset;
  bool forces; // extents of at least 1
  SampleTable table;
  MlirValue counts[2]; // samples per bin of each region, [R], whole numbers
  MlirValue missing;   // true for samples that the region does not have
} RoiAlign;

/// Coordinate k of all regions, [R].
static MlirValue corner(RoiAlign *r, int64_t k) {
  GraphBuilder *g = r->g;
  MlirValue column =
      graphDropDim(g, graphSlice(g, r->regions, 1, k, k + 1, 1), 1);
  return graphPlus(g, graphTimes(g, column, r->scale), -r->offset);
}

/// 0, 1, ... before `extent`, as floats along dimension `axis`.
static MlirValue numbersAlong(RoiAlign *r, MlirAttribute extent, int64_t axis) {
  const MlirValue found = {NULL};
  return graphAlong(r->g,
                    graphCast(r->g, graphIota(r->g, extent, r->i64, found),
                              r->table.computed),
                    axis, SAMPLE_RANK);
}

/// How many samples there are along a dimension: the largest count.
static MlirAttribute sampleExtent(RoiAlign *r, MlirValue counts) {
  GraphBuilder *g = r->g;
  if (r->samples > 0)
    return graphLiteral(g, r->samples);
  MlirValue most = graphMax(g, graphCast(g, counts, r->i64), graphAxis(g, 0));
  return graphBindExtent(g, graphMaximum(g, most, graphInteger(g, 0, r->i64)));
}

/// What a neighbour weighs where the sample is there and inside.
static MlirValue weighed(RoiAlign *r, MlirValue weight, MlirValue place,
                         MlirValue size, MlirValue absent) {
  GraphBuilder *g = r->g;
  MlirValue zero = graphNumberLike(g, 0, place);
  weight = graphWhere(g, graphLess(g, place, graphNumberLike(g, -1, place)),
                      zero, weight);
  weight = graphWhere(g, graphLess(g, size, place), zero, weight);
  return graphWhere(g, absent, zero, weight);
}

/// Places and weights along dimension `d`: 0 down, 1 across.
static void sampleAlong(RoiAlign *r, int d) {
  GraphBuilder *g = r->g;
  MlirValue begin = corner(r, 1 - d), end = corner(r, 3 - d);
  MlirValue extent = graphSubtract(g, end, begin);
  MlirValue zero = graphNumber(g, 0, r->table.computed);
  MlirValue one = graphNumber(g, 1, r->table.computed);
  if (r->forces)
    extent = graphMaximum(g, extent, one);
  MlirValue bin = graphDivide(
      g, extent, graphNumber(g, (double)r->bins[d], r->table.computed));
  r->counts[d] =
      r->samples > 0
          ? graphBroadcast(
                g, graphNumber(g, (double)r->samples, r->table.computed), 1,
                relaxTensorInfoOf(r->regions).dims, r->regions)
          : graphCeil(g, bin);
  MlirValue counts = graphAlong(g, r->counts[d], 0, SAMPLE_RANK);
  MlirValue sample = numbersAlong(r, sampleExtent(r, r->counts[d]), 3 + d);
  MlirValue bins = numbersAlong(r, graphLiteral(g, r->bins[d]), 1 + d);
  bin = graphAlong(g, bin, 0, SAMPLE_RANK);
  // begin + (bins + (sample + 0.5) / counts) * bin
  MlirValue part =
      graphDivide(g, graphPlus(g, sample, 0.5), graphMaximum(g, counts, one));
  MlirValue place = graphAdd(g, graphAlong(g, begin, 0, SAMPLE_RANK),
                             graphMultiply(g, graphAdd(g, bins, part), bin));
  MlirValue size = sampleTableExtent(&r->table, d, r->table.computed);
  MlirValue last = graphPlus(g, size, -1);
  // Inside is within one place of the edge.
  MlirValue clamped = graphMinimum(g, graphMaximum(g, place, zero), last);
  MlirValue below = graphFloor(g, clamped);
  MlirValue rest = graphSubtract(g, clamped, below);
  MlirValue weights[] = {graphSubtract(g, one, rest), rest};
  MlirValue absent = graphLess(g, graphPlus(g, counts, -0.5), sample);
  for (int t = 0; t < 2; ++t) {
    MlirValue next = graphMinimum(g, graphPlus(g, below, t), last);
    r->table.weights[d][t] = weighed(r, weights[t], place, size, absent);
    r->table.places[d][t] = graphCast(g, next, r->i64);
  }
  r->table.counts[d] = 2;
  r->missing = d == 0 ? absent : graphOr(g, r->missing, absent);
}

/// [R] as [R, 1, 1, 1].
static MlirValue perRegion(RoiAlign *r, MlirValue vector) {
  return graphAlong(r->g, vector, 0, 4);
}

/// Without the dimensions of the samples, which are 1.
static MlirValue ofBins(RoiAlign *r, MlirValue y) {
  static const int64_t from[] = {0, 1, 2, 3};
  return graphView(r->g, y, 4, from);
}

static MlirValue average(RoiAlign *r, MlirValue images) {
  GraphBuilder *g = r->g;
  MlirValue sum = sampleTableSum(&r->table, images, SAMPLE_RANK);
  sum = ofBins(r, graphSum(g, sum, graphAxes(g, 4, 6)));
  MlirValue count = graphMultiply(g, r->counts[0], r->counts[1]);
  count = graphMaximum(g, count, graphNumberLike(g, 1, count));
  return graphDivide(g, sum, perRegion(r, count));
}

/// The largest weighed neighbour of all samples, as ONNX's reference has it; 0
/// for a region without samples.
static MlirValue largest(RoiAlign *r, MlirValue images) {
  GraphBuilder *g = r->g;
  int chosen[SAMPLE_DIMS] = {0};
  MlirValue best = sampleTableTerm(&r->table, images, chosen, SAMPLE_RANK);
  while (best.ptr && sampleTableNext(&r->table, chosen))
    best = graphMaximum(
        g, best, sampleTableTerm(&r->table, images, chosen, SAMPLE_RANK));
  best = graphWhere(g, graphExpandDim(g, r->missing, SAMPLE_RANK),
                    graphNumberLike(g, (double)-INFINITY, best), best);
  best = sampleChannelsFirst(g, best, SAMPLE_RANK + 1);
  best = ofBins(r, graphMax(g, best, graphAxes(g, 4, 6)));
  MlirValue half = graphNumber(g, 0.5, r->table.computed);
  MlirValue any = graphAnd(g, graphLess(g, half, r->counts[0]),
                           graphLess(g, half, r->counts[1]));
  return graphWhere(g, perRegion(r, any), best, graphNumberLike(g, 0, best));
}

void decomposeRoiAlign(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirAttribute size = relaxRoiAlignGetSize(op);
  bool halfPixel = relaxRoiAlignGetHalfPixel(op);
  RoiAlign r = {.g = g,
                .i64 = mlirIntegerTypeGet(g->context, 64),
                .bins = {mlirDenseI64ArrayGetElement(size, 0),
                         mlirDenseI64ArrayGetElement(size, 1)},
                .samples = relaxRoiAlignGetSamples(op),
                .scale = relaxRoiAlignGetScale(op),
                .offset = halfPixel ? 0.5 : 0,
                .forces = !halfPixel};
  MlirValue regions = relaxRoiAlignGetRois(op);
  MlirAttribute dims[] = {relaxTensorInfoOf(regions).dims[0],
                          graphLiteral(g, 4)};
  r.table = sampleTableOf(g, relaxRoiAlignGetInput(op), 2);
  r.regions = graphCast(g, graphMatch(g, regions, 2, dims), r.table.computed);
  MlirValue images = graphAlong(
      g, graphMatch(g, relaxRoiAlignGetImages(op), 1, dims), 0, SAMPLE_RANK);
  sampleAlong(&r, 0);
  sampleAlong(&r, 1);
  bool max = strRefEqual(relaxRoiAlignGetMode(op), strRefFromC("max"));
  results[0] = graphCast(g, max ? largest(&r, images) : average(&r, images),
                         r.table.element);
}
