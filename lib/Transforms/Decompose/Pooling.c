//===- Pooling.c - poolings written with other operators ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A norm is a root of the sum of powers.
//
// A mean is the sum of a window by the number of its places. Where these are
// not the same for all windows, they are sums of windows of ones, or, of padded
// windows, a product over the dimensions.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

static MlirValue sumPool(GraphBuilder *g, MlirOperation op, MlirValue x) {
  RelaxWindow window = relaxWindowOf(op);
  return decomposePool(g, false, x, &window);
}

/// Places of each window in the input: [1, 1, windows...].
static MlirValue placesInside(GraphBuilder *g, MlirOperation op, MlirValue x) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = i < 2 ? graphLiteral(g, 1) : info.dims[i];
  return sumPool(
      g, op, graphBroadcast(g, graphNumberLike(g, 1, x), info.rank, dims, x));
}

/// Places of the windows along spatial dimension `i` before the end of the
/// padding: (end - stride * window) ceildiv dilation, at most all.
static MlirValue placesAlong(GraphBuilder *g, MlirOperation op, intptr_t i,
                             MlirValue x) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxTensorInfo windows = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  RelaxDims dims = relaxDimsMake(g->loc, "relax.avg_pool", g->arena);
  RelaxWindow window = relaxWindowOf(op);
  int64_t padding =
      window.pads.values[i] + window.pads.values[window.strides.count + i];
  int64_t dilation = window.dilations.values[i];
  SymExpr end = relaxDimsAdd(&dims, relaxDimsOf(&dims, info.dims[2 + i]),
                             relaxDimsConst(&dims, padding + dilation - 1));
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  RelaxIotaArgs args = {.numGiven = 1,
                        .given = &x,
                        .begin = relaxDimsAttribute(&dims, end),
                        .step = graphLiteral(g, -window.strides.values[i]),
                        .resultType =
                            relaxTensorTypeOf(i64, 1, &windows.dims[2 + i])};
  if (!graphDimsGood(g, &dims))
    return (MlirValue){NULL};
  MlirValue left =
      graphInsert(g, relaxIotaCreate(graphPlace(g, "left"), &args));
  MlirValue places = graphDivide(g, left, graphInteger(g, dilation, i64));
  MlirValue all = graphInteger(g, window.extents.values[i], i64);
  return graphCastLike(g, graphMinimum(g, places, all), x);
}

static MlirValue placesPadded(GraphBuilder *g, MlirOperation op, MlirValue x) {
  intptr_t spatial = relaxTensorInfoOf(x).rank - 2;
  RelaxWindow window = relaxWindowOf(op);
  double size = 1;
  MlirValue count = {NULL};
  for (intptr_t i = 0; i < spatial; ++i) {
    size *= (double)window.extents.values[i];
    if (!window.ceil_mode)
      continue;
    MlirValue along =
        graphChannels(g, placesAlong(g, op, i, x), spatial - 1 - i);
    count = i ? graphMultiply(g, count, along) : along;
  }
  return window.ceil_mode && spatial ? count : graphNumberLike(g, size, x);
}

static void avgPool(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue input = relaxAvgPoolGetInput(op), x = graphWiden(g, input);
  MlirValue count = relaxAvgPoolGetIncludePad(op) ? placesPadded(g, op, x)
                                                  : placesInside(g, op, x);
  results[0] =
      graphCastLike(g, graphDivide(g, sumPool(g, op, x), count), input);
}

/// |x|^p, and back from a sum of them.
static MlirValue powers(GraphBuilder *g, MlirValue x, int64_t p) {
  return graphPower(g, graphAbs(g, x), graphNumberLike(g, (double)p, x));
}

static MlirValue root(GraphBuilder *g, MlirValue sum, int64_t p) {
  return graphPower(g, sum, graphNumberLike(g, 1 / (double)p, sum));
}

static void lpPool(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue input = relaxLpPoolGetInput(op);
  int64_t p = relaxLpPoolGetP(op);
  MlirValue sum = sumPool(g, op, powers(g, graphWiden(g, input), p));
  results[0] = graphCastLike(g, root(g, sum, p), input);
}

static void globalLpPool(GraphBuilder *g, MlirOperation op,
                         MlirValue *results) {
  MlirValue input = relaxGlobalLpPoolGetInput(op);
  int64_t p = relaxGlobalLpPoolGetP(op);
  MlirAttribute axes = graphAxes(g, 2, relaxTensorInfoOf(input).rank);
  MlirValue sum = graphSum(g, powers(g, graphWiden(g, input), p), axes);
  results[0] = graphCastLike(g, root(g, sum, p), input);
}

/// `list` along the first dimension (or along the others), 1 elsewhere.
static RelaxIntegers partOf(GraphBuilder *g, RelaxIntegers list, bool first) {
  int64_t *part = ARENA_ARRAY(g->arena, int64_t, list.count);
  for (intptr_t i = 0; i < list.count; ++i)
    part[i] = (i == 0) == first ? list.values[i] : 1;
  return (RelaxIntegers){list.count, part};
}

static MlirValue poolAlong(GraphBuilder *g, MlirOperation op, MlirValue x,
                           bool first) {
  RelaxWindow own = relaxWindowOf(op);
  RelaxWindow part = {.extents = partOf(g, own.extents, first),
                      .strides = partOf(g, own.strides, first),
                      .pads = own.pads,
                      .dilations = partOf(g, own.dilations, first)};
  return decomposePool(g, relaxIsMaxPool(op), x, &part);
}

/// Is it worth a pass over memory to combine elements along the first dimension
/// once for all windows that have them? Sums of narrow floats are not rounded
/// in between.
static bool isSeparable(MlirOperation op) {
  enum { PASS = 4 };
  RelaxWindow window = relaxWindowOf(op);
  const int64_t *extents = window.extents.values;
  MlirType type = relaxTensorInfoOf(mlirOperationGetOperand(op, 0)).elementType;
  intptr_t count = window.extents.count;
  double others = 1, steps = 1;
  for (intptr_t i = 1; i < count; ++i) {
    others *= (double)extents[i];
    steps *= (double)window.strides.values[i];
  }
  double first = count ? (double)extents[0] : 1;
  return first * others > first * steps + others + PASS &&
         (relaxIsMaxPool(op) || mlirTypeIsAF32(type) || mlirTypeIsAF64(type) ||
          mlirTypeIsAInteger(type));
}

/// Windows along the first dimension, then along the others.
static void pool(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  results[0] = decomposePaddedPool(g, op);
  if (!results[0].ptr && isSeparable(op))
    results[0] = poolAlong(
        g, op, poolAlong(g, op, mlirOperationGetOperand(op, 0), true), false);
}

const DecomposeRule decomposePooling[] = {
    {"relax.avg_pool", avgPool}, {"relax.global_lp_pool", globalLpPool},
    {"relax.lp_pool", lpPool},   {"relax.max_pool", pool},
    {"relax.sum_pool", pool},    {NULL, NULL},
};
