//===- Loss.c - losses ----------------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of ONNX NegativeLogLikelihoodLoss and
// SoftmaxCrossEntropyLoss.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Loss.gen.h"
#include "lib/Interpreter/Ops/Lines.h"

#include <math.h>

static bool checkShapes(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *target = step->operands[1];
  bool fits = input->rank >= 2 && target->rank == input->rank - 1;
  for (int32_t i = 0; fits && i < target->rank; ++i)
    fits = target->dims[i] == input->dims[i ? i + 1 : 0];
  if (!fits)
    return relaxFail(step->error,
                     "target: expected the input's extents but the second");
  if (step->numOperands > 2 && (step->operands[2]->rank != 1 ||
                                step->operands[2]->dims[0] != input->dims[1]))
    return relaxFail(step->error, "weight: expected an element per class");
  return true;
}

/// The loss of log-probabilities `x` for each target, and the sum of their
/// weights.
static double *lossesOf(EvalStep *step, const double *x, double *sumOfWeights) {
  const RelaxTensor *input = step->operands[0], *target = step->operands[1];
  MlirAttribute ignore = mlirOperationGetInherentAttributeByName(
      step->op, mlirStringRefCreateFromCString("ignore"));
  int64_t count = relaxTensorCount(target), classes = input->dims[1];
  int64_t plane = 1;
  for (int32_t i = 1; count && i < target->rank; ++i)
    plane *= target->dims[i];
  const double *weight = step->numOperands > 2
                             ? evalDoubles(step->arena, step->operands[2])
                             : NULL;
  double *losses = ARENA_ARRAY(step->arena, double, count);
  *sumOfWeights = 0;
  for (int64_t i = 0; i < count; ++i) {
    int64_t chosen = relaxLoadInt(target->dtype, target->data, i);
    if (chosen < 0 || chosen >= classes ||
        (ignore.ptr && chosen == mlirIntegerAttrGetValueInt(ignore)))
      continue;
    double w = weight ? weight[chosen] : 1;
    losses[i] = -w * x[(i / plane * classes + chosen) * plane + i % plane];
    *sumOfWeights += w;
  }
  return losses;
}

static void logSoftmax(Arena *arena, const RelaxTensor *input, double *x) {
  EvalLines lines = evalLinesFrom(input, input->rank);
  lines.along[1] = true;
  evalLinesCount(&lines);
  evalLogSoftmax(arena, &lines, x);
}

static bool loss(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *target = step->operands[1];
  StrRef reduction = strRefFromMlir(
      mlirStringAttrGetValue(mlirOperationGetInherentAttributeByName(
          step->op, mlirStringRefCreateFromCString("reduction"))));
  double weights, sum = 0;
  if (!relaxDTypeIsFloat(input->dtype))
    return evalRefuseElements(step, input->dtype);
  if (!checkShapes(step))
    return false;
  double *x = evalDoubles(step->arena, input);
  if (relaxIsSoftmaxCrossEntropy(step->op))
    logSoftmax(step->arena, input, x);
  const double *losses = lossesOf(step, x, &weights);
  bool good;
  if (strRefEqual(reduction, strRefFromC("none"))) {
    good = evalStoreDoubles(step, 0, input->dtype, target->rank, target->dims,
                            losses);
  } else {
    for (int64_t i = 0, e = relaxTensorCount(target); i < e; ++i)
      sum += losses[i];
    if (strRefEqual(reduction, strRefFromC("mean")))
      sum /= weights;
    good = evalStoreDoubles(step, 0, input->dtype, 0, NULL, &sum);
  }
  return good;
}

const EvalEntry evalLoss[] = {{"relax.nll_loss", loss, NULL},
                              {"relax.softmax_cross_entropy", loss, NULL},
                              {NULL, NULL, NULL}};
