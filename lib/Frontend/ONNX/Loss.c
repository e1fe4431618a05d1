//===- Loss.c - ONNX losses written with other operators ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The element of the target class is chosen by comparing class numbers, so that
// a target outside of the classes (an ignored one) counts 0.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Shape.gen.h"
#include "lib/Frontend/ONNX/Compose.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <string.h>

static const MlirValue none = {NULL};

/// The numbers 0 to C - 1 as [C, 1, ...], of the target's element type.
static MlirValue classNumbers(Importer *importer, MlirValue x,
                              MlirValue target) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirType element = relaxTensorInfoOf(target).elementType;
  RelaxIotaArgs args = {.numGiven = 1,
                        .given = &x,
                        .begin = symConstAttribute(importer->context, 0),
                        .step = symConstAttribute(importer->context, 1),
                        .resultType =
                            relaxTensorTypeOf(element, 1, &info.dims[1])};
  MlirValue result;
  return importInsert(
             importer,
             relaxIotaCreate(importHelperLocation(importer, "classes"), &args),
             &result)
             ? composeChannels(importer, result, info.rank - 2)
             : none;
}

/// Operand `index`, [N, ...] for x [N, C, ...], with the extents of x; `*wide`
/// is it as [N, 1, ...].
static MlirValue targetOperand(Importer *importer, size_t index, MlirValue x,
                               MlirValue *wide) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirValue target = composeOperand(importer, index);
  if (!target.ptr)
    return none;
  RelaxTensorInfo own = relaxTensorInfoOf(target);
  if (!own.ranked || own.rank != info.rank - 1) {
    importOperandError(importer, index, target, "expected rank %ld",
                       (long)info.rank - 1);
    return none;
  }
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  dims[0] = info.dims[0];
  for (intptr_t i = 2; i < info.rank; ++i)
    dims[i - 1] = info.dims[i];
  target = composeMatch(importer, target, info.rank - 1, dims, x);
  for (intptr_t i = info.rank - 1; i >= 2; --i)
    dims[i] = dims[i - 1];
  dims[1] = symConstAttribute(importer->context, 1);
  *wide = composeReshape(importer, target, info.rank, dims);
  return target;
}

/// The weight of each class as [C, 1, ...], or the number 1.
static MlirValue weightOperand(Importer *importer, size_t index, MlirValue x) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  if (!importHasOperand(importer, index))
    return composeNumber(importer, 1, x);
  MlirValue weight = composeOperand(importer, index);
  if (!weight.ptr || relaxTensorInfoOf(weight).rank != 1)
    return composeChannels(importer, weight, info.rank - 2);
  weight = composeMatch(importer, weight, 1, &info.dims[1], x);
  return composeChannels(importer, weight, info.rank - 2);
}

/// The loss for log-probabilities `x` of known rank.
static MlirValue lossOf(Importer *importer, MlirValue x, const char *reduction,
                        const Onnx__AttributeProto *ignored) {
  MlirValue wide = none;
  MlirValue target = targetOperand(importer, 1, x, &wide);
  MlirValue weight = target.ptr ? weightOperand(importer, 2, x) : none;
  if (!weight.ptr || !wide.ptr)
    return none;
  MlirValue zero = composeNumber(importer, 0, x);
  MlirValue is =
      composeEqual(importer, wide, classNumbers(importer, x, target));
  const int64_t classAxis = 1;
  MlirAttribute axes = importIntsAttribute(importer, &classAxis, 1);
  MlirValue costs =
      composeMultiply(importer, composeNegative(importer, x), weight);
  MlirValue loss = composeSum(importer, composeWhere(importer, is, costs, zero),
                              axes, mlirAttributeGetNull());
  MlirValue weights =
      composeSum(importer, composeWhere(importer, is, weight, zero), axes,
                 mlirAttributeGetNull());
  if (ignored) {
    MlirValue skip = composeEqual(
        importer, target, composeNumber(importer, (double)ignored->i, target));
    loss = composeWhere(importer, skip, zero, loss);
    weights = composeWhere(importer, skip, zero, weights);
  }
  if (strcmp(reduction, "none") == 0)
    return loss;
  MlirAttribute all = mlirAttributeGetNull();
  MlirValue sum = composeSum(importer, loss, all, all);
  return strcmp(reduction, "sum") == 0
             ? sum
             : composeDivide(importer, sum,
                             composeSum(importer, weights, all, all));
}

static bool readLoss(Importer *importer, MlirValue *x, const char **reduction,
                     const Onnx__AttributeProto **ignored) {
  if (!importOperandCount(importer, 2, 3) || !importOperand(importer, 0, x) ||
      !importText(importer, "reduction", "mean", reduction) ||
      !importAttribute(importer, "ignore_index",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT, ignored))
    return false;
  if (strcmp(*reduction, "none") != 0 && strcmp(*reduction, "sum") != 0 &&
      strcmp(*reduction, "mean") != 0)
    return importError(importer,
                       "attribute 'reduction': expected 'none', 'sum' or "
                       "'mean', got '%s'",
                       *reduction);
  RelaxTensorInfo info = relaxTensorInfoOf(*x);
  if (!info.ranked || info.rank < 2 || symAttributeIsUnknown(info.dims[1]))
    return importOperandError(importer, 0, *x,
                              "expected rank 2 or more and known classes");
  return true;
}

static bool importNegativeLogLikelihoodLoss(Importer *importer) {
  const Onnx__AttributeProto *ignored;
  const char *reduction;
  MlirValue x;
  return readLoss(importer, &x, &reduction, &ignored) &&
         composeResult(importer, lossOf(importer, x, reduction, ignored));
}

static bool importSoftmaxCrossEntropyLoss(Importer *importer) {
  const Onnx__AttributeProto *ignored;
  const char *reduction;
  const int64_t classAxis = 1;
  MlirValue x;
  if (!readLoss(importer, &x, &reduction, &ignored))
    return false;
  MlirAttribute axes = importIntsAttribute(importer, &classAxis, 1);
  MlirAttribute keep = composeKeep(importer);
  MlirValue shifted =
      composeSubtract(importer, x, composeMax(importer, x, axes, keep));
  MlirValue sum =
      composeSum(importer, composeExp(importer, shifted), axes, keep);
  MlirValue log = composeSubtract(importer, shifted, composeLog(importer, sum));
  return log.ptr &&
         composeResult(importer, lossOf(importer, log, reduction, ignored)) &&
         importResultValue(importer, 1, log);
}

const OnnxOperator onnxLossOperators[] = {
    {"NegativeLogLikelihoodLoss", importNegativeLogLikelihoodLoss, 12},
    {"SoftmaxCrossEntropyLoss", importSoftmaxCrossEntropyLoss, 12},
    {NULL, NULL, 0},
};
