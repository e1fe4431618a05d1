//===- Loss.c - ONNX losses -----------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Loss.gen.h"
#include "dialects/Relax/Norm.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

/// Operand `index` with the dimensions `dims` where both are known and are not
/// both literals.
static bool matchedOperand(Importer *importer, size_t index, intptr_t rank,
                           const MlirAttribute *dims, MlirValue given,
                           MlirValue *value) {
  if (!importOperand(importer, index, value))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  if (!info.ranked || info.rank != rank)
    return true; // the operation's rule says what is wrong
  MlirAttribute *wanted = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t extent;
    bool open = !symAttributeIsUnknown(dims[i]) &&
                !(symAttributeIsConst(dims[i], &extent) &&
                  symAttributeIsConst(info.dims[i], &extent));
    wanted[i] = open ? dims[i] : info.dims[i];
  }
  *value = composeMatch(importer, *value, rank, wanted, given);
  return value->ptr != NULL;
}

static bool readLoss(Importer *importer, RelaxNllLossArgs *args) {
  const char *reduction;
  const Onnx__AttributeProto *ignored;
  if (!importOperandCount(importer, 2, 3) ||
      !importOperand(importer, 0, &args->input) ||
      !importText(importer, "reduction", "mean", &reduction) ||
      !importAttribute(importer, "ignore_index",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT, &ignored))
    return false;
  args->reduction = strRefFromC(reduction);
  args->ignore = (MlirAttribute){NULL};
  if (ignored)
    args->ignore = mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64),
                                      ignored->i);
  RelaxTensorInfo info = relaxTensorInfoOf(args->input);
  bool weighted = importHasOperand(importer, 2);
  args->weight = (MlirValue){NULL};
  if (!info.ranked || info.rank < 2)
    return importOperand(importer, 1, &args->target) &&
           (!weighted || importOperand(importer, 2, &args->weight));
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  dims[0] = info.dims[0];
  for (intptr_t i = 2; i < info.rank; ++i)
    dims[i - 1] = info.dims[i];
  return matchedOperand(importer, 1, info.rank - 1, dims, args->input,
                        &args->target) &&
         (!weighted || matchedOperand(importer, 2, 1, &info.dims[1],
                                      args->input, &args->weight));
}

static bool importNegativeLogLikelihoodLoss(Importer *importer) {
  RelaxNllLossArgs args = {0};
  return readLoss(importer, &args) &&
         importResult(
             importer, 0,
             relaxNllLossCreate(importResultLocation(importer, 0), &args));
}

static bool importSoftmaxCrossEntropyLoss(Importer *importer) {
  RelaxNllLossArgs loss = {0};
  const int64_t classAxis = 1;
  if (!readLoss(importer, &loss))
    return false;
  RelaxSoftmaxCrossEntropyArgs args = {loss.input, loss.target, loss.weight,
                                       loss.reduction, loss.ignore};
  if (!importResult(importer, 0,
                    relaxSoftmaxCrossEntropyCreate(
                        importResultLocation(importer, 0), &args)))
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
