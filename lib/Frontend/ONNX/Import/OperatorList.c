//===- OperatorList.c - what of ONNX is supported, and how ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Nothing is written down here: the tables of the importer, the interpreter and
// the passes of compiled mode are asked.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/OperatorList.h"
#include "lib/Conversion/LoweringWay.h"
#include "lib/Frontend/ONNX/Import/ElementTypes.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Interpreter/Interpreter.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/// What is known of an operator's operations together.
typedef struct Support {
  StrBuf names; // "relax.matmul, relax.add"
  bool reference, ways[RELAX_NUM_WAYS];
} Support;

static void addOperation(Support *support, StrRef name) {
  if (support->names.length)
    strBufAppendC(&support->names, ", ");
  strBufAppend(&support->names, name);
  support->reference &= relaxInterpreterHasRule(name);
  support->ways[relaxLoweringWay(name)] = true;
}

static Support supportOf(const OnnxOperator *row) {
  Support support = {.reference = true};
  StrBuf name = {0};
  for (size_t i = 0; onnxOperationName(row, i, &name); ++i, name.length = 0)
    addOperation(&support, (StrRef){name.data, name.length});
  strBufFree(&name);
  return support;
}

static void appendWays(const Support *support, StrBuf *out) {
  if (!support->names.length) { // an operand stands for the result
    strBufAppendC(out, "yes");
    return;
  }
  if (support->ways[RELAX_WAY_NONE]) {
    strBufAppendC(out, "no");
    return;
  }
  bool first = true;
  for (int way = RELAX_WAY_NONE + 1; way < RELAX_NUM_WAYS; ++way) {
    if (!support->ways[way])
      continue;
    strBufAppendFormat(out, "%s%s", first ? "" : ", ",
                       relaxWayName((RelaxWay)way));
    first = false;
  }
}

/// An operator as the list names it: "ai.onnx.ml.Binarizer".
typedef struct Listed {
  const OnnxOperator *row;
  StrBuf name;
} Listed;

static void addRow(const OnnxOperator *row, const char *domain,
                   void *userData) {
  Listed **list = userData, one = {.row = row};
  strBufAppendFormat(&one.name, "%s%s%s", domain, *domain ? "." : "",
                     row->name);
  arrput(*list, one);
}

static int byName(const void *a, const void *b) {
  const Listed *x = a, *y = b;
  return strcmp(strBufText(&x->name), strBufText(&y->name));
}

void onnxListOperators(StrBuf *out, bool markdown) {
  Listed *list = NULL;
  onnxWalkOperators(addRow, &list);
  qsort(list, arrlenu(list), sizeof(*list), byName);
  const char *format = markdown ? "| %s | %" PRId64 " | %s | %s | %s | %s |\n"
                                : "%-32s %5" PRId64
                                  "  %-9s  %-20s  %-30s  %s\n";
  if (!markdown)
    strBufAppendFormat(out, "%-32s %5s  %-9s  %-20s  %-30s  %s\n", "operator",
                       "since", "reference", "compiled", "elements",
                       "operations");
  for (size_t i = 0; i < arrlenu(list); ++i) {
    Support support = supportOf(list[i].row);
    StrBuf ways = {0}, elements = {0};
    appendWays(&support, &ways);
    onnxElementsText(list[i].row->types, &elements);
    const char *names =
        support.names.length ? strBufText(&support.names) : "(its operand)";
    int64_t since = list[i].row->since > 0 ? list[i].row->since : 1;
    strBufAppendFormat(out, format, strBufText(&list[i].name), since,
                       support.reference ? "yes" : "no", strBufText(&ways),
                       elements.length ? strBufText(&elements) : "-", names);
    strBufFree(&ways);
    strBufFree(&elements);
    strBufFree(&support.names);
    strBufFree(&list[i].name);
  }
  arrfree(list);
}
