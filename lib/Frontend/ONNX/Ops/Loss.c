//===- Loss.c - ONNX losses -----------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Loss.gen.h"
#include "dialects/Relax/Norm.gen.h"
#include "lib/Frontend/ONNX/Import/Agree.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

static bool readLoss(Importer *importer, RelaxNllLossArgs *args) {
  const char *reduction;
  const Onnx__AttributeProto *ignored;
  if (!importOperandCount(importer, 2, 3) ||
      !importOperand(importer, 0, &args->input) ||
      !importOperand(importer, 1, &args->target) ||
      !importOptionalOperand(importer, 2, &args->weight) ||
      !importText(importer, "reduction", "mean", &reduction) ||
      !importAttribute(importer, "ignore_index",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT, &ignored))
    return false;
  args->reduction = strRefFromC(reduction);
  args->ignore = (MlirAttribute){NULL};
  if (ignored)
    args->ignore = mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64),
                                      ignored->i);
  return importFollow(importer, relaxNllLossAgreements, args,
                      args->weight.ptr ? 3 : 2);
}

static bool importNegativeLogLikelihoodLoss(Importer *importer) {
  RelaxNllLossArgs args = {0};
  return readLoss(importer, &args) && IMPORT_RESULT(importer, NllLoss, &args);
}

static bool importSoftmaxCrossEntropyLoss(Importer *importer) {
  RelaxNllLossArgs loss = {0};
  const int64_t classAxis = 1;
  if (!readLoss(importer, &loss))
    return false;
  RelaxSoftmaxCrossEntropyArgs args = {loss.input, loss.target, loss.weight,
                                       loss.reduction, loss.ignore};
  if (!IMPORT_RESULT(importer, SoftmaxCrossEntropy, &args))
    return false;
  if (importer->node->n_output < 2)
    return true;
  RelaxLogSoftmaxArgs log = {loss.input,
                             importIntsAttribute(importer, &classAxis, 1)};
  return importResult(
      importer, 1,
      relaxLogSoftmaxCreate(importResultLocation(importer, 1), &log));
}

const OnnxOperator onnxLossOperators[] = {
    {"NegativeLogLikelihoodLoss", importNegativeLogLikelihoodLoss, 12,
     "nll_loss", ONNX_FLOATS, 0, 0},
    {"SoftmaxCrossEntropyLoss", importSoftmaxCrossEntropyLoss, 12,
     "softmax_cross_entropy, log_softmax", ONNX_FLOATS, 0, 0},
    {0},
};
