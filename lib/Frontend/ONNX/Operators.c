//===- Operators.c - the table of ONNX operators --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Operators.h"

#include <string.h>

static const OnnxOperator *const families[] = {
    onnxControlFlowOperators,
    onnxLoopOperators,
    onnxLoopScanOperators,
    onnxSequenceMapOperators,
    onnxElementwiseOperators,
    onnxCastOperators,
    onnxActivationOperators,
    onnxNormOperators,
    onnxLossOperators,
    onnxScanOperators,
    onnxReductionOperators,
    onnxMatMulOperators,
    onnxConvolutionOperators,
    onnxLayoutOperators,
    onnxReshapeOperators,
    onnxShapeOperators,
    onnxIndexingOperators,
    onnxSelectionOperators,
    onnxSplitOperators,
    onnxGatherOperators,
    onnxDetOperators,
    onnxCropOperators,
    onnxRoiAlignOperators,
    onnxSamplingOperators,
    onnxEinsumOperators,
    onnxComposedIndicesOperators,
    onnxRearrangeOperators,
    onnxResizeOperators,
    onnxPadOperators,
    onnxBandOperators,
    onnxQuantizationOperators,
    onnxQuantizedProductOperators,
    onnxRandomOperators,
    onnxSequenceOperators,
    onnxStringOperators,
    onnxAttentionOperators,
    onnxFilterOperators,
    onnxRecurrentOperators,
    onnxPoolingOperators,
    onnxSignalOperators,
    onnxSignalWindowOperators,
};

static const OnnxOperator *findRow(const OnnxOperator *row,
                                   const Onnx__NodeProto *node) {
  for (; row->name; ++row)
    if (strcmp(row->name, onnxText(node->op_type)) == 0)
      return row;
  return NULL;
}

bool onnxIsOwnDomain(const Onnx__NodeProto *node) {
  const char *domain = onnxText(node->domain);
  return !*domain || strcmp(domain, "ai.onnx") == 0;
}

const OnnxOperator *onnxFindOperator(const Onnx__NodeProto *node,
                                     int64_t opset) {
  if (strcmp(onnxText(node->domain), "ai.onnx.ml") == 0)
    return findRow(onnxMlOperators, node);
  if (!onnxIsOwnDomain(node))
    return NULL;
  for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i) {
    const OnnxOperator *row = findRow(families[i], node);
    if (row)
      return row->since <= opset ? row : NULL;
  }
  return NULL;
}

void onnxWalkOperators(void (*visit)(const OnnxOperator *row, void *userData),
                       void *userData) {
  for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i)
    for (const OnnxOperator *row = families[i]; row->name; ++row)
      visit(row, userData);
}
