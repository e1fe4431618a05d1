//===- Signal.c - Fourier transforms written with other operators ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A product with the matrix of the transform, in f64: [elements and parts of
// the input, elements and parts of the result]. Part p of element j counts for
// part q of element k by the cosine of j * k / points turns and (q - p) quarter
// turns. All phases are multiples of one turn / (4 * points), so the cosines
// come from a table, by exact integers.
//
// A literal number of points that is a * b makes two smaller products of one
// large one: Cooley and Tukey, "An Algorithm for the Machine Calculation of
// Complex Fourier Series" (1965). Element j = j1 * b + j2 counts for element
// k = k1 + a * k2 by phase (j1 * b + j2) * k1, summed over j1, then j2 * k2 *
// a.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signal.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Transforms/Decompose/Decompose.h"

typedef struct Transform {
  GraphBuilder *g;
  RelaxDims dims;
  RelaxDftArgs args;
  RelaxTensorInfo input;
  RelaxDftSizes sizes;
  SymExpr extent, parts; // of the input
  intptr_t axis;
  bool inverse, half;
  MlirType i64, f64;
  MlirValue points, divisor; // [1] of i64; at least 1
} Transform;

enum { MATRIX_RANK = 4 }; // elements and parts of input and result

static MlirAttribute attribute(Transform *t, SymExpr expr) {
  return relaxDimsAttribute(&t->dims, expr);
}

static MlirValue integer(Transform *t, int64_t value) {
  return graphInteger(t->g, value, t->i64);
}

/// What has the symbols of `points`.
static MlirValue pointsGiven(const Transform *t) {
  return t->args.points.ptr ? t->args.points : t->args.input;
}

/// 0, 1, ... along dimension `place` of the matrix.
static MlirValue numbersAlong(Transform *t, intptr_t place, SymExpr count,
                              MlirValue given) {
  return graphChannels(t->g,
                       graphIota(t->g, attribute(t, count), t->i64, given),
                       MATRIX_RANK - 1 - place);
}

/// The cosines of all multiples of a quarter of 1 / points turns.
static MlirValue cosines(Transform *t) {
  GraphBuilder *g = t->g;
  const double quarter = 1.5707963267948966192;
  SymExpr count = relaxDimsAdd(
      &t->dims,
      relaxDimsMul(&t->dims, relaxDimsConst(&t->dims, 4), t->sizes.points),
      relaxDimsConst(&t->dims, 1));
  MlirValue numbers = graphIota(g, attribute(t, count), t->f64, pointsGiven(t));
  MlirValue angles =
      graphDivide(g, graphMultiply(g, numbers, graphNumber(g, quarter, t->f64)),
                  graphCast(g, t->divisor, t->f64));
  return graphCos(g, angles);
}

/// Part p of an element counts for part q of another by these, where their
/// phase is `product` in steps of 1 / points turns.
static MlirValue waves(Transform *t, MlirValue product, MlirValue p,
                       MlirValue q) {
  GraphBuilder *g = t->g;
  MlirValue whole = graphMod(g, product, t->divisor);
  MlirValue quarters =
      t->inverse ? graphSubtract(g, p, q) : graphSubtract(g, q, p);
  MlirValue all = graphAdd(
      g, graphMultiply(g, whole, integer(t, 4)),
      graphMultiply(g, graphAdd(g, quarters, integer(t, 4)), t->points));
  return graphTake(
      g, cosines(t),
      graphMod(g, all, graphMultiply(g, t->divisor, integer(t, 4))), 0);
}

static MlirValue allWaves(Transform *t, MlirValue j) {
  GraphBuilder *g = t->g;
  MlirValue p = numbersAlong(t, 1, t->parts, t->args.input);
  MlirValue k = numbersAlong(t, 2, t->sizes.result, pointsGiven(t));
  MlirValue q = numbersAlong(t, 3, relaxDimsConst(&t->dims, t->sizes.parts),
                             t->args.input);
  return waves(t, graphMultiply(g, j, k), p, q);
}

/// How often element `j` of half a spectrum counts: all but the first and, of
/// an even number of points, the last stand for two.
static MlirValue halfWeights(Transform *t, MlirValue j) {
  GraphBuilder *g = t->g;
  MlirValue one = graphNumber(g, 1, t->f64), two = graphNumber(g, 2, t->f64);
  MlirValue last = graphEqual(g, graphMultiply(g, j, integer(t, 2)), t->points);
  return graphWhere(g, graphEqual(g, j, integer(t, 0)), one,
                    graphWhere(g, last, one, two));
}

static MlirValue matrix(Transform *t) {
  GraphBuilder *g = t->g;
  MlirValue j = numbersAlong(t, 0, t->extent, t->args.input);
  MlirValue used = t->points;
  if (t->inverse && t->half)
    used = graphAdd(g, graphDivide(g, used, integer(t, 2)), integer(t, 1));
  MlirValue m = allWaves(t, j);
  if (t->inverse && t->half)
    m = graphMultiply(g, m, halfWeights(t, j));
  if (t->inverse)
    m = graphDivide(g, m, graphCast(g, t->divisor, t->f64));
  m = graphWhere(g, graphLess(g, j, used), m, graphNumber(g, 0, t->f64));
  SymExpr result = relaxDimsMul(&t->dims, t->sizes.result,
                                relaxDimsConst(&t->dims, t->sizes.parts));
  MlirAttribute flat[] = {
      attribute(t, relaxDimsMul(&t->dims, t->extent, t->parts)),
      attribute(t, result)};
  return graphReshape(g, m, 2, flat);
}

/// `x` with the axis at place `to` instead of `from`.
static MlirValue moveAxis(Transform *t, MlirValue x, intptr_t from,
                          intptr_t to) {
  intptr_t rank = t->input.rank;
  int64_t *order = ARENA_ARRAY(t->g->arena, int64_t, rank);
  for (intptr_t i = 0, next = 0; i < rank; ++i) {
    if (next == from)
      ++next;
    order[i] = i == to ? from : next++;
  }
  return from == to ? x : graphTranspose(t->g, x, rank, order);
}

/// [..., extent, parts], with the axis next to the parts, as [..., extent *
/// parts] or back.
static MlirValue product(Transform *t) {
  GraphBuilder *g = t->g;
  intptr_t rank = t->input.rank;
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, rank);
  MlirValue x =
      moveAxis(t, graphCast(g, t->args.input, t->f64), t->axis, rank - 2);
  for (intptr_t i = 0; i + 2 < rank; ++i)
    dims[i] = relaxTensorInfoOf(x).dims[i];
  dims[rank - 2] = attribute(t, relaxDimsMul(&t->dims, t->extent, t->parts));
  MlirValue y = graphMatmul(g, graphReshape(g, x, rank - 1, dims), matrix(t));
  dims[rank - 2] = attribute(t, t->sizes.result);
  dims[rank - 1] = graphLiteral(g, t->sizes.parts);
  return moveAxis(t, graphReshape(g, y, rank, dims), rank - 2, t->axis);
}

//===----------------------------------------------------------------------===//
// Two factors
//===----------------------------------------------------------------------===//

typedef struct Factors {
  Transform *t;
  int64_t points, a, b, parts; // of the input
  int64_t columns;             // as many k2 as the result needs
} Factors;

/// True if both products together are at most half as large as the one.
static bool findFactors(Transform *t, Factors *f) {
  int64_t extent, result;
  *f = (Factors){.t = t};
  if ((t->inverse && t->half) || !symExprIsConst(t->sizes.points, &f->points) ||
      !symExprIsConst(t->extent, &extent) || extent != f->points ||
      !symExprIsConst(t->parts, &f->parts) ||
      !symExprIsConst(t->sizes.result, &result) || f->points < 2)
    return false;
  for (int64_t a = 2; a <= f->points / a; ++a)
    if (f->points % a == 0)
      f->a = a;
  if (!f->a)
    return false;
  f->b = f->points / f->a;
  f->columns = (result - 1) / f->a + 1;
  return 2 * (f->parts * f->a + 2 * f->b) <= f->parts * f->points;
}

/// 0, 1, ... along dimension `place` of `rank`.
static MlirValue literalAlong(Transform *t, int64_t count, intptr_t place,
                              intptr_t rank) {
  GraphBuilder *g = t->g;
  return graphAlong(g,
                    graphIota(g, graphLiteral(g, count), t->i64, t->args.input),
                    place, rank);
}

/// [b, a * parts, a * 2]: over j1, for each j2.
static MlirValue firstMatrix(const Factors *f) {
  Transform *t = f->t;
  GraphBuilder *g = t->g;
  MlirValue j = graphAdd(
      g, graphMultiply(g, literalAlong(t, f->a, 1, 5), integer(t, f->b)),
      literalAlong(t, f->b, 0, 5));
  MlirValue m =
      waves(t, graphMultiply(g, j, literalAlong(t, f->a, 3, 5)),
            literalAlong(t, f->parts, 2, 5), literalAlong(t, 2, 4, 5));
  MlirAttribute dims[] = {graphLiteral(g, f->b),
                          graphLiteral(g, f->a * f->parts),
                          graphLiteral(g, f->a * 2)};
  return graphReshape(g, m, 3, dims);
}

/// [b * 2, columns * 2]: over j2.
static MlirValue secondMatrix(const Factors *f) {
  Transform *t = f->t;
  GraphBuilder *g = t->g;
  MlirValue j = graphMultiply(g, literalAlong(t, f->b, 0, 4), integer(t, f->a));
  MlirValue m = waves(t, graphMultiply(g, j, literalAlong(t, f->columns, 2, 4)),
                      literalAlong(t, 2, 1, 4), literalAlong(t, 2, 3, 4));
  MlirAttribute dims[] = {graphLiteral(g, f->b * 2),
                          graphLiteral(g, f->columns * 2)};
  return graphReshape(g, m, 2, dims);
}

/// [rows, points, parts] as [rows, at least the result, 2].
static MlirValue bothProducts(const Factors *f, MlirValue x,
                              MlirAttribute rows) {
  static const int64_t byJ2[] = {2, 0, 1, 3}, byK1[] = {1, 2, 0, 3};
  static const int64_t byK2[] = {0, 2, 1, 3};
  GraphBuilder *g = f->t->g;
  MlirAttribute a = graphLiteral(g, f->a), b = graphLiteral(g, f->b);
  MlirAttribute two = graphLiteral(g, 2);
  MlirAttribute columns = graphLiteral(g, f->columns);
  MlirAttribute split[] = {rows, a, b, graphLiteral(g, f->parts)};
  MlirAttribute lines[] = {b, rows, graphLiteral(g, f->a * f->parts)};
  MlirAttribute first[] = {b, rows, a, two};
  MlirAttribute again[] = {rows, a, graphLiteral(g, f->b * 2)};
  MlirAttribute second[] = {rows, a, columns, two};
  MlirAttribute joined[] = {rows, graphLiteral(g, f->a * f->columns), two};
  x = graphTranspose(g, graphReshape(g, x, 4, split), 4, byJ2);
  x = graphMatmul(g, graphReshape(g, x, 3, lines), firstMatrix(f));
  x = graphTranspose(g, graphReshape(g, x, 4, first), 4, byK1);
  x = graphMatmul(g, graphReshape(g, x, 3, again), secondMatrix(f));
  x = graphTranspose(g, graphReshape(g, x, 4, second), 4, byK2);
  return graphReshape(g, x, 3, joined);
}

static MlirValue factored(const Factors *f) {
  Transform *t = f->t;
  GraphBuilder *g = t->g;
  intptr_t rank = t->input.rank;
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, rank);
  MlirValue x =
      moveAxis(t, graphCast(g, t->args.input, t->f64), t->axis, rank - 2);
  SymExpr rows = relaxDimsConst(&t->dims, 1);
  for (intptr_t i = 0; i + 2 < rank; ++i) {
    dims[i] = relaxTensorInfoOf(x).dims[i];
    rows = relaxDimsMul(&t->dims, rows, relaxDimsOf(&t->dims, dims[i]));
  }
  MlirValue y = bothProducts(f, x, attribute(t, rows));
  if (t->half)
    y = graphSlice(g, y, 1, 0, f->points / 2 + 1, 1);
  if (t->inverse)
    y = graphTimes(g, y, 1 / (double)f->points);
  dims[rank - 2] = attribute(t, t->sizes.result);
  dims[rank - 1] = graphLiteral(g, 2);
  return moveAxis(t, graphReshape(g, y, rank, dims), rank - 2, t->axis);
}

/// Only the run may know that an element has one part, or two.
static void checkParts(Transform *t) {
  GraphBuilder *g = t->g;
  int64_t literal;
  if (symExprIsConst(t->parts, &literal))
    return;
  MlirAttribute facts[] = {
      symFactToAttribute(
          g->context,
          factAtMost(relaxDimsConst(&t->dims, t->sizes.low), t->parts)),
      symFactToAttribute(
          g->context,
          factAtMost(t->parts, relaxDimsConst(&t->dims, t->sizes.high)))};
  RelaxCheckArgs args = {
      .numGiven = 1,
      .given = &t->args.input,
      .facts = mlirArrayAttrGet(g->context, 2, facts),
      .subject = mlirStringAttrGet(
          g->context,
          mlirStringRefCreateFromCString("the last dimension of relax.dft"))};
  graphInsertCheck(g, relaxCheckCreate(g->loc, &args));
}

static void dft(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  Transform t = {.g = g,
                 .dims = relaxDimsMake(g->loc, "relax.dft", g->arena),
                 .args = {.input = relaxDftGetInput(op),
                          .points = relaxDftGetPoints(op),
                          .axis = relaxDftGetAxis(op),
                          .inverse = relaxDftGetInverse(op),
                          .onesided = relaxDftGetOnesided(op)},
                 .inverse = relaxDftGetInverse(op),
                 .half = relaxDftGetOnesided(op),
                 .i64 = mlirIntegerTypeGet(g->context, 64),
                 .f64 = mlirF64TypeGet(g->context)};
  t.input = relaxTensorInfoOf(t.args.input);
  t.axis = t.args.axis;
  t.sizes = relaxDftSizes(&t.dims, &t.args);
  t.extent = relaxDimsOf(&t.dims, t.input.dims[t.axis]);
  t.parts = relaxDimsOf(&t.dims, t.input.dims[t.input.rank - 1]);
  checkParts(&t);
  t.points = graphExtent(g, attribute(&t, t.sizes.points), pointsGiven(&t));
  t.divisor = graphMaximum(g, t.points, integer(&t, 1));
  Factors factors;
  MlirValue y = findFactors(&t, &factors) ? factored(&factors) : product(&t);
  results[0] = graphCastLike(g, y, t.args.input);
  graphDimsGood(g, &t.dims);
}

const DecomposeRule decomposeSignal[] = {
    {"relax.dft", dft},
    {NULL, NULL},
};
