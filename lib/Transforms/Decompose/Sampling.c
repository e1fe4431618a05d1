//===- Sampling.c - samples of images written with other operators --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Sampling.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "lib/Transforms/Decompose/SampleTable.h"

//===----------------------------------------------------------------------===//
// affine_grid: a product of theta with the coordinates of each place and 1
//===----------------------------------------------------------------------===//

/// Column k of `theta` [n, d, d + 1] as [n, 1, ..., 1, d].
static MlirValue thetaColumn(GraphBuilder *g, MlirValue theta, int64_t d,
                             int64_t k) {
  int64_t from[] = {0, -1, -1, -1, -1};
  from[d + 1] = 1;
  return graphView(g, graphSlice(g, theta, 2, k, k + 1, 1), d + 2, from);
}

/// The coordinates in [-1, 1] of the places along an axis.
static MlirValue coordinates(GraphBuilder *g, MlirAttribute extent,
                             MlirType element, bool corners) {
  const MlirValue found = {NULL};
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirValue range = graphCast(g, graphIota(g, extent, i64, found), element);
  MlirValue count = graphCast(g, graphExtent(g, extent, found), element);
  if (corners) {
    // One place is at -1.
    MlirValue gaps =
        graphMaximum(g, graphPlus(g, count, -1), graphNumber(g, 1, element));
    return graphPlus(g, graphDivide(g, graphTimes(g, range, 2), gaps), -1);
  }
  MlirValue middle = graphPlus(g, graphTimes(g, range, 2), 1);
  return graphPlus(g, graphDivide(g, middle, count), -1);
}

static void affineGrid(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  bool corners = relaxAffineGridGetAlignCorners(op);
  MlirValue own = relaxAffineGridGetTheta(op);
  int64_t d = info.rank - 2;
  if (relaxAffineGridGetSizes(op).ptr)
    return; // relax-bind-extents comes first
  MlirAttribute dims[] = {info.dims[0], graphLiteral(g, d),
                          graphLiteral(g, d + 1)};
  MlirValue theta = graphWiden(g, graphMatch(g, own, 3, dims));
  MlirValue grid = thetaColumn(g, theta, d, d);
  MlirType element = relaxTensorInfoOf(theta).elementType;
  // The first coordinate belongs to the last dimension.
  for (int64_t k = 0; k < d; ++k) {
    MlirValue along = graphAlong(
        g, coordinates(g, info.dims[d - k], element, corners), d - k, d + 2);
    grid =
        graphAdd(g, grid, graphMultiply(g, thetaColumn(g, theta, d, k), along));
  }
  results[0] = graphCastLike(g, grid, own);
}

//===----------------------------------------------------------------------===//
// grid_sample: a sum over neighbours
//===----------------------------------------------------------------------===//

typedef struct Sampler {
  GraphBuilder *g;
  bool corners, nearest, cubic, zeros, reflects;
  MlirValue inside; // of "nearest" and "zeros": the element is in the image
  MlirValue below, above; // limits of the current dimension
  MlirValue last;         // extent - 1
} Sampler;

static MlirValue constant(Sampler *s, double value, MlirValue like) {
  return graphNumberLike(s->g, value, like);
}

/// Mirrored at both limits as often as needed.
static MlirValue reflect(Sampler *s, MlirValue x) {
  GraphBuilder *g = s->g;
  MlirValue range = graphSubtract(g, s->above, s->below);
  // A range of 0 has one place; what is computed for it is clamped later.
  MlirValue period =
      graphMaximum(g, graphTimes(g, range, 2), constant(s, 1e-6, range));
  MlirValue distance = graphAbs(g, graphSubtract(g, x, s->below));
  MlirValue turns = graphFloor(g, graphDivide(g, distance, period));
  MlirValue rest = graphSubtract(g, distance, graphMultiply(g, turns, period));
  MlirValue back = graphSubtract(g, period, rest);
  return graphAdd(g, s->below, graphMinimum(g, rest, back));
}

static MlirValue clamp(Sampler *s, MlirValue x) {
  return graphMinimum(s->g, graphMaximum(s->g, x, constant(s, 0, x)), s->last);
}

/// From [-1, 1] to places; what is outside is moved as the padding says.
static MlirValue placeOf(Sampler *s, MlirValue x, MlirValue extent) {
  GraphBuilder *g = s->g;
  x = graphWhere(g, graphEqual(g, x, x), x, constant(s, 0, x)); // no NaN
  // Far outside is outside.
  x = graphMinimum(g, graphMaximum(g, x, constant(s, -0x1p30, x)),
                   constant(s, 0x1p30, x));
  x = graphPlus(g, x, 1);
  x = s->corners
          ? graphMultiply(g, graphTimes(g, x, 0.5), s->last)
          : graphTimes(g, graphPlus(g, graphMultiply(g, x, extent), -1), 0.5);
  if (s->nearest)
    x = graphRound(g, x);
  if (s->zeros)
    return x;
  MlirValue moved = s->reflects ? reflect(s, x) : clamp(s, x);
  MlirValue kept = graphWhere(g, graphLess(g, x, s->below), moved, x);
  return graphWhere(g, graphLess(g, s->above, x), moved, kept);
}

/// The weight of the neighbour at that offset from the one below.
static MlirValue weightOf(Sampler *s, MlirValue rest, int offset) {
  GraphBuilder *g = s->g;
  if (!s->cubic)
    return offset ? rest : graphSubtract(g, constant(s, 1, rest), rest);
  const double a = -0.75;
  MlirValue x = offset <= 0 ? graphPlus(g, rest, -offset)
                            : graphSubtract(g, constant(s, offset, rest), rest);
  bool near = offset == 0 || offset == 1;
  // ((c3 x + c2) x + c1) x + c0
  const double c[] = {near ? 1 : -4 * a, near ? 0 : 8 * a,
                      near ? -(a + 3) : -5 * a, near ? a + 2 : a};
  MlirValue sum = graphPlus(g, graphTimes(g, x, c[3]), c[2]);
  sum = graphPlus(g, graphMultiply(g, sum, x), c[1]);
  return graphPlus(g, graphMultiply(g, sum, x), c[0]);
}

/// The neighbours along one dimension: their numbers and weights.
static int neighbours(Sampler *s, MlirValue coordinate, MlirValue extent,
                      MlirValue *places, MlirValue *weights,
                      MlirValue *insides) {
  GraphBuilder *g = s->g;
  s->last = graphPlus(g, extent, -1);
  s->below = constant(s, s->corners ? 0 : -0.5, extent);
  s->above = s->corners ? s->last : graphPlus(g, extent, -0.5);
  MlirValue x = placeOf(s, coordinate, extent);
  MlirValue base = s->nearest ? x : graphFloor(g, x);
  MlirValue rest = graphSubtract(g, x, base);
  int first = s->cubic ? -1 : 0, count = s->nearest ? 1 : s->cubic ? 4 : 2;
  for (int t = 0; t < count; ++t) {
    MlirValue p = graphPlus(g, base, first + t);
    MlirValue inside = clamp(s, s->reflects ? reflect(s, p) : p);
    if (s->nearest)
      s->inside = s->inside.ptr
                      ? graphAnd(g, s->inside, graphEqual(g, p, inside))
                      : graphEqual(g, p, inside);
    else
      weights[t] = weightOf(s, rest, first + t);
    if (s->zeros && !s->nearest)
      insides[t] = graphEqual(g, p, inside);
    places[t] =
        graphCast(g, graphRound(g, inside), mlirIntegerTypeGet(g->context, 64));
  }
  return count;
}

static bool is(StrRef word, const char *text) {
  return strRefEqual(word, strRefFromC(text));
}

/// The elements themselves, or 0.
static MlirValue nearest(Sampler *s, const SampleTable *table,
                         MlirValue numbers) {
  static const int chosen[SAMPLE_DIMS] = {0};
  int64_t rank = table->spatial + 1;
  MlirValue y = sampleTableValues(table, numbers, chosen);
  if (s->zeros)
    y = graphWhere(s->g, graphExpandDim(s->g, s->inside, rank), y,
                   constant(s, 0, y));
  return sampleChannelsFirst(s->g, y, rank + 1);
}

static void gridSample(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  StrRef mode = relaxGridSampleGetMode(op);
  StrRef padding = relaxGridSampleGetPadding(op);
  Sampler s = {.g = g,
               .corners = relaxGridSampleGetAlignCorners(op),
               .nearest = is(mode, "nearest"),
               .cubic = is(mode, "cubic"),
               .zeros = is(padding, "zeros"),
               .reflects = is(padding, "reflection")};
  MlirValue x = relaxGridSampleGetInput(op), grid = relaxGridSampleGetGrid(op);
  RelaxTensorInfo info = relaxTensorInfoOf(x), own = relaxTensorInfoOf(grid);
  int64_t d = info.rank - 2;
  MlirAttribute dims[SAMPLE_MAX_RANK];
  for (int64_t i = 0; i < d; ++i)
    dims[i + 1] = own.dims[i + 1];
  dims[0] = info.dims[0];
  dims[d + 1] = graphLiteral(g, d);
  MlirType type = mlirTypeIsAF64(own.elementType) ? own.elementType
                                                  : mlirF32TypeGet(g->context);
  grid = graphCast(g, graphMatch(g, grid, info.rank, dims), type);
  SampleTable table = sampleTableOf(g, x, d);
  for (int64_t k = 0; k < d; ++k) {
    // The first coordinate belongs to the last dimension.
    MlirValue column =
        graphDropDim(g, graphSlice(g, grid, d + 1, d - 1 - k, d - k, 1), d + 1);
    table.counts[k] =
        neighbours(&s, column, sampleTableExtent(&table, k, type),
                   table.places[k], table.weights[k], table.insides[k]);
  }
  MlirValue numbers = graphAlong(
      g, graphIota(g, info.dims[0], mlirIntegerTypeGet(g->context, 64), x), 0,
      d + 1);
  results[0] = s.nearest ? nearest(&s, &table, numbers)
                         : graphCast(g, sampleTableSum(&table, numbers, d + 1),
                                     info.elementType);
}

const DecomposeRule decomposeSampling[] = {
    {"relax.affine_grid", affineGrid},
    {"relax.grid_sample", gridSample},
    {NULL, NULL},
};
