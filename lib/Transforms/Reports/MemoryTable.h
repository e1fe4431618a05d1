//===- MemoryTable.h - the table of relax-memory-report -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_REPORTS_MEMORYTABLE_H
#define RELAX_TRANSFORMS_REPORTS_MEMORYTABLE_H

#include "lib/Support/StringRef.h"

#include <stdint.h>

/// step, kernel, buffer, bytes, live, place
enum { MEMORY_COLUMNS = 6 };
typedef const char *MemoryRow[MEMORY_COLUMNS];

/// With the titles above, as wide as what stands in it.
void memoryTablePrint(const MemoryRow *rows, intptr_t count, StrBuf *out);

#endif // RELAX_TRANSFORMS_REPORTS_MEMORYTABLE_H
