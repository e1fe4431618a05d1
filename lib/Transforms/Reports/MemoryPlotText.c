//===- MemoryPlotText.c - lines of the picture, and its file --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Memory.gen.h"
#include "lib/Runtime/File.h"
#include "lib/Transforms/Reports/MemoryPlot.h"

#include <stdio.h>

/// What the text says of levels and of a limit.
void memoryPlotText(MemoryPlot *plot, Arena *arena, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (relaxIsMemoryLimit(op))
      memoryPlotLine(plot, "limit",
                     symExprOf(arena, relaxMemoryLimitGetBytes(op)), true);
    if (!relaxIsMemoryLevel(op))
      continue;
    MlirAttribute levels = relaxMemoryLevelGetLevels(op);
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(levels); i < e; ++i) {
      char name[32];
      snprintf(name, sizeof name, "level %ld", (long)i);
      memoryPlotLine(plot, name,
                     symExprOf(arena, mlirArrayAttrGetElement(levels, i)),
                     false);
    }
  }
}

MlirLogicalResult memoryPlotFile(MemoryPlot *plot, StrRef file,
                                 MlirOperation module) {
  StrBuf text = {0}, path = {0};
  RelaxError error = {0};
  strBufAppend(&path, file);
  memoryPlotWrite(plot, &text);
  bool good = relaxFileWrite(strBufText(&path),
                             &(StrRef){text.data, text.length}, 1, &error);
  MlirLogicalResult outcome =
      good ? mlirLogicalResultSuccess()
           : bridgeEmitOpError(module, "%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  strBufFree(&path);
  strBufFree(&text);
  return outcome;
}
