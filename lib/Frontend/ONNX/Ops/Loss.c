//===- Loss.c - ONNX losses -----------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Norm.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

static bool importSoftmaxCrossEntropyLoss(Importer *importer) {
  const int64_t classAxis = 1;
  RelaxLogSoftmaxArgs log = {.axes =
                                 importIntsAttribute(importer, &classAxis, 1)};
  OnnxBuild build;
  if (!importReadRow(importer, &build))
    return false;
  MlirOperation loss =
      importMakeRow(importer, &build, importResultLocation(importer, 0));
  if (!importResult(importer, 0, loss))
    return false;
  log.input = mlirOperationGetOperand(loss, 0);
  return importer->node->n_output < 2 ||
         importResult(
             importer, 1,
             relaxLogSoftmaxCreate(importResultLocation(importer, 1), &log));
}

#define LOSS                                                                   \
  ONNX_ATTRIBUTES(                                                             \
      {"reduction", ONNX_IS_TEXT, .text = "mean"},                             \
      {"ignore_index", ONNX_IS_INT, "ignore", .when = ONNX_MAY_MISS})

const OnnxOperator onnxLossOperators[] = {
    {"NegativeLogLikelihoodLoss", .since = 12, .relax = "nll_loss",
     .types = ONNX_FLOATS, .inputs = {2, 3}, LOSS},
    {"SoftmaxCrossEntropyLoss", importSoftmaxCrossEntropyLoss, .since = 12,
     .relax = "softmax_cross_entropy, log_softmax", .types = ONNX_FLOATS,
     .inputs = {2, 3}, LOSS},
    {0},
};
