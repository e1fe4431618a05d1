//===- Memory.c - how much memory a call may take -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Call.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

bool runMemoryParse(const CommandLine *line, uint64_t *bytes) {
  static const char units[] = "KMG"; // each 1024 times the one before
  const char *text = commandLineValue(line, RUN_MAX_MEMORY);
  *bytes = 0;
  if (!text)
    return true;
  char *end;
  errno = 0;
  *bytes = strtoull(text, &end, 10);
  const char *unit = *end ? strchr(units, *end) : NULL;
  bool good = *text >= '0' && *text <= '9' && errno == 0 && *bytes > 0;
  for (ptrdiff_t i = 0; unit && good && i <= unit - units; ++i)
    good = !__builtin_mul_overflow(*bytes, UINT64_C(1024), bytes);
  if (unit)
    ++end;
  return (good && !*end) ||
         runFail("option '--max-memory': expected bytes, such as 4096 or 512M, "
                 "got '%s'",
                 text);
}
