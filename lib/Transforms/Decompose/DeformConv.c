//===- DeformConv.c - moved windows written with other operators ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Samples of the input at places that the offsets move, one for each place of
// the window and of the result, then a product with the weight. Groups of
// offsets are images of their own. Samples have the dimensions [images,
// window..., result...].
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/DeformConv.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "lib/Transforms/Decompose/SampleTable.h"

enum { MAX_DIMS = 2 + 2 * SAMPLE_DIMS };

typedef struct Deformed {
  GraphBuilder *g;
  MlirOperation op;
  RelaxDims math;
  int64_t spatial, groups, images; // groups of channels, of offsets
  MlirType i64;
  RelaxTensorInfo x, weight, result;
  SampleTable table;
} Deformed;

static SymExpr exprOf(Deformed *d, MlirAttribute dim) {
  return relaxDimsOf(&d->math, dim);
}

static SymExpr count(Deformed *d, int64_t value) {
  return relaxDimsConst(&d->math, value);
}

static MlirAttribute times(Deformed *d, SymExpr a, SymExpr b) {
  return relaxDimsAttribute(&d->math, relaxDimsMul(&d->math, a, b));
}

/// The product of spatial extents.
static SymExpr product(Deformed *d, RelaxTensorInfo info) {
  SymExpr result = count(d, 1);
  for (int64_t i = 0; i < d->spatial; ++i)
    result = relaxDimsMul(&d->math, result, exprOf(d, info.dims[2 + i]));
  return result;
}

/// `x` with an extent of dimension `axis` that `parts` divides.
static MlirValue divisible(Deformed *d, MlirValue x, int64_t axis,
                           int64_t parts) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirAttribute dims[SAMPLE_DIMS + 2];
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  SymExpr each =
      relaxDimsFloorDiv(&d->math, exprOf(d, info.dims[axis]), count(d, parts));
  dims[axis] = times(d, count(d, parts), each);
  return graphMatch(d->g, x, info.rank, dims);
}

/// `x`, [n, images * inner..., result...], as [n * images, inner...,
/// result...]: `inner` lists `rank` dimensions.
static MlirValue imagesOf(Deformed *d, MlirValue x, const MlirAttribute *inner,
                          intptr_t rank) {
  MlirAttribute dims[SAMPLE_DIMS + 2], split[MAX_DIMS];
  SymExpr all = count(d, d->images);
  split[0] = times(d, exprOf(d, d->x.dims[0]), all);
  for (intptr_t i = 0; i < rank; ++i) {
    split[1 + i] = inner[i];
    all = relaxDimsMul(&d->math, all, exprOf(d, inner[i]));
  }
  dims[0] = d->x.dims[0];
  dims[1] = relaxDimsAttribute(&d->math, all);
  for (int64_t i = 0; i < d->spatial; ++i)
    dims[2 + i] = split[1 + rank + i] = d->result.dims[2 + i];
  return graphReshape(d->g, graphMatch(d->g, x, 2 + d->spatial, dims),
                      1 + rank + d->spatial, split);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Where the samples would be along dimension `k` without offsets.
static MlirValue grid(Deformed *d, int64_t k) {
  const MlirValue found = {NULL};
  GraphBuilder *g = d->g;
  RelaxWindow own = relaxWindowOf(d->op);
  int64_t rank = 1 + 2 * d->spatial;
  MlirValue window = graphSteps(g, graphLiteral(g, own.dilations.values[k]),
                                d->weight.dims[2 + k], found);
  MlirValue result =
      graphPlus(g,
                graphSteps(g, graphLiteral(g, own.strides.values[k]),
                           d->result.dims[2 + k], found),
                -(double)own.pads.values[k]);
  return graphAdd(g, graphAlong(g, window, 1 + k, rank),
                  graphAlong(g, result, 1 + d->spatial + k, rank));
}

/// The two neighbours along dimension `k`; outside of the input they weigh
/// nothing.
static void sampleAlong(Deformed *d, MlirValue offsets, int64_t k) {
  GraphBuilder *g = d->g;
  MlirType wide = d->table.computed;
  int64_t axis = 1 + d->spatial;
  MlirValue own =
      graphDropDim(g, graphSlice(g, offsets, axis, k, k + 1, 1), axis);
  MlirValue place =
      graphAdd(g, graphCast(g, own, wide), graphCast(g, grid(d, k), wide));
  MlirValue last = graphPlus(g, sampleTableExtent(&d->table, k, wide), -1);
  MlirValue zero = graphNumber(g, 0, wide), one = graphNumber(g, 1, wide);
  MlirValue below = graphFloor(g, place);
  MlirValue rest = graphSubtract(g, place, below);
  MlirValue weights[] = {graphSubtract(g, one, rest), rest};
  for (int t = 0; t < 2; ++t) {
    MlirValue at = graphPlus(g, below, t);
    MlirValue moved = graphMinimum(g, graphMaximum(g, at, zero), last);
    d->table.weights[k][t] =
        graphWhere(g, graphEqual(g, at, moved), weights[t], zero);
    d->table.places[k][t] = graphCast(g, moved, d->i64);
  }
  d->table.counts[k] = 2;
}

/// The samples, weighed by the mask: [images, channels, window..., result...].
static MlirValue samplesOf(Deformed *d, MlirValue input) {
  GraphBuilder *g = d->g;
  MlirValue mask = relaxDeformConvGetMask(d->op);
  MlirAttribute inner[MAX_DIMS], dims[SAMPLE_DIMS + 2];
  int64_t rank = 1 + 2 * d->spatial;
  dims[0] = times(d, exprOf(d, d->x.dims[0]), count(d, d->images));
  dims[1] = relaxDimsAttribute(
      &d->math, relaxDimsFloorDiv(&d->math, exprOf(d, d->x.dims[1]),
                                  count(d, d->images)));
  for (int64_t k = 0; k < d->spatial; ++k) {
    dims[2 + k] = d->x.dims[2 + k];
    inner[k] = d->weight.dims[2 + k];
  }
  inner[d->spatial] = graphLiteral(g, d->spatial);
  d->table = sampleTableOf(g, graphReshape(g, input, 2 + d->spatial, dims),
                           d->spatial);
  MlirValue offsets =
      imagesOf(d, relaxDeformConvGetOffset(d->op), inner, d->spatial + 1);
  for (int64_t k = 0; k < d->spatial; ++k)
    sampleAlong(d, offsets, k);
  MlirValue numbers =
      graphAlong(g, graphIota(g, dims[0], d->i64, input), 0, rank);
  MlirValue samples = sampleTableSum(&d->table, numbers, rank);
  if (!mask.ptr)
    return samples;
  for (int64_t k = d->spatial; k > 0; --k)
    inner[k] = inner[k - 1];
  inner[0] = graphLiteral(g, 1);
  return graphMultiply(g, samples,
                       graphCast(g, imagesOf(d, mask, inner, d->spatial + 1),
                                 d->table.computed));
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// The samples of all images of a sample together, with the channels that the
/// weight wants: [n, channels, window..., result...].
static MlirValue joined(Deformed *d, MlirValue samples) {
  MlirAttribute dims[MAX_DIMS];
  if (!samples.ptr || d->images == 1)
    return samples;
  RelaxTensorInfo info = relaxTensorInfoOf(samples);
  for (intptr_t k = 2; k < info.rank; ++k)
    dims[k] = info.dims[k];
  dims[0] = d->x.dims[0];
  dims[1] = times(d, exprOf(d, info.dims[1]), count(d, d->images));
  samples = graphReshape(d->g, samples, info.rank, dims);
  dims[1] = times(d, exprOf(d, d->weight.dims[1]), count(d, d->groups));
  return graphMatch(d->g, samples, info.rank, dims);
}

/// The samples as [n, groups, channels of a group * window, result], times the
/// weight of each group.
static MlirValue multiplied(Deformed *d, MlirValue samples) {
  GraphBuilder *g = d->g;
  SymExpr sums = relaxDimsMul(&d->math, exprOf(d, d->weight.dims[1]),
                              product(d, d->weight));
  SymExpr outs = relaxDimsFloorDiv(&d->math, exprOf(d, d->weight.dims[0]),
                                   count(d, d->groups));
  MlirAttribute groups = graphLiteral(g, d->groups);
  MlirAttribute columns[] = {
      d->x.dims[0], groups, relaxDimsAttribute(&d->math, sums),
      relaxDimsAttribute(&d->math, product(d, d->result))};
  MlirAttribute rows[] = {groups, relaxDimsAttribute(&d->math, outs),
                          columns[2]};
  MlirValue weight =
      graphCast(g, divisible(d, relaxDeformConvGetWeight(d->op), 0, d->groups),
                d->table.computed);
  MlirValue y = graphMatmul(g, graphReshape(g, weight, 3, rows),
                            graphReshape(g, joined(d, samples), 4, columns));
  MlirAttribute whole[SAMPLE_DIMS + 2] = {d->x.dims[0],
                                          times(d, outs, count(d, d->groups))};
  for (int64_t k = 0; k < d->spatial; ++k)
    whole[2 + k] = d->result.dims[2 + k];
  return graphReshape(g, y, d->result.rank, whole);
}

static void deformConv(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  Deformed d = {.g = g,
                .op = op,
                .math = relaxDimsMake(g->loc, "relax.deform_conv", g->arena),
                .groups = relaxWindowOf(op).groups,
                .images = relaxDeformConvGetOffsetGroups(op),
                .i64 = mlirIntegerTypeGet(g->context, 64),
                .weight = relaxTensorInfoOf(relaxDeformConvGetWeight(op)),
                .result = relaxTensorInfoOf(mlirOperationGetResult(op, 0))};
  MlirValue input = relaxDeformConvGetInput(op);
  MlirValue bias = relaxDeformConvGetBias(op);
  d.spatial = d.result.rank - 2;
  d.x = relaxTensorInfoOf(input);
  MlirValue y =
      multiplied(&d, samplesOf(&d, divisible(&d, input, 1, d.images)));
  if (bias.ptr && y.ptr)
    y = graphAdd(
        g, y,
        graphCast(g,
                  graphChannels(
                      g, graphMatch(g, bias, 1, &relaxTensorInfoOf(y).dims[1]),
                      d.spatial),
                  d.table.computed));
  if (graphDimsGood(g, &d.math))
    results[0] = graphCastLike(g, y, input);
}

const DecomposeRule decomposeDeformConv[] = {
    {"relax.deform_conv", deformConv},
    {NULL, NULL},
};
