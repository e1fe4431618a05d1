//===- Norms.c - ONNX normalisations --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Norm.gen.h"
#include "lib/Frontend/ONNX/Import/Agree.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Ops/OldNorms.h"

#include <inttypes.h>

/// Statistics are f32 (of f64 elements f64).
static bool checkStash(Importer *importer) {
  int64_t stash;
  if (!importInt(importer, "stash_type", 1, &stash))
    return false;
  return stash == 1 ||
         importError(importer,
                     "attribute 'stash_type': expected 1, got %" PRId64, stash);
}

//===----------------------------------------------------------------------===//
// By channels
//===----------------------------------------------------------------------===//

static bool importTrainingBatchNorm(Importer *importer,
                                    const RelaxBatchNormArgs *args,
                                    float momentum, MlirType input,
                                    MlirType statistics) {
  RelaxBatchNormTrainingArgs training = {
      args->input,    args->scale,   args->bias,      args->mean,
      args->variance, args->epsilon, (double)momentum};
  MlirOperation op = relaxBatchNormTrainingCreate(
      importResultLocation(importer, 0), &training);
  MlirValue y;
  bool good = importInsert(importer, op, &y);
  for (size_t i = 0; good && i < importer->node->n_output && i < 3; ++i)
    good = importResultAs(importer, i, mlirOperationGetResult(op, (intptr_t)i),
                          i == 0 ? input : statistics);
  return good;
}

/// The operands, with which `args` begins. Others have an element per channel
/// of the first.
static bool channelOperands(Importer *importer, const RelaxAgreement *rows,
                            void *args, size_t count) {
  bool good = true;
  for (size_t i = 0; good && i < count; ++i)
    good = importOperand(importer, i, (MlirValue *)args + i);
  return good && importFollow(importer, rows, args, (intptr_t)count);
}

static bool importBatchNormalization(Importer *importer) {
  RelaxBatchNormArgs args = {0};
  float momentum;
  int64_t training = 0, spatial = 1, test = 1;
  if (!importDouble(importer, "epsilon", 1e-5f, &args.epsilon) ||
      !importFloat(importer, "momentum", 0.9f, &momentum) ||
      (importer->opset >= 14 &&
       !importInt(importer, "training_mode", 0, &training)) ||
      (importer->opset < 9 && !importInt(importer, "spatial", 1, &spatial)) ||
      (importer->opset < 7 && !importInt(importer, "is_test", 0, &test)))
    return false;
  MlirValue *const all[] = {&args.scale, &args.bias, &args.mean, &args.variance,
                            &args.input};
  size_t count = sizeof(all) / sizeof(*all);
  MlirValue x;
  if (spatial
          ? !channelOperands(importer, relaxBatchNormAgreements, &args, count)
          : !oldBatchNormOperands(importer, &args.input, all, count - 1, &x))
    return false;
  MlirType element = relaxTensorInfoOf(args.input).elementType;
  MlirType statistics = relaxTensorInfoOf(args.mean).elementType;
  if (!importJoinTypes(importer, all, count))
    return false;
  if (training)
    return importTrainingBatchNorm(importer, &args, momentum, element,
                                   statistics);
  MlirValue y;
  if (!importInsert(
          importer,
          relaxBatchNormCreate(importResultLocation(importer, 0), &args), &y))
    return false;
  if (!spatial)
    y = oldBatchNormResult(importer, y, x);
  return y.ptr && importResultAs(importer, 0, y, element);
}

static bool importInstanceNormalization(Importer *importer) {
  RelaxInstanceNormArgs args = {0};
  return importDouble(importer, "epsilon", 1e-5f, &args.epsilon) &&
         channelOperands(importer, relaxInstanceNormAgreements, &args, 3) &&
         IMPORT_RESULT(importer, InstanceNorm, &args);
}

static bool importGroupNormalization(Importer *importer) {
  RelaxGroupNormArgs args = {0};
  bool old = importer->opset < 21;
  if (!importDouble(importer, "epsilon", 1e-5f, &args.epsilon) ||
      !importInt(importer, "num_groups", 0, &args.groups) ||
      (!old && !checkStash(importer)) ||
      !importOperand(importer, 0, &args.input))
    return false;
  if (old ? !oldGroupOperand(importer, 1, args.input, args.groups,
                             &args.scale) ||
                !oldGroupOperand(importer, 2, args.input, args.groups,
                                 &args.bias)
          : !channelOperands(importer, relaxGroupNormAgreements, &args, 3))
    return false;
  return IMPORT_RESULT(importer, GroupNorm, &args);
}

static bool importLRN(Importer *importer) {
  RelaxLrnArgs args = {0};
  float alpha, beta, bias;
  if (!importOperand(importer, 0, &args.input) ||
      !importFloat(importer, "alpha", 1e-4f, &alpha) ||
      !importFloat(importer, "beta", 0.75f, &beta) ||
      !importFloat(importer, "bias", 1, &bias) ||
      !importInt(importer, "size", 0, &args.size))
    return false;
  args.alpha = (double)alpha;
  args.beta = (double)beta;
  args.bias = (double)bias;
  return IMPORT_RESULT(importer, Lrn, &args);
}

//===----------------------------------------------------------------------===//
// Over the axes from one on
//===----------------------------------------------------------------------===//

/// Operand 0 and the normalised axis.
static bool axisOperand(Importer *importer, MlirValue *input, int64_t *axis) {
  RelaxTensorInfo info;
  return importInt(importer, "axis", -1, axis) &&
         importRankedOperand(importer, input, &info) &&
         importAxis(importer, *axis, info.rank, axis);
}

/// An operand that broadcasts to x: extents that may differ in the types are 1
/// or those of x when the program runs.
static bool scaleOperand(Importer *importer, size_t index, MlirValue x,
                         MlirValue *value) {
  if (!importOperand(importer, index, value))
    return false;
  RelaxTensorInfo input = relaxTensorInfoOf(x);
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  if (!info.ranked || info.rank > input.rank)
    return true;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  bool same = true, known = true;
  int64_t literal;
  for (intptr_t i = 0; i < info.rank; ++i) {
    MlirAttribute own = info.dims[i];
    MlirAttribute wanted = input.dims[input.rank - info.rank + i];
    dims[i] =
        symAttributeIsConst(own, &literal) || symAttributeIsUnknown(wanted)
            ? own
            : wanted;
    same &= relaxDimEqual(dims[i], own);
    known &= !symAttributeIsUnknown(dims[i]);
  }
  return same || !known || importWiden(importer, info.rank, dims, x, value);
}

static bool importLayerNormalization(Importer *importer) {
  RelaxLayerNormArgs args = {.bias = {NULL}};
  if (!checkStash(importer) ||
      !importDouble(importer, "epsilon", 1e-5f, &args.epsilon) ||
      !axisOperand(importer, &args.input, &args.axis) ||
      !scaleOperand(importer, 1, args.input, &args.scale) ||
      (importHasOperand(importer, 2) &&
       !scaleOperand(importer, 2, args.input, &args.bias)) ||
      !IMPORT_RESULT(importer, LayerNorm, &args))
    return false;
  if (importer->node->n_output < 2)
    return true;
  RelaxLayerNormStatisticsArgs statistics = {args.input, args.axis,
                                             args.epsilon};
  MlirType single = mlirF32TypeGet(importer->context);
  MlirOperation op = relaxLayerNormStatisticsCreate(
      importResultLocation(importer, 1), &statistics);
  MlirValue mean;
  return importInsert(importer, op, &mean) &&
         importResultAs(importer, 1, mean, single) &&
         (importer->node->n_output < 3 ||
          importResultAs(importer, 2, mlirOperationGetResult(op, 1), single));
}

static bool importRMSNormalization(Importer *importer) {
  RelaxRmsNormArgs args = {0};
  MlirValue *const all[] = {&args.input, &args.scale};
  MlirValue y;
  if (!checkStash(importer) ||
      !importDouble(importer, "epsilon", 1e-5f, &args.epsilon) ||
      !axisOperand(importer, &args.input, &args.axis) ||
      !scaleOperand(importer, 1, args.input, &args.scale))
    return false;
  MlirType element = relaxTensorInfoOf(args.scale).elementType;
  return importJoinTypes(importer, all, 2) &&
         importInsert(
             importer,
             relaxRmsNormCreate(importResultLocation(importer, 0), &args),
             &y) &&
         importResultAs(importer, 0, y, element);
}

//===----------------------------------------------------------------------===//
// Along axes
//===----------------------------------------------------------------------===//

static bool importLpNormalization(Importer *importer) {
  RelaxLpNormArgs args = {0};
  if (!importInt(importer, "p", 2, &args.p) ||
      !axisOperand(importer, &args.input, &args.axis))
    return false;
  return IMPORT_RESULT(importer, LpNorm, &args);
}

static bool importMeanVarianceNormalization(Importer *importer) {
  static const int64_t standard[] = {0, 2, 3};
  RelaxMeanVarianceNormArgs args = {0};
  const int64_t *given;
  size_t count, next = 0;
  bool has;
  RelaxTensorInfo info;
  if (!importInts(importer, "axes", &given, &count, &has) ||
      !importRankedOperand(importer, &args.input, &info))
    return false;
  if (!has) {
    given = standard;
    count = 3;
  }
  int64_t *sorted = ARENA_ARRAY(importer->arena, int64_t, info.rank);
  bool *marked = ARENA_ARRAY(importer->arena, bool, info.rank);
  if (!importMarkAxes(importer, given, count, info.rank, marked))
    return false;
  for (intptr_t i = 0; i < info.rank; ++i)
    if (marked[i])
      sorted[next++] = i;
  args.axes = importIntsAttribute(importer, sorted, next);
  return IMPORT_RESULT(importer, MeanVarianceNorm, &args);
}

const OnnxOperator onnxNormOperators[] = {
    {"BatchNormalization", importBatchNormalization, 0,
     "batch_norm, batch_norm_training", ONNX_FLOATS, 5, 5},
    {"GroupNormalization", importGroupNormalization, 18, "group_norm",
     ONNX_FLOATS, 3, 3},
    {"InstanceNormalization", importInstanceNormalization, 0, "instance_norm",
     ONNX_FLOATS, 3, 3},
    {"LRN", importLRN, 0, NULL, ONNX_FLOATS, 1, 1},
    {"LayerNormalization", importLayerNormalization, 17,
     "layer_norm, layer_norm_statistics", ONNX_FLOATS, 2, 3},
    {"LpNormalization", importLpNormalization, 0, "lp_norm", ONNX_FLOATS, 1, 1},
    {"MeanVarianceNormalization", importMeanVarianceNormalization, 9,
     "mean_variance_norm", ONNX_FLOATS, 1, 1},
    {"RMSNormalization", importRMSNormalization, 23, "rms_norm", ONNX_FLOATS, 2,
     2},
    {0},
};
