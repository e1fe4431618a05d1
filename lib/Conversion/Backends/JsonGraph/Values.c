//===- Values.c - numbers of values in a graph ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Conversion/Backends/JsonGraph/Generate.h"
#include "lib/Support/Text.h"

bool jsonRefuse(JsonGenerating *generating, MlirOperation op,
                const char *what) {
  StrRef name = bridgeOpName(op);
  strBufAppendFormat(generating->why, "'%.*s' %s", SPREAD(name), what);
  return false;
}

/// -1: nothing in the graph has it.
ptrdiff_t jsonNumberOf(const JsonGenerating *generating, MlirValue value) {
  ptrdiff_t constant = relaxRegionConstant(generating->region, value);
  ptrdiff_t input = relaxRegionInput(generating->region, value);
  if (input >= 0)
    return input;
  if (constant >= 0)
    return (ptrdiff_t)(generating->numGiven -
                       generating->region->numConstants) +
           constant;
  const JsonNumber *entry = mapEntry(generating->numbers, value.ptr);
  return entry ? (ptrdiff_t)entry->value : -1;
}

JsonNode *jsonAddNode(JsonGenerating *generating, MlirOperation op,
                      bool takesPost) {
  JsonNode node = {.takesPost = takesPost};
  hmput(generating->numbers, mlirOperationGetResult(op, 0).ptr,
        generating->numGiven + arrlenu(generating->nodes));
  arrput(generating->nodes, node);
  return &generating->nodes[arrlen(generating->nodes) - 1];
}
