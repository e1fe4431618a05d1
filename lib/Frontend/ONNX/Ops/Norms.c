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
  MlirValue *operands = (MlirValue *)&args;
  RelaxAgreeing channels = {.rows = relaxBatchNormAgreements,
                            .args = &args,
                            .numOperands = (intptr_t)count,
                            .operands = operands};
  for (size_t i = 0; spatial && i < count; ++i)
    if (!importOperand(importer, i, &operands[i]))
      return false;
  if (spatial
          ? !importFollow(importer, channels, operands)
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
  if (!IMPORT_VALUE(importer, BatchNorm, &args, &y))
    return false;
  if (!spatial)
    y = oldBatchNormResult(importer, y, x);
  return y.ptr && importResultAs(importer, 0, y, element);
}

/// Before version 21 scale and bias had a number per group.
static bool importGroupNormalization(Importer *importer) {
  RelaxGroupNormArgs args = {0};
  if (importer->opset >= 21)
    return checkStash(importer) && importByRow(importer);
  return importDouble(importer, "epsilon", 1e-5f, &args.epsilon) &&
         importInt(importer, "num_groups", 0, &args.groups) &&
         importOperand(importer, 0, &args.input) &&
         oldGroupOperand(importer, 1, args.input, args.groups, &args.scale) &&
         oldGroupOperand(importer, 2, args.input, args.groups, &args.bias) &&
         IMPORT_RESULT(importer, GroupNorm, &args);
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
         IMPORT_VALUE(importer, RmsNorm, &args, &y) &&
         importResultAs(importer, 0, y, element);
}

//===----------------------------------------------------------------------===//
// Along axes
//===----------------------------------------------------------------------===//

static bool sortAxes(Importer *importer, OnnxBuild *build) {
  static const int64_t standard[] = {0, 2, 3};
  const int64_t *given;
  size_t count;
  bool has;
  MlirAttribute axes;
  if (!importInts(importer, "axes", &given, &count, &has) ||
      !importSortedAxes(importer, has ? given : standard, has ? count : 3,
                        relaxTensorInfoOf(build->inputs[0]).rank, &axes))
    return false;
  importSetAttribute(importer, build, "axes", axes);
  return true;
}

const OnnxOperator onnxNormOperators[] = {
    {"BatchNormalization", importBatchNormalization,
     .relax = "batch_norm, batch_norm_training", .types = ONNX_FLOATS,
     .inputs = {5, 5}},
    {"GroupNormalization", importGroupNormalization, .since = 18,
     .relax = "group_norm", .types = ONNX_FLOATS, .inputs = {3, 3},
     ONNX_ATTRIBUTES({"num_groups", ONNX_IS_INT, "groups", .absent = 0},
                     {"epsilon", ONNX_IS_FLOAT, .absent = 1e-5f})},
    {"InstanceNormalization", .relax = "instance_norm", .types = ONNX_FLOATS,
     .inputs = {3, 3},
     ONNX_ATTRIBUTES({"epsilon", ONNX_IS_FLOAT, .absent = 1e-5f})},
    {"LRN", .types = ONNX_FLOATS,
     ONNX_ATTRIBUTES({"size", ONNX_IS_INT, .absent = 0},
                     {"alpha", ONNX_IS_FLOAT, .absent = 1e-4f},
                     {"beta", ONNX_IS_FLOAT, .absent = 0.75f},
                     {"bias", ONNX_IS_FLOAT, .absent = 1})},
    {"LayerNormalization", importLayerNormalization, .since = 17,
     .relax = "layer_norm, layer_norm_statistics", .types = ONNX_FLOATS,
     .inputs = {2, 3}},
    {"LpNormalization", .relax = "lp_norm", .types = ONNX_FLOATS,
     ONNX_ATTRIBUTES({"p", ONNX_IS_INT, .absent = 2},
                     {"axis", ONNX_IS_AXIS, .absent = -1})},
    {"MeanVarianceNormalization", .since = 9, .relax = "mean_variance_norm",
     .types = ONNX_FLOATS, .prepare = sortAxes, .ranked = true},
    {"RMSNormalization", importRMSNormalization, .since = 23,
     .relax = "rms_norm", .types = ONNX_FLOATS, .inputs = {2, 2}},
    {0},
};
