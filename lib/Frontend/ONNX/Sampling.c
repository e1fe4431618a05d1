//===- Sampling.c - ONNX AffineGrid and GridSample
//-------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A sample is a sum over neighbours: the input as a table with a row of
// channels per place, from which relax.take chooses rows by computed numbers,
// each weighed by a product of one weight per dimension.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Operators.h"
#include "lib/Frontend/ONNX/SampleTable.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// AffineGrid
//===----------------------------------------------------------------------===//

/// Column k of `theta` [N, d, d + 1] as [N, 1, ..., 1, d].
static MlirValue thetaColumn(Importer *importer, MlirValue theta, int64_t d,
                             int64_t k) {
  static const int64_t two = 2, one = 1;
  int64_t next = k + 1, dims[8] = {0};
  RelaxStridedSliceArgs args = {.input = theta,
                                .axes = importIntsAttribute(importer, &two, 1),
                                .begins = importIntsAttribute(importer, &k, 1),
                                .ends = importIntsAttribute(importer, &next, 1),
                                .steps =
                                    importIntsAttribute(importer, &one, 1)};
  MlirValue column;
  if (!theta.ptr ||
      !importInsert(importer,
                    relaxStridedSliceCreate(
                        importHelperLocation(importer, "column"), &args),
                    &column))
    return (MlirValue){NULL};
  for (int64_t i = 1; i <= d; ++i)
    dims[i] = -1;
  dims[d + 1] = 1;
  return composeDims(importer, column, dims, (size_t)d + 2);
}

/// The coordinates in [-1, 1] of `count` places along an axis.
static MlirValue coordinates(Importer *importer, MlirValue count,
                             MlirType element, bool corners) {
  MlirValue range =
      composeCast(importer, composeRange(importer, count), element);
  MlirValue extent = composeCast(importer, count, element);
  if (corners) {
    // One place is at -1.
    MlirValue gaps = composeMaximum(importer, composePlus(importer, extent, -1),
                                    composeNumber(importer, 1, extent));
    return composePlus(
        importer,
        composeDivide(importer, composeTimes(importer, range, 2), gaps), -1);
  }
  MlirValue middle = composePlus(importer, composeTimes(importer, range, 2), 1);
  return composePlus(importer, composeDivide(importer, middle, extent), -1);
}

static bool importAffineGrid(Importer *importer) {
  MlirValue theta, size;
  RelaxTensorInfo info;
  int64_t corners, d = importDeclaredRank(importer, 0) - 2, length;
  if (!importOperandCount(importer, 2, 2) ||
      !importInt(importer, "align_corners", 0, &corners) ||
      !importRankedOperand(importer, &theta, &info) ||
      !importOperand(importer, 1, &size))
    return false;
  RelaxTensorInfo sizes = relaxTensorInfoOf(size);
  if (info.rank == 3)
    symAttributeIsConst(info.dims[1], &d);
  if (sizes.ranked && sizes.rank == 1 &&
      symAttributeIsConst(sizes.dims[0], &length))
    d = length - 2;
  if (info.rank != 3 || (d != 2 && d != 3))
    return importOperandError(importer, 0, theta,
                              "expected [n, 2, 3] or [n, 3, 4]");
  MlirAttribute dims[] = {info.dims[0], symConstAttribute(importer->context, d),
                          symConstAttribute(importer->context, d + 1)};
  MlirAttribute extent = symConstAttribute(importer->context, d + 2);
  theta = composeMatch(importer, theta, 3, dims, theta);
  size = composeMatch(importer, size, 1, &extent, size);
  MlirValue grid = thetaColumn(importer, theta, d, d);
  // The first coordinate belongs to the last dimension.
  for (int64_t k = 0; k < d; ++k) {
    MlirValue count = composeElement(importer, size, d + 1 - k);
    MlirValue along = composeAlong(
        importer, coordinates(importer, count, info.elementType, corners != 0),
        d - k, d + 2);
    grid = composeAdd(
        importer, grid,
        composeMultiply(importer, thetaColumn(importer, theta, d, k), along));
  }
  return composeResult(importer, grid);
}

//===----------------------------------------------------------------------===//
// GridSample
//===----------------------------------------------------------------------===//

typedef struct Sampler {
  Importer *importer;
  bool corners, nearest, cubic, zeros, reflects;
  MlirValue below, above; // limits of the current dimension
  MlirValue last;         // extent - 1
} Sampler;

static MlirValue constant(Sampler *s, double value, MlirValue like) {
  return composeNumber(s->importer, value, like);
}

/// Mirrored at both limits as often as needed.
static MlirValue reflect(Sampler *s, MlirValue x) {
  Importer *i = s->importer;
  MlirValue range = composeSubtract(i, s->above, s->below);
  // A range of 0 has one place; what is computed for it is clamped later.
  MlirValue period =
      composeMaximum(i, composeTimes(i, range, 2), constant(s, 1e-6, range));
  MlirValue distance = composeAbs(i, composeSubtract(i, x, s->below));
  MlirValue turns = composeFloorOf(i, composeDivide(i, distance, period));
  MlirValue rest =
      composeSubtract(i, distance, composeMultiply(i, turns, period));
  MlirValue back = composeSubtract(i, period, rest);
  return composeAdd(i, s->below, composeMinimum(i, rest, back));
}

static MlirValue clamp(Sampler *s, MlirValue x) {
  return composeMinimum(
      s->importer, composeMaximum(s->importer, x, constant(s, 0, x)), s->last);
}

/// From [-1, 1] to places; what is outside is moved as the padding says.
static MlirValue placeOf(Sampler *s, MlirValue x, MlirValue extent) {
  Importer *i = s->importer;
  x = composeWhere(i, composeEqual(i, x, x), x, constant(s, 0, x)); // no NaN
  x = composePlus(i, x, 1);
  x = s->corners
          ? composeMultiply(i, composeTimes(i, x, 0.5), s->last)
          : composeTimes(i, composePlus(i, composeMultiply(i, x, extent), -1),
                         0.5);
  // Far outside is outside.
  x = composeMinimum(i, composeMaximum(i, x, constant(s, -0x1p30, x)),
                     constant(s, 0x1p30, x));
  if (s->nearest)
    x = composeRoundOf(i, x);
  if (s->zeros)
    return x;
  MlirValue moved = s->reflects ? reflect(s, x) : clamp(s, x);
  MlirValue kept = composeWhere(i, composeLess(i, x, s->below), moved, x);
  return composeWhere(i, composeLess(i, s->above, x), moved, kept);
}

/// The weight of the neighbour at that offset from the one below.
static MlirValue weightOf(Sampler *s, MlirValue rest, int offset) {
  Importer *i = s->importer;
  if (!s->cubic)
    return offset ? rest : composeSubtract(i, constant(s, 1, rest), rest);
  const double a = -0.75;
  MlirValue x = offset <= 0
                    ? composePlus(i, rest, -offset)
                    : composeSubtract(i, constant(s, offset, rest), rest);
  bool near = offset == 0 || offset == 1;
  // ((c3 x + c2) x + c1) x + c0
  const double c[] = {near ? 1 : -4 * a, near ? 0 : 8 * a,
                      near ? -(a + 3) : -5 * a, near ? a + 2 : a};
  MlirValue sum = composePlus(i, composeTimes(i, x, c[3]), c[2]);
  sum = composePlus(i, composeMultiply(i, sum, x), c[1]);
  return composePlus(i, composeMultiply(i, sum, x), c[0]);
}

/// The neighbours along one dimension: their numbers and weights.
static int neighbours(Sampler *s, MlirValue coordinate, MlirValue extent,
                      MlirValue *places, MlirValue *weights) {
  Importer *i = s->importer;
  s->last = composePlus(i, extent, -1);
  s->below = constant(s, s->corners ? 0 : -0.5, extent);
  s->above = s->corners ? s->last : composePlus(i, extent, -0.5);
  MlirValue x = placeOf(s, coordinate, extent);
  MlirValue base = s->nearest ? x : composeFloorOf(i, x);
  MlirValue rest = composeSubtract(i, x, base);
  int first = s->cubic ? -1 : 0, count = s->nearest ? 1 : s->cubic ? 4 : 2;
  for (int t = 0; t < count; ++t) {
    MlirValue p = composePlus(i, base, first + t);
    MlirValue inside = clamp(s, s->reflects ? reflect(s, p) : p);
    weights[t] =
        s->nearest ? constant(s, 1, rest) : weightOf(s, rest, first + t);
    if (s->zeros)
      weights[t] = composeWhere(i, composeEqual(i, p, inside), weights[t],
                                constant(s, 0, rest));
    places[t] = composeCast(i, composeRoundOf(i, inside), composeI64(i));
  }
  return count;
}

static bool readSampler(Sampler *s) {
  Importer *importer = s->importer;
  const char *mode, *padding;
  int64_t corners;
  if (!importText(importer, "mode",
                  importer->opset < 20 ? "bilinear" : "linear", &mode) ||
      !importText(importer, "padding_mode", "zeros", &padding) ||
      !importInt(importer, "align_corners", 0, &corners))
    return false;
  s->corners = corners != 0;
  s->nearest = strcmp(mode, "nearest") == 0;
  s->cubic = strcmp(mode, "cubic") == 0 || strcmp(mode, "bicubic") == 0;
  s->zeros = strcmp(padding, "zeros") == 0;
  s->reflects = strcmp(padding, "reflection") == 0;
  if (!s->nearest && !s->cubic && strcmp(mode, "linear") != 0 &&
      strcmp(mode, "bilinear") != 0)
    return importError(importer,
                       "attribute 'mode': expected 'linear', 'nearest' or "
                       "'cubic', got '%s'",
                       mode);
  return s->zeros || s->reflects || strcmp(padding, "border") == 0 ||
         importError(importer,
                     "attribute 'padding_mode': expected 'zeros', 'border' or "
                     "'reflection', got '%s'",
                     padding);
}

/// Coordinate k of the grid, without its last dimension.
static MlirValue gridColumn(Importer *importer, MlirValue grid, int64_t d,
                            int64_t k) {
  int64_t dims[IMPORT_MAX_RANK];
  for (int64_t i = 0; i <= d; ++i)
    dims[i] = i;
  MlirValue column =
      composeTake(importer, grid, composeInts(importer, &k, 1), d + 1);
  return composeDims(importer, column, dims, (size_t)d + 1);
}

static bool importGridSample(Importer *importer) {
  Sampler s = {.importer = importer};
  MlirValue x, grid;
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 2, 2) || !readSampler(&s) ||
      !importRankedOperand(importer, &x, &info) ||
      !importOperand(importer, 1, &grid))
    return false;
  int64_t d = info.rank - 2;
  RelaxTensorInfo points = relaxTensorInfoOf(grid);
  if (d < 1 || d > 3 || !points.ranked || points.rank != info.rank)
    return importOperandError(importer, 0, x,
                              "expected rank 3 to 5, that of the grid");
  MlirAttribute dims[IMPORT_MAX_RANK];
  for (intptr_t i = 0; i < points.rank; ++i)
    dims[i] = points.dims[i];
  dims[0] = info.dims[0];
  dims[d + 1] = symConstAttribute(importer->context, d);
  grid = composeMatchBoth(importer, grid, points.rank, dims, grid, x);
  MlirType f32 = mlirF32TypeGet(importer->context);
  MlirType type = mlirTypeIsAF64(points.elementType) ? points.elementType : f32;
  grid = composeCast(importer, grid, type);
  MlirValue extents = composeCast(importer, composeShape(importer, x), type);
  SampleTable table = sampleTableOf(importer, x, d);
  for (int64_t k = 0; grid.ptr && extents.ptr && k < d; ++k)
    table.counts[k] = neighbours(&s, gridColumn(importer, grid, d, d - 1 - k),
                                 composeElement(importer, extents, k + 2),
                                 table.places[k], table.weights[k]);
  MlirValue numbers =
      composeAlong(importer, composeRangeOf(importer, x, 0), 0, d + 1);
  return grid.ptr && extents.ptr &&
         composeResult(importer, sampleTableSum(&table, numbers, d + 1));
}

const OnnxOperator onnxSamplingOperators[] = {
    {"AffineGrid", importAffineGrid, 20, "arange, concat, divide, multiply"},
    {"GridSample", importGridSample, 16, "take, where, multiply, add"},
    {NULL, NULL, 0, NULL},
};
