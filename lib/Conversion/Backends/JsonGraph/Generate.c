//===- Generate.c - regions as graphs in JSON -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The graph of lib/Backends/JsonGraph/JsonGraph.h: a node for each product,
// convolution, softmax and layer norm; elementwise operations go behind the
// node whose value they alone use, others have nodes of their own. All
// elements are f32.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Backends/JsonGraph/Generate.h"
#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"

static bool isFloatTensor(MlirValue value) {
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(value), &info) && info.ranked &&
         info.rank <= JSON_MOST_RANK && mlirTypeIsAF32(info.elementType);
}

//===----------------------------------------------------------------------===//
// The region
//===----------------------------------------------------------------------===//

static bool generateOperation(JsonGenerating *generating, MlirOperation op) {
  intptr_t count;
  const char *function = jsonFunctionOf(op, &count);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!isFloatTensor(mlirOperationGetOperand(op, i)))
      return jsonRefuse(generating, op, "takes others than tensors of f32");
  if (function)
    return jsonGenerateElementwise(generating, op, function, count);
  return jsonGenerateNode(generating, op);
}

static bool generateResults(JsonGenerating *generating, MlirOperation end,
                            StrBuf *out) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    ptrdiff_t number =
        jsonNumberOf(generating, mlirOperationGetOperand(end, i));
    if (number < (ptrdiff_t)generating->numGiven)
      return jsonRefuse(generating, end, "gives what no node makes");
    strBufAppendFormat(out, "%s%td", i ? ", " : "", number);
  }
  return true;
}

static bool generateAll(JsonGenerating *generating, MlirBlock body,
                        StrBuf *results) {
  MlirOperation end = mlirBlockGetTerminator(body);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    if (relaxRegionConstant(generating->region, mlirOperationGetResult(op, 0)) <
            0 &&
        !generateOperation(generating, op))
      return false;
  return generateResults(generating, end, results);
}

static void appendNodes(const JsonGenerating *generating, StrBuf *text) {
  for (size_t i = 0; i < arrlenu(generating->nodes); ++i) {
    const JsonNode *node = &generating->nodes[i];
    strBufAppendFormat(text, "%s\n  {%s", i ? "," : "",
                       strBufText(&node->text));
    if (node->numPost)
      strBufAppendFormat(text, ", \"post\": [%s]", strBufText(&node->post));
    strBufAppendC(text, "}");
  }
}

static bool generate(const RelaxRegion *region, StrBuf *text, StrBuf *why) {
  MlirBlock body = bridgeBody(region->function);
  size_t numInputs = (size_t)mlirBlockGetNumArguments(body);
  JsonGenerating generating = {.region = region,
                               .numGiven = numInputs + region->numConstants,
                               .why = why};
  StrBuf results = {0};
  bool good = generateAll(&generating, body, &results);
  if (good) {
    strBufAppendFormat(text,
                       "{\"inputs\": %zu, \"constants\": %zu, \"results\": "
                       "[%s], \"nodes\": [",
                       numInputs, region->numConstants, strBufText(&results));
    appendNodes(&generating, text);
    strBufAppendC(text, "]}");
  }
  for (size_t i = 0; i < arrlenu(generating.nodes); ++i) {
    strBufFree(&generating.nodes[i].text);
    strBufFree(&generating.nodes[i].post);
  }
  strBufFree(&results);
  arrfree(generating.nodes);
  hmfree(generating.numbers);
  hmfree(generating.transposed);
  return good;
}

const RelaxBackendCompiler relaxBackendCompilerOneDNN = {
    .name = "onednn",
    .summary = "graphs in JSON for oneDNN",
    .generate = generate,
};

const RelaxBackendCompiler relaxBackendCompilerOpenBLAS = {
    .name = "openblas",
    .summary = "graphs in JSON, whose products OpenBLAS computes",
    .generate = generate,
};
