//===- Reduction.c - reductions of functions of the elements --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// And functions of a reduction; along axes or, as relax.reduce_to, along the
// dimensions that a shape says.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Decompose/Decompose.h"

#include <math.h>

/// No axis is reduced: an element is its own sum.
static bool isElementwise(MlirOperation op) {
  MlirAttribute axes = bridgeInherent(op, "axes");
  return !relaxIsReduceTo(op) && axes.ptr &&
         mlirDenseArrayGetNumElements(axes) == 0;
}

static MlirValue reduceTo(GraphBuilder *g, MlirOperation op, MlirValue x,
                          const char *kind) {
  RelaxReduceToArgs args = {x, relaxReduceToGetShape(op), strRefFromC(kind)};
  return graphInsert(g, relaxReduceToCreate(graphPlace(g, kind), &args));
}

/// The sum over what `op` reduces, whose dimensions stay or go as its own.
static MlirValue sum(GraphBuilder *g, MlirOperation op, MlirValue x) {
  if (!x.ptr || isElementwise(op))
    return x;
  if (relaxIsReduceTo(op))
    return reduceTo(g, op, x, "sum");
  RelaxSumArgs args = {x, bridgeInherent(op, "axes"),
                       bridgeInherent(op, "keep_dims").ptr != NULL};
  return graphInsert(g, relaxSumCreate(graphPlace(g, "sum"), &args));
}

/// The largest elements, whose dimensions stay.
static MlirValue largest(GraphBuilder *g, MlirOperation op, MlirValue x) {
  if (!x.ptr || isElementwise(op))
    return x;
  if (relaxIsReduceTo(op))
    return reduceTo(g, op, x, "max");
  RelaxMaxArgs args = {x, bridgeInherent(op, "axes"), true};
  return graphInsert(g, relaxMaxCreate(graphPlace(g, "max"), &args));
}

/// Floats, in which roots and logarithms are taken, of any number.
static MlirValue asFloat(GraphBuilder *g, MlirValue x) {
  if (!x.ptr || mlirTypeIsAFloat(relaxTensorInfoOf(x).elementType))
    return x;
  return graphCast(g, x, mlirF64TypeGet(g->context));
}

static MlirValue input(GraphBuilder *g, MlirOperation op) {
  return graphWiden(g, mlirOperationGetOperand(op, 0));
}

static void finish(GraphBuilder *g, MlirOperation op, MlirValue y,
                   MlirValue *results) {
  results[0] = graphCastLike(g, y, mlirOperationGetOperand(op, 0));
}

static void l1(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  finish(g, op, sum(g, op, graphAbs(g, input(g, op))), results);
}

static void sumSquare(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = input(g, op);
  finish(g, op, sum(g, op, graphMultiply(g, x, x)), results);
}

static void l2(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = input(g, op);
  MlirValue squares = sum(g, op, graphMultiply(g, x, x));
  finish(g, op, graphSqrt(g, asFloat(g, squares)), results);
}

static void logSum(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  finish(g, op, graphLog(g, asFloat(g, sum(g, op, input(g, op)))), results);
}

/// `y` as large as `x`; that its extents are 1 or those of `x` types do not
/// say.
static MlirValue widen(GraphBuilder *g, MlirValue y, MlirValue x) {
  RelaxShapeOfArgs shape = {x};
  RelaxBroadcastToArgs args = {
      .input = y,
      .target =
          graphInsert(g, relaxShapeOfCreate(graphPlace(g, "shape"), &shape)),
      .resultType = mlirValueGetType(x)};
  return args.target.ptr
             ? graphInsert(g,
                           relaxBroadcastToCreate(graphPlace(g, "wide"), &args))
             : args.target;
}

/// log(sum(e^(x - m))) + m for the largest element m, where that is finite.
static void logSumExp(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = asFloat(g, input(g, op)), m = largest(g, op, x);
  MlirValue zero = graphNumberLike(g, 0, m);
  MlirValue infinite =
      graphEqual(g, graphAbs(g, m), graphNumberLike(g, INFINITY, m));
  MlirValue shift = graphWhere(g, infinite, zero, m);
  if (!shift.ptr)
    return;
  RelaxTensorInfo wide = relaxTensorInfoOf(x);
  RelaxTensorInfo out = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirValue spread = relaxIsReduceTo(op) ? widen(g, shift, x) : shift;
  MlirValue total = sum(g, op, graphExp(g, graphSubtract(g, x, spread)));
  if (out.rank != wide.rank)
    shift = graphReshape(g, shift, out.rank, out.dims);
  finish(g, op, graphAdd(g, graphLog(g, total), shift), results);
}

static void reduceToOf(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  StrRef kind = relaxReduceToGetKind(op);
  for (const DecomposeRule *rule = decomposeReduction; rule->name; ++rule)
    if (strRefEqual(kind, strRefFromC(rule->name + sizeof("relax.") - 1)))
      rule->build(g, op, results);
}

const DecomposeRule decomposeReduction[] = {
    {"relax.reduce_l1", l1},
    {"relax.reduce_l2", l2},
    {"relax.reduce_sum_square", sumSquare},
    {"relax.reduce_log_sum", logSum},
    {"relax.reduce_log_sum_exp", logSumExp},
    {"relax.reduce_to", reduceToOf},
    {NULL, NULL},
};
