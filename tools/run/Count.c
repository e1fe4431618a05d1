//===- Count.c - numbers of options --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Call.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

bool runParseCount(const CommandLine *line, int option, long standard,
                   long *out) {
  const char *text = commandLineValue(line, option);
  *out = 0;
  if (!text)
    return true;
  *out = standard;
  if (!*text)
    return true;
  char *end;
  errno = 0;
  *out = strtol(text, &end, 10);
  if (!*end && *out > 0 && *out <= INT_MAX && errno == 0)
    return true;
  return runFail("option '%s': expected a positive integer, got '%s'",
                 runOptions[option].name, text);
}
