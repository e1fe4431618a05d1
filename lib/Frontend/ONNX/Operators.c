//===- Operators.c - the table of ONNX operators --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Operators.h"

#include <string.h>

static const OnnxOperator *const families[] = {
    onnxElementwiseOperators,  onnxCastOperators,
    onnxActivationOperators,   onnxNormOperators,
    onnxLossOperators,         onnxScanOperators,
    onnxReductionOperators,    onnxMatMulOperators,
    onnxConvolutionOperators,  onnxLayoutOperators,
    onnxReshapeOperators,      onnxShapeOperators,
    onnxIndexingOperators,     onnxSelectionOperators,
    onnxGatherOperators,       onnxComposedIndicesOperators,
    onnxRearrangeOperators,    onnxResizeOperators,
    onnxPadOperators,          onnxBandOperators,
    onnxQuantizationOperators, onnxQuantizedProductOperators,
    onnxRandomOperators,       onnxSequenceOperators,
    onnxStringOperators,
};

const OnnxOperator *onnxFindOperator(const Onnx__NodeProto *node,
                                     int64_t opset) {
  const char *domain = onnxText(node->domain);
  if (*domain && strcmp(domain, "ai.onnx") != 0)
    return NULL;
  for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i)
    for (const OnnxOperator *row = families[i]; row->name; ++row)
      if (strcmp(row->name, onnxText(node->op_type)) == 0)
        return row->since <= opset ? row : NULL;
  return NULL;
}
