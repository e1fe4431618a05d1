//===- Nodes.c - operations as nodes of a graph --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Norm.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Conversion/Backends/JsonGraph/Generate.h"

#include <inttypes.h>

static void appendNumbers(StrBuf *out, const char *key, RelaxIntegers list) {
  strBufAppendFormat(out, ", \"%s\": [", key);
  for (intptr_t i = 0; i < list.count; ++i)
    strBufAppendFormat(out, "%s%" PRId64, i ? ", " : "", list.values[i]);
  strBufAppendC(out, "]");
}

static bool generateMatmul(JsonGenerating *generating, MlirOperation op) {
  MlirValue right = relaxMatmulGetRhs(op);
  const JsonNumber *transposed = mapEntry(generating->transposed, right.ptr);
  ptrdiff_t a = jsonNumberOf(generating, relaxMatmulGetLhs(op));
  ptrdiff_t b = transposed ? (ptrdiff_t)transposed->value
                           : jsonNumberOf(generating, right);
  RelaxTensorInfo x = relaxTensorInfoOf(relaxMatmulGetLhs(op));
  RelaxTensorInfo y = relaxTensorInfoOf(right);
  if (a < 0 || b < 0 || x.rank < 2 || y.rank < 2)
    return jsonRefuse(generating, op,
                      "has operands that the graph cannot have");
  JsonNode *node = jsonAddNode(generating, op, true);
  strBufAppendFormat(&node->text, "\"op\": \"matmul\", \"in\": [%td, %td]%s", a,
                     b, transposed ? ", \"transposed\": true" : "");
  return true;
}

static bool generateConv(JsonGenerating *generating, MlirOperation op) {
  enum { MOST_SPATIAL = 3 };
  ptrdiff_t x = jsonNumberOf(generating, relaxConvGetInput(op));
  ptrdiff_t w = jsonNumberOf(generating, relaxConvGetWeight(op));
  RelaxWindow window = relaxWindowOf(op);
  if (x < 0 || w < 0 || window.same.ptr || window.strides.count > MOST_SPATIAL)
    return jsonRefuse(generating, op,
                      "is of a kind that the graph cannot have");
  JsonNode *node = jsonAddNode(generating, op, true);
  strBufAppendFormat(&node->text, "\"op\": \"conv\", \"in\": [%td, %td]", x, w);
  appendNumbers(&node->text, "strides", window.strides);
  appendNumbers(&node->text, "pads", window.pads);
  appendNumbers(&node->text, "dilations", window.dilations);
  strBufAppendFormat(&node->text, ", \"groups\": %" PRId64, window.groups);
  return true;
}

static bool generateSoftmax(JsonGenerating *generating, MlirOperation op) {
  ptrdiff_t x = jsonNumberOf(generating, relaxSoftmaxGetInput(op));
  if (x < 0)
    return jsonRefuse(generating, op,
                      "has operands that the graph cannot have");
  JsonNode *node = jsonAddNode(generating, op, false);
  strBufAppendFormat(&node->text,
                     "\"op\": \"softmax\", \"in\": [%td], \"axis\": %" PRId64,
                     x, relaxSoftmaxGetAxis(op));
  return true;
}

static bool isVector(MlirValue value) {
  return relaxTensorInfoOf(value).rank == 1;
}

static bool generateLayerNorm(JsonGenerating *generating, MlirOperation op) {
  MlirValue bias = relaxLayerNormGetBias(op);
  ptrdiff_t x = jsonNumberOf(generating, relaxLayerNormGetInput(op));
  ptrdiff_t scale = jsonNumberOf(generating, relaxLayerNormGetScale(op));
  ptrdiff_t shift = bias.ptr ? jsonNumberOf(generating, bias) : 0;
  RelaxTensorInfo info = relaxTensorInfoOf(relaxLayerNormGetInput(op));
  if (x < 0 || scale < 0 || shift < 0 ||
      relaxLayerNormGetAxis(op) != info.rank - 1 ||
      !isVector(relaxLayerNormGetScale(op)) || (bias.ptr && !isVector(bias)))
    return jsonRefuse(generating, op,
                      "is over more than vectors of the last axis");
  JsonNode *node = jsonAddNode(generating, op, false);
  strBufAppendFormat(&node->text, "\"op\": \"layer_norm\", \"in\": [%td, %td",
                     x, scale);
  if (bias.ptr)
    strBufAppendFormat(&node->text, ", %td", shift);
  strBufAppendFormat(&node->text,
                     "], \"axis\": %" PRId64 ", \"epsilon\": %.17g",
                     relaxLayerNormGetAxis(op), relaxLayerNormGetEpsilon(op));
  return true;
}

/// A permutation is part of the product that takes it.
static bool notePermutation(JsonGenerating *generating, MlirOperation op) {
  MlirValue input = relaxPermuteDimsGetInput(op);
  MlirAttribute axes = relaxPermuteDimsGetAxes(op);
  intptr_t rank = mlirDenseArrayGetNumElements(axes);
  ptrdiff_t number = jsonNumberOf(generating, input);
  bool last = rank >= 2 && number >= 0;
  for (intptr_t i = 0; i < rank && last; ++i)
    last = mlirDenseI64ArrayGetElement(axes, i) == (i == rank - 1   ? rank - 2
                                                    : i == rank - 2 ? rank - 1
                                                                    : i);
  if (!last)
    return jsonRefuse(generating, op, "does more than transpose matrices");
  hmput(generating->transposed, mlirOperationGetResult(op, 0).ptr,
        (size_t)number);
  return true;
}

bool jsonGenerateNode(JsonGenerating *generating, MlirOperation op) {
  if (relaxIsMatmul(op))
    return generateMatmul(generating, op);
  if (relaxIsConv(op))
    return generateConv(generating, op);
  if (relaxIsSoftmax(op))
    return generateSoftmax(generating, op);
  if (relaxIsLayerNorm(op))
    return generateLayerNorm(generating, op);
  if (relaxIsPermuteDims(op))
    return notePermutation(generating, op);
  return jsonRefuse(generating, op, "is not in graphs");
}
