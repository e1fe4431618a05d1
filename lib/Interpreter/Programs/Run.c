//===- Run.c - nodes in order, and where one fails ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool progRunBlock(ProgRun *run, const ProgBlock *block) {
  if (--run->interpreter->stepsLeft < 0)
    return evalTooLong(run->error);
  for (intptr_t i = 0; i < block->numNodes; ++i) {
    block->nodes[i].hasRun = true;
    if (!block->nodes[i].entry->execute(run, &block->nodes[i]))
      return false;
  }
  return true;
}

bool progFail(ProgRun *run, const ProgNode *node, const char *format, ...) {
  StrBuf place = {0};
  StrRef name = bridgeOpName(node->op);
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = malloc((size_t)length + 1);
  if (text)
    vsnprintf(text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  bool placed = bridgePrintPlace(mlirOperationGetLocation(node->op), &place);
  relaxFail(run->error, "%s%s'%.*s' %s", placed ? strBufText(&place) : "",
            placed ? ": " : "", (int)name.length, name.data, text ? text : "");
  free(text);
  strBufFree(&place);
  return false;
}
