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
  RelaxSumPoolArgs args = {.input = x,
                           .window = relaxAvgPoolGetWindow(op),
                           .strides = relaxAvgPoolGetStrides(op),
                           .pads = relaxAvgPoolGetPads(op),
                           .dilations = relaxAvgPoolGetDilations(op),
                           .ceil_mode = relaxAvgPoolGetCeilMode(op),
                           .same = relaxAvgPoolGetSame(op)};
  return x.ptr ? graphInsert(g,
                             relaxSumPoolCreate(graphPlace(g, "window"), &args))
               : x;
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
  MlirAttribute pads = relaxAvgPoolGetPads(op);
  int64_t padding = mlirDenseI64ArrayGetElement(pads, i) +
                    mlirDenseI64ArrayGetElement(
                        pads, mlirDenseArrayGetNumElements(pads) / 2 + i);
  int64_t dilation =
      mlirDenseI64ArrayGetElement(relaxAvgPoolGetDilations(op), i);
  SymExpr end = relaxDimsAdd(&dims, relaxDimsOf(&dims, info.dims[2 + i]),
                             relaxDimsConst(&dims, padding + dilation - 1));
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  RelaxIotaArgs args = {
      .numGiven = 1,
      .given = &x,
      .begin = relaxDimsAttribute(&dims, end),
      .step = graphLiteral(
          g, -mlirDenseI64ArrayGetElement(relaxAvgPoolGetStrides(op), i)),
      .resultType = relaxTensorTypeOf(i64, 1, &windows.dims[2 + i])};
  if (!graphDimsGood(g, &dims))
    return (MlirValue){NULL};
  MlirValue left =
      graphInsert(g, relaxIotaCreate(graphPlace(g, "left"), &args));
  MlirValue places = graphDivide(g, left, graphInteger(g, dilation, i64));
  MlirValue all = graphInteger(
      g, mlirDenseI64ArrayGetElement(relaxAvgPoolGetWindow(op), i), i64);
  return graphCastLike(g, graphMinimum(g, places, all), x);
}

static MlirValue placesPadded(GraphBuilder *g, MlirOperation op, MlirValue x) {
  intptr_t spatial = relaxTensorInfoOf(x).rank - 2;
  bool ceilMode = relaxAvgPoolGetCeilMode(op);
  double size = 1;
  MlirValue count = {NULL};
  for (intptr_t i = 0; i < spatial; ++i) {
    size *= (double)mlirDenseI64ArrayGetElement(relaxAvgPoolGetWindow(op), i);
    if (!ceilMode)
      continue;
    MlirValue along =
        graphChannels(g, placesAlong(g, op, i, x), spatial - 1 - i);
    count = i ? graphMultiply(g, count, along) : along;
  }
  return ceilMode && spatial ? count : graphNumberLike(g, size, x);
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
  int64_t p = decomposeInt(op, "p");
  RelaxSumPoolArgs args = {.input = powers(g, graphWiden(g, input), p),
                           .window = relaxLpPoolGetWindow(op),
                           .strides = relaxLpPoolGetStrides(op),
                           .pads = relaxLpPoolGetPads(op),
                           .dilations = relaxLpPoolGetDilations(op),
                           .ceil_mode = relaxLpPoolGetCeilMode(op),
                           .same = relaxLpPoolGetSame(op)};
  if (args.input.ptr)
    results[0] = graphCastLike(
        g,
        root(g,
             graphInsert(g, relaxSumPoolCreate(graphPlace(g, "window"), &args)),
             p),
        input);
}

static void globalLpPool(GraphBuilder *g, MlirOperation op,
                         MlirValue *results) {
  MlirValue input = relaxGlobalLpPoolGetInput(op);
  int64_t p = decomposeInt(op, "p");
  MlirAttribute axes = graphAxes(g, 2, relaxTensorInfoOf(input).rank);
  MlirValue sum = graphSum(g, powers(g, graphWiden(g, input), p), axes);
  results[0] = graphCastLike(g, root(g, sum, p), input);
}

/// `list` along the first dimension (or along the others), `fill` elsewhere.
static MlirAttribute partOf(GraphBuilder *g, MlirAttribute list, bool first,
                            int64_t fill) {
  intptr_t count = mlirDenseArrayGetNumElements(list);
  int64_t *part = ARENA_ARRAY(g->arena, int64_t, count);
  for (intptr_t i = 0; i < count; ++i)
    part[i] = (i == 0) == first ? mlirDenseI64ArrayGetElement(list, i) : fill;
  return mlirDenseI64ArrayGet(g->context, count, part);
}

static MlirValue poolAlong(GraphBuilder *g, MlirOperation op, MlirValue x,
                           bool first) {
  RelaxMaxPoolArgs largest = {
      .input = x,
      .window = partOf(g, decomposeAttribute(op, "window"), first, 1),
      .strides = partOf(g, decomposeAttribute(op, "strides"), first, 1),
      .pads = decomposeAttribute(op, "pads"),
      .dilations = partOf(g, decomposeAttribute(op, "dilations"), first, 1)};
  RelaxSumPoolArgs sum = {.input = x,
                          .window = largest.window,
                          .strides = largest.strides,
                          .pads = largest.pads,
                          .dilations = largest.dilations};
  MlirLocation place = graphPlace(g, "window");
  return x.ptr ? graphInsert(g, relaxIsMaxPool(op)
                                    ? relaxMaxPoolCreate(place, &largest)
                                    : relaxSumPoolCreate(place, &sum))
               : x;
}

/// Is it worth a pass over memory to combine elements along the first dimension
/// once for all windows that have them? Sums of narrow floats are not rounded
/// in between.
static bool isSeparable(MlirOperation op) {
  enum { PASS = 4 };
  MlirAttribute window = decomposeAttribute(op, "window");
  MlirAttribute strides = decomposeAttribute(op, "strides");
  MlirType type = relaxTensorInfoOf(mlirOperationGetOperand(op, 0)).elementType;
  intptr_t count = mlirDenseArrayGetNumElements(window);
  double others = 1, steps = 1;
  for (intptr_t i = 1; i < count; ++i) {
    others *= (double)mlirDenseI64ArrayGetElement(window, i);
    steps *= (double)mlirDenseI64ArrayGetElement(strides, i);
  }
  double first = count ? (double)mlirDenseI64ArrayGetElement(window, 0) : 1;
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
