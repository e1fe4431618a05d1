//===- Norms.c - ONNX normalisations written with other operators ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As their ONNX definitions and function bodies say; f16 and bf16 are
// normalised in f32.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Compose.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <inttypes.h>

/// Operand 0 of known rank in the type that is computed in, and its own type.
static MlirValue wideInput(Importer *importer, RelaxTensorInfo *info) {
  MlirValue x = composeOperand(importer, 0);
  if (!x.ptr)
    return x;
  *info = relaxTensorInfoOf(x);
  if (!info->ranked) {
    importOperandError(importer, 0, x, "expected a known rank");
    return (MlirValue){NULL};
  }
  bool isDouble = mlirTypeIsAF64(info->elementType);
  return composeCast(importer, x,
                     isDouble ? info->elementType
                              : mlirF32TypeGet(importer->context));
}

static MlirValue like(Importer *importer, MlirValue value, MlirValue x) {
  return x.ptr ? composeCast(importer, value, relaxTensorInfoOf(x).elementType)
               : x;
}

/// (x - mean) / sqrt(variance + epsilon) over `axes`.
static MlirValue standardise(Importer *importer, MlirValue x,
                             MlirAttribute axes, float epsilon) {
  MlirAttribute keep = composeKeep(importer);
  MlirValue centred =
      composeSubtract(importer, x, composeMean(importer, x, axes, keep));
  MlirValue variance = composeMean(
      importer, composeMultiply(importer, centred, centred), axes, keep);
  MlirValue shifted = composeAdd(
      importer, variance, composeNumber(importer, (double)epsilon, variance));
  return composeDivide(importer, centred, composeSqrt(importer, shifted));
}

static MlirValue channelOperand(Importer *importer, size_t index, MlirValue x,
                                intptr_t trailing) {
  MlirValue value = composeOperand(importer, index);
  if (!x.ptr || !value.ptr)
    return (MlirValue){NULL};
  RelaxTensorInfo input = relaxTensorInfoOf(x);
  int64_t channels;
  // Symbols that have nothing to do with each other have to be equal.
  if (relaxTensorInfoOf(value).rank == 1 && input.rank > 1 &&
      !symAttributeIsUnknown(input.dims[1]) &&
      !symAttributeIsConst(relaxTensorInfoOf(value).dims[0], &channels))
    value = composeMatch(importer, value, 1, &input.dims[1], x);
  return composeChannels(importer, like(importer, value, x), trailing);
}

static bool importBatchNormalization(Importer *importer) {
  float epsilon, momentum;
  int64_t training = 0, spatial = 1, test = 1;
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 5, 5) ||
      !importFloat(importer, "epsilon", 1e-5f, &epsilon) ||
      !importFloat(importer, "momentum", 0.9f, &momentum) ||
      (importer->opset >= 14 &&
       !importInt(importer, "training_mode", 0, &training)) ||
      (importer->opset < 9 && !importInt(importer, "spatial", 1, &spatial)) ||
      (importer->opset < 7 && !importInt(importer, "is_test", 0, &test)))
    return false;
  if (training || !spatial)
    return importError(importer, "training mode is not supported");
  MlirValue x = wideInput(importer, &info);
  if (!x.ptr)
    return false;
  intptr_t trailing = info.rank > 2 ? info.rank - 2 : 0;
  MlirValue parts[4]; // scale, bias, mean, variance
  for (size_t i = 0; i < 4; ++i) {
    parts[i] = channelOperand(importer, i + 1, x, trailing);
    if (!parts[i].ptr)
      return false;
  }
  MlirValue mean = parts[2], variance = parts[3];
  MlirValue root = composeSqrt(
      importer, composeAdd(importer, variance,
                           composeNumber(importer, (double)epsilon, variance)));
  MlirValue normal =
      composeDivide(importer, composeSubtract(importer, x, mean), root);
  MlirValue y = composeAdd(
      importer, composeMultiply(importer, normal, parts[0]), parts[1]);
  return composeResult(importer, composeCast(importer, y, info.elementType));
}

static bool importInstanceNormalization(Importer *importer) {
  float epsilon;
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 3, 3) ||
      !importFloat(importer, "epsilon", 1e-5f, &epsilon))
    return false;
  MlirValue x = wideInput(importer, &info);
  if (!x.ptr)
    return false;
  intptr_t trailing = info.rank > 2 ? info.rank - 2 : 0;
  MlirValue normal =
      standardise(importer, x, composeAxes(importer, 2, info.rank), epsilon);
  MlirValue scaled = composeMultiply(importer, normal,
                                     channelOperand(importer, 1, x, trailing));
  MlirValue y =
      composeAdd(importer, scaled, channelOperand(importer, 2, x, trailing));
  return composeResult(importer, composeCast(importer, y, info.elementType));
}

static MlirAttribute productOf(Importer *importer, const MlirAttribute *dims,
                               intptr_t count) {
  SymExpr value = symExprConst(importer->arena, 1);
  for (intptr_t i = 0; i < count; ++i)
    if (symExprMul(importer->arena, value, symExprOf(importer->arena, dims[i]),
                   &value) != SYM_OK)
      value = symExprUnknown(importer->arena);
  return symExprToAttribute(importer->context, value);
}

/// [N, C, ...] as [N, groups, C / groups * ...], standardised, and back.
static bool importGroupNormalization(Importer *importer) {
  float epsilon;
  int64_t groups, stash, channels;
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 3, 3) ||
      !importFloat(importer, "epsilon", 1e-5f, &epsilon) ||
      !importInt(importer, "num_groups", 0, &groups) ||
      !importInt(importer, "stash_type", 1, &stash))
    return false;
  MlirValue x = wideInput(importer, &info);
  if (!x.ptr)
    return false;
  if (groups < 1 || info.rank < 2)
    return importError(importer,
                       "expected at least 1 group and rank 2, got %" PRId64
                       " and %ld",
                       groups, (long)info.rank);
  if (!symAttributeIsConst(info.dims[1], &channels) || channels % groups != 0)
    return importError(
        importer, "expected literal channels that %" PRId64 " groups divide",
        groups);
  MlirAttribute *parts =
      ARENA_ARRAY(importer->arena, MlirAttribute, info.rank + 1);
  parts[0] = info.dims[0];
  parts[1] = symConstAttribute(importer->context, groups);
  parts[2] = symConstAttribute(importer->context, channels / groups);
  for (intptr_t i = 2; i < info.rank; ++i)
    parts[i + 1] = info.dims[i];
  parts[2] = productOf(importer, parts + 2, info.rank - 1);
  MlirValue normal =
      standardise(importer, composeReshape(importer, x, 3, parts),
                  composeAxes(importer, 2, 3), epsilon);
  MlirValue back = composeReshape(importer, normal, info.rank, info.dims);
  MlirValue scaled = composeMultiply(
      importer, back, channelOperand(importer, 1, x, info.rank - 2));
  MlirValue y = composeAdd(importer, scaled,
                           channelOperand(importer, 2, x, info.rank - 2));
  return composeResult(importer, composeCast(importer, y, info.elementType));
}

static bool importRMSNormalization(Importer *importer) {
  float epsilon;
  int64_t axis, stash;
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 2, 2) ||
      !importInt(importer, "axis", -1, &axis) ||
      !importInt(importer, "stash_type", 1, &stash) ||
      !importFloat(importer, "epsilon", 1e-5f, &epsilon))
    return false;
  MlirValue x = wideInput(importer, &info);
  if (!x.ptr || !importAxis(importer, axis, info.rank, &axis))
    return false;
  MlirValue squares = composeMean(importer, composeMultiply(importer, x, x),
                                  composeAxes(importer, axis, info.rank),
                                  composeKeep(importer));
  MlirValue root = composeSqrt(
      importer, composeAdd(importer, squares,
                           composeNumber(importer, (double)epsilon, squares)));
  // The scale has the type of the input, in which it is multiplied.
  MlirValue normal =
      composeCast(importer, composeDivide(importer, x, root), info.elementType);
  return composeResult(
      importer, composeMultiply(importer, normal, composeOperand(importer, 1)));
}

/// x / (sum |x|^p)^(1/p); where that is 0, 0.
static bool importLpNormalization(Importer *importer) {
  int64_t axis, p;
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 1, 1) ||
      !importInt(importer, "axis", -1, &axis) ||
      !importInt(importer, "p", 2, &p))
    return false;
  if (p != 1 && p != 2)
    return importError(importer, "attribute 'p': expected 1 or 2, got %" PRId64,
                       p);
  MlirValue x = wideInput(importer, &info);
  if (!x.ptr || !importAxis(importer, axis, info.rank, &axis))
    return false;
  MlirAttribute axes = importIntsAttribute(importer, &axis, 1);
  MlirValue sizes =
      p == 1 ? composeAbs(importer, x) : composeMultiply(importer, x, x);
  MlirValue sum = composeSum(importer, sizes, axes, composeKeep(importer));
  MlirValue norm = p == 1 ? sum : composeSqrt(importer, sum);
  MlirValue zero = composeNumber(importer, 0, norm);
  MlirValue y = composeWhere(importer, composeEqual(importer, norm, zero), zero,
                             composeDivide(importer, x, norm));
  return composeResult(importer, composeCast(importer, y, info.elementType));
}

/// (x - mean) / (deviation + 1e-9)
static bool importMeanVarianceNormalization(Importer *importer) {
  static const int64_t standard[] = {0, 2, 3};
  const int64_t *given;
  size_t count;
  bool has;
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 1, 1) ||
      !importInts(importer, "axes", &given, &count, &has))
    return false;
  MlirValue x = wideInput(importer, &info);
  if (!x.ptr)
    return false;
  if (!has) {
    given = standard;
    count = 3;
  }
  int64_t *sorted = ARENA_ARRAY(importer->arena, int64_t, count);
  bool *marked = ARENA_ARRAY(importer->arena, bool, info.rank);
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    int64_t axis;
    if (!importAxis(importer, given[i], info.rank, &axis))
      return false;
    marked[axis] = true;
  }
  for (intptr_t i = 0; i < info.rank; ++i)
    if (marked[i])
      sorted[next++] = i;
  MlirAttribute axes = importIntsAttribute(importer, sorted, next);
  MlirAttribute keep = composeKeep(importer);
  MlirValue mean = composeMean(importer, x, axes, keep);
  MlirValue squares =
      composeMean(importer, composeMultiply(importer, x, x), axes, keep);
  MlirValue deviation = composeSqrt(
      importer, composeSubtract(importer, squares,
                                composeMultiply(importer, mean, mean)));
  MlirValue y =
      composeDivide(importer, composeSubtract(importer, x, mean),
                    composeAdd(importer, deviation,
                               composeNumber(importer, 1e-9, deviation)));
  return composeResult(importer, composeCast(importer, y, info.elementType));
}

const OnnxOperator onnxNormOperators[] = {
    {"BatchNormalization", importBatchNormalization, 0},
    {"GroupNormalization", importGroupNormalization, 21},
    {"InstanceNormalization", importInstanceNormalization, 0},
    {"LpNormalization", importLpNormalization, 0},
    {"MeanVarianceNormalization", importMeanVarianceNormalization, 9},
    {"RMSNormalization", importRMSNormalization, 23},
    {NULL, NULL, 0},
};
