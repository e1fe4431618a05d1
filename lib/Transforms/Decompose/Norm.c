//===- Norm.c - normalisations written with other operators ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As their ONNX definitions and function bodies say; f16 and bf16 are
// normalised in f32. Fusion joins the steps again.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Norm.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Decompose/Decompose.h"

static intptr_t rankOf(MlirValue x) { return relaxTensorInfoOf(x).rank; }

/// Operand `index` in the type that is computed in; null if it is not given.
static MlirValue wide(GraphBuilder *g, MlirOperation op, intptr_t index) {
  return index < mlirOperationGetNumOperands(op)
             ? graphWiden(g, mlirOperationGetOperand(op, index))
             : (MlirValue){NULL};
}

static MlirValue likeInput(GraphBuilder *g, MlirOperation op, MlirValue y) {
  return graphCastLike(g, y, mlirOperationGetOperand(op, 0));
}

static MlirValue plusEpsilon(GraphBuilder *g, MlirOperation op, MlirValue x) {
  return graphAdd(
      g, x,
      graphNumberLike(
          g, mlirFloatAttrGetValueDouble(bridgeInherent(op, "epsilon")), x));
}

static MlirValue centre(GraphBuilder *g, MlirValue x, MlirAttribute axes,
                        MlirValue *mean) {
  *mean = graphMean(g, x, axes);
  return graphSubtract(g, x, *mean);
}

static MlirValue variance(GraphBuilder *g, MlirValue centred,
                          MlirAttribute axes) {
  return graphMean(g, graphMultiply(g, centred, centred), axes);
}

/// (x - mean) / sqrt(variance + epsilon) over `axes`.
static MlirValue standardise(GraphBuilder *g, MlirOperation op, MlirValue x,
                             MlirAttribute axes) {
  MlirValue mean;
  MlirValue centred = centre(g, x, axes, &mean);
  MlirValue shifted = plusEpsilon(g, op, variance(g, centred, axes));
  return graphMultiply(g, centred, graphRsqrt(g, shifted));
}

//===----------------------------------------------------------------------===//
// Over the axes from one on
//===----------------------------------------------------------------------===//

static MlirAttribute axesFrom(GraphBuilder *g, MlirOperation op) {
  return graphAxes(g, mlirIntegerAttrGetValueInt(bridgeInherent(op, "axis")),
                   rankOf(mlirOperationGetOperand(op, 0)));
}

static void layerNorm(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue normal = standardise(g, op, wide(g, op, 0), axesFrom(g, op));
  MlirValue y = graphMultiply(g, normal, wide(g, op, 1));
  if (relaxLayerNormGetBias(op).ptr)
    y = graphAdd(g, y, wide(g, op, 2));
  results[0] = likeInput(g, op, y);
}

static void layerNormStatistics(GraphBuilder *g, MlirOperation op,
                                MlirValue *results) {
  MlirAttribute axes = axesFrom(g, op);
  MlirValue centred = centre(g, wide(g, op, 0), axes, &results[0]);
  results[1] = graphRsqrt(g, plusEpsilon(g, op, variance(g, centred, axes)));
}

static void rmsNorm(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = wide(g, op, 0);
  MlirValue squares = graphMean(g, graphMultiply(g, x, x), axesFrom(g, op));
  MlirValue normal =
      graphDivide(g, x, graphSqrt(g, plusEpsilon(g, op, squares)));
  results[0] = likeInput(g, op, graphMultiply(g, normal, wide(g, op, 1)));
}

//===----------------------------------------------------------------------===//
// By channels
//===----------------------------------------------------------------------===//

/// Operand `index`, [channels], beside the input.
static MlirValue channels(GraphBuilder *g, MlirOperation op, intptr_t index) {
  return graphChannels(g, wide(g, op, index),
                       rankOf(mlirOperationGetOperand(op, 0)) - 2);
}

static MlirValue scaleChannels(GraphBuilder *g, MlirOperation op,
                               MlirValue normal) {
  MlirValue scaled = graphMultiply(g, normal, channels(g, op, 1));
  return likeInput(g, op, graphAdd(g, scaled, channels(g, op, 2)));
}

/// [N, C, ...] as [N, C, all of a channel], so that rows are long, and back.
static void instanceNorm(GraphBuilder *g, MlirOperation op,
                         MlirValue *results) {
  MlirValue x = wide(g, op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxDims dims = relaxDimsMake(g->loc, "relax.instance_norm", g->arena);
  SymExpr rest = relaxDimsConst(&dims, 1);
  for (intptr_t i = 2; i < info.rank; ++i)
    rest = relaxDimsMul(&dims, rest, relaxDimsOf(&dims, info.dims[i]));
  MlirAttribute flat[] = {info.dims[0], info.dims[1],
                          relaxDimsAttribute(&dims, rest)};
  if (!graphDimsGood(g, &dims))
    return;
  MlirValue normal =
      standardise(g, op, graphReshape(g, x, 3, flat), graphAxis(g, 2));
  MlirValue scaled =
      graphMultiply(g, normal, graphChannels(g, wide(g, op, 1), 1));
  MlirValue y = graphAdd(g, scaled, graphChannels(g, wide(g, op, 2), 1));
  results[0] = likeInput(g, op, graphReshape(g, y, info.rank, info.dims));
}

/// [N, C, ...] as [N, groups, C / groups * ...], standardised, and back. That
/// the groups divide symbolic channels is checked when the program runs.
static void groupNorm(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = wide(g, op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxDims dims = relaxDimsMake(g->loc, "relax.group_norm", g->arena);
  SymExpr groups = relaxDimsConst(&dims, relaxGroupNormGetGroups(op));
  SymExpr rest =
      relaxDimsFloorDiv(&dims, relaxDimsOf(&dims, info.dims[1]), groups);
  MlirAttribute *whole = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    whole[i] = info.dims[i];
  whole[1] = relaxDimsAttribute(&dims, relaxDimsMul(&dims, rest, groups));
  for (intptr_t i = 2; i < info.rank; ++i)
    rest = relaxDimsMul(&dims, rest, relaxDimsOf(&dims, info.dims[i]));
  MlirAttribute parts[] = {info.dims[0], relaxDimsAttribute(&dims, groups),
                           relaxDimsAttribute(&dims, rest)};
  if (!graphDimsGood(g, &dims))
    return;
  MlirValue shaped =
      graphReshape(g, graphMatch(g, x, info.rank, whole), 3, parts);
  MlirValue normal = graphReshape(
      g, standardise(g, op, shaped, graphAxis(g, 2)), info.rank, whole);
  results[0] =
      scaleChannels(g, op, graphMatch(g, normal, info.rank, info.dims));
}

static MlirValue normaliseChannels(GraphBuilder *g, MlirOperation op,
                                   MlirValue x, MlirValue mean,
                                   MlirValue spread) {
  MlirValue root = graphSqrt(g, plusEpsilon(g, op, spread));
  return scaleChannels(g, op, graphDivide(g, graphSubtract(g, x, mean), root));
}

void decomposeBatchNormScales(GraphBuilder *g, MlirOperation op,
                              MlirValue *scale, MlirValue *shift) {
  MlirValue root = graphSqrt(g, plusEpsilon(g, op, wide(g, op, 4)));
  *scale = graphDivide(g, wide(g, op, 1), root);
  *shift = graphSubtract(g, wide(g, op, 2),
                         graphMultiply(g, wide(g, op, 3), *scale));
}

/// One product and one sum for each element: the statistics are few.
static void batchNorm(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue scale, shift, x = wide(g, op, 0);
  intptr_t trailing = rankOf(x) - 2;
  decomposeBatchNormScales(g, op, &scale, &shift);
  MlirValue scaled = graphMultiply(g, x, graphChannels(g, scale, trailing));
  MlirValue y = graphAdd(g, scaled, graphChannels(g, shift, trailing));
  results[0] = likeInput(g, op, y);
}

/// given * momentum + own * (1 - momentum), where `own` is [1, C, 1, ...].
static MlirValue running(GraphBuilder *g, MlirOperation op, intptr_t index,
                         MlirValue own) {
  double momentum = relaxBatchNormTrainingGetMomentum(op);
  MlirValue given = mlirOperationGetOperand(op, index);
  MlirValue before = graphWiden(g, given);
  if (!own.ptr || !before.ptr)
    return own;
  MlirValue flat = graphReshape(g, own, 1, relaxTensorInfoOf(given).dims);
  MlirValue a = graphMultiply(g, before, graphNumberLike(g, momentum, before));
  MlirValue b =
      graphMultiply(g, flat, graphNumberLike(g, 1 - momentum, before));
  return graphCastLike(g, graphAdd(g, a, b), given);
}

static void batchNormTraining(GraphBuilder *g, MlirOperation op,
                              MlirValue *results) {
  MlirValue x = wide(g, op, 0), mean;
  intptr_t rank = rankOf(x);
  int64_t *list = ARENA_ARRAY(g->arena, int64_t, rank);
  for (intptr_t i = 2; i < rank; ++i)
    list[i - 1] = i;
  MlirAttribute axes = mlirDenseI64ArrayGet(g->context, rank - 1, list);
  MlirValue spread = variance(g, centre(g, x, axes, &mean), axes);
  results[0] = normaliseChannels(g, op, x, mean, spread);
  results[1] = running(g, op, 3, mean);
  results[2] = running(g, op, 4, spread);
}

/// Squares of the channels are summed as a window that slides over them:
/// [N, C, ...] as [N, 1, C, ...].
static MlirValue neighbours(GraphBuilder *g, MlirOperation op, MlirValue x) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxDims dims = relaxDimsMake(g->loc, "relax.lrn", g->arena);
  int64_t size = relaxLrnGetSize(op);
  SymExpr rest = relaxDimsConst(&dims, 1);
  for (intptr_t i = 2; i < info.rank; ++i)
    rest = relaxDimsMul(&dims, rest, relaxDimsOf(&dims, info.dims[i]));
  MlirAttribute shape[] = {info.dims[0], graphLiteral(g, 1), info.dims[1],
                           relaxDimsAttribute(&dims, rest)};
  if (!graphDimsGood(g, &dims))
    return (MlirValue){NULL};
  int64_t sizes[] = {size, 1}, ones[] = {1, 1};
  int64_t pads[] = {(size - 1) / 2, 0, size - 1 - (size - 1) / 2, 0};
  RelaxWindow window = {.extents = {2, sizes},
                        .strides = {2, ones},
                        .pads = {4, pads},
                        .dilations = {2, ones}};
  MlirValue sum = decomposePool(
      g, false, graphReshape(g, graphMultiply(g, x, x), 4, shape), &window);
  return graphReshape(g, sum, info.rank, info.dims);
}

static void lrn(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = wide(g, op, 0);
  double each = relaxLrnGetAlpha(op) / (double)relaxLrnGetSize(op);
  MlirValue sum =
      graphMultiply(g, neighbours(g, op, x), graphNumberLike(g, each, x));
  MlirValue base = graphAdd(g, sum, graphNumberLike(g, relaxLrnGetBias(op), x));
  MlirValue size =
      graphPower(g, base, graphNumberLike(g, relaxLrnGetBeta(op), x));
  results[0] = likeInput(g, op, graphDivide(g, x, size));
}

//===----------------------------------------------------------------------===//
// Along axes
//===----------------------------------------------------------------------===//

static void meanVarianceNorm(GraphBuilder *g, MlirOperation op,
                             MlirValue *results) {
  MlirAttribute axes = bridgeInherent(op, "axes");
  MlirValue mean;
  MlirValue centred = centre(g, wide(g, op, 0), axes, &mean);
  MlirValue deviation = graphSqrt(g, variance(g, centred, axes));
  MlirValue shifted =
      graphAdd(g, deviation, graphNumberLike(g, 1e-9, deviation));
  results[0] = likeInput(g, op, graphDivide(g, centred, shifted));
}

MlirValue decomposeLogSoftmaxOf(GraphBuilder *g, MlirValue x,
                                MlirAttribute axes) {
  MlirValue shifted = graphSubtract(g, x, graphMax(g, x, axes));
  return graphSubtract(g, shifted,
                       graphLog(g, graphSum(g, graphExp(g, shifted), axes)));
}

/// A vector is a row: what goes through rows is one kernel (relax-fuse-rows).
static void logSoftmax(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = wide(g, op, 0);
  if (rankOf(x) != 1) {
    results[0] = likeInput(
        g, op, decomposeLogSoftmaxOf(g, x, bridgeInherent(op, "axes")));
    return;
  }
  MlirValue row = graphExpandDim(g, x, 0);
  results[0] = likeInput(
      g, op,
      graphDropDim(g, decomposeLogSoftmaxOf(g, row, graphAxis(g, 1)), 0));
}

/// 1 at the first of the largest elements: where none is before it.
static void hardmax(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  int64_t axis = relaxHardmaxGetAxis(op);
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue is = graphEqual(g, x, graphMax(g, x, graphAxis(g, axis)));
  MlirValue ones = graphCast(g, is, mlirIntegerTypeGet(g->context, 64));
  MlirValue before = graphCumsum(g, ones, axis, true);
  MlirValue zero = graphNumberLike(g, 0, before);
  MlirValue first = graphWhere(g, graphEqual(g, before, zero), ones, zero);
  results[0] = likeInput(g, op, first);
}

/// x / (sum |x|^p)^(1/p); where that is 0, 0.
static void lpNorm(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = wide(g, op, 0);
  bool absolute = relaxLpNormGetP(op) == 1;
  MlirValue sizes = absolute ? graphAbs(g, x) : graphMultiply(g, x, x);
  MlirValue sum = graphSum(g, sizes, graphAxis(g, relaxLpNormGetAxis(op)));
  MlirValue norm = absolute ? sum : graphSqrt(g, sum);
  MlirValue zero = graphNumberLike(g, 0, norm);
  MlirValue y =
      graphWhere(g, graphEqual(g, norm, zero), zero, graphDivide(g, x, norm));
  results[0] = likeInput(g, op, y);
}

const DecomposeRule decomposeNorm[] = {
    {"relax.layer_norm", layerNorm},
    {"relax.layer_norm_statistics", layerNormStatistics},
    {"relax.rms_norm", rmsNorm},
    {"relax.instance_norm", instanceNorm},
    {"relax.group_norm", groupNorm},
    {"relax.batch_norm", batchNorm},
    {"relax.batch_norm_training", batchNormTraining},
    {"relax.lrn", lrn},
    {"relax.mean_variance_norm", meanVarianceNorm},
    {"relax.log_softmax", logSoftmax},
    {"relax.hardmax", hardmax},
    {"relax.lp_norm", lpNorm},
    {NULL, NULL},
};
