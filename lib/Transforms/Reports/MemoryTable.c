//===- MemoryTable.c - the table of relax-memory-report -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Reports/MemoryTable.h"

#include <string.h>

static const char *const titles[MEMORY_COLUMNS] = {"step",  "kernel", "buffer",
                                                   "bytes", "live",   "place"};

void memoryTablePrint(const MemoryRow *rows, intptr_t count, StrBuf *out) {
  int widths[MEMORY_COLUMNS];
  for (int c = 0; c < MEMORY_COLUMNS; ++c) {
    widths[c] = (int)strlen(titles[c]);
    for (intptr_t r = 0; r < count; ++r)
      if ((int)strlen(rows[r][c]) > widths[c])
        widths[c] = (int)strlen(rows[r][c]);
  }
  for (intptr_t r = -1; r < count; ++r) {
    const char *const *row = r < 0 ? titles : rows[r];
    strBufAppendC(out, " ");
    for (int c = 0; c + 1 < MEMORY_COLUMNS; ++c)
      strBufAppendFormat(out, " %-*s ", widths[c], row[c]);
    strBufAppendFormat(out, " %s\n", row[MEMORY_COLUMNS - 1]);
  }
}
