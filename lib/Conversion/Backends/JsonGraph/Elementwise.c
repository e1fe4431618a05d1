//===- Elementwise.c - elementwise functions in a graph ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Interfaces.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Conversion/Backends/JsonGraph/Generate.h"

/// The name of an elementwise function and the number of its operands; NULL: it
/// is none.
const char *jsonFunctionOf(MlirOperation op, intptr_t *count) {
  static const struct {
    const char *op, *name;
    intptr_t count;
  } functions[] = {
#define JSON_GRAPH_UNARY(id, name, value) {"relax." name, name, 1},
#define JSON_GRAPH_BINARY(id, name, value) {"relax." name, name, 2},
#include "lib/Backends/JsonGraph/Functions.def"
  };
  StrRef name = bridgeOpName(op);
  for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); ++i)
    if (strRefIs(name, functions[i].op)) {
      *count = functions[i].count;
      return functions[i].name;
    }
  return NULL;
}

static void appendPost(JsonNode *node, const char *function, ptrdiff_t other) {
  strBufAppendFormat(&node->post, "%s{\"f\": \"%s\"", node->numPost ? ", " : "",
                     function);
  if (other >= 0)
    strBufAppendFormat(&node->post, ", \"in\": %td", other);
  strBufAppendC(&node->post, "}");
  ++node->numPost;
}

/// Behind the node that makes `value`, if nothing else uses it, its shape stays
/// and the other operand is there before it.
static bool joinNode(JsonGenerating *generating, MlirOperation op,
                     MlirValue value, const char *function, ptrdiff_t other) {
  ptrdiff_t number = jsonNumberOf(generating, value);
  ptrdiff_t place = number - (ptrdiff_t)generating->numGiven;
  MlirValue result = mlirOperationGetResult(op, 0);
  if (place < 0 || !bridgeIsUsedOnce(value) || other >= number ||
      !mlirTypeEqual(mlirValueGetType(value), mlirValueGetType(result)))
    return false;
  JsonNode *node = &generating->nodes[place];
  if (!node->takesPost || node->numPost == JSON_MOST_POST)
    return false;
  appendPost(node, function, other);
  hmput(generating->numbers, result.ptr, (size_t)number);
  return true;
}

bool jsonGenerateElementwise(JsonGenerating *generating, MlirOperation op,
                             const char *function, intptr_t count) {
  MlirValue first = mlirOperationGetOperand(op, 0);
  MlirValue second = mlirOperationGetOperand(op, count - 1);
  ptrdiff_t a = jsonNumberOf(generating, first), other = -1;
  if (count == 2)
    other = jsonNumberOf(generating, second);
  if (a < 0 || (count == 2 && other < 0))
    return jsonRefuse(generating, op,
                      "has operands that the graph cannot have");
  if (joinNode(generating, op, first, function, other) ||
      (count == 2 && relaxIsCommutative(op) &&
       joinNode(generating, op, second, function, a)))
    return true;
  JsonNode *node = jsonAddNode(generating, op, true);
  strBufAppendFormat(&node->text, "\"op\": \"map\", \"in\": [%td]", a);
  appendPost(node, function, other);
  return true;
}
