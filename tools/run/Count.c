//===- Count.c - numbers of options --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Call.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

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

bool runParseVersions(const CommandLine *line) {
  const char *text = commandLineValue(line, RUN_VERSIONS);
  bool known = !text || !strcmp(text, "all") || !strcmp(text, "none") ||
               (text[0] >= '0' && text[0] <= '7' && !text[1]);
  return known || runFail("option '--versions': expected all, none or a number "
                          "from 0 to 7, got '%s'",
                          text);
}

/// Digits, then what `*end` points at.
static bool parseDigits(const char *text, uint64_t *out, char **end) {
  errno = 0;
  *out = strtoull(text, end, 10);
  return *text >= '0' && *text <= '9' && errno == 0;
}

bool runParseSeed(const CommandLine *line, int option, uint64_t *out) {
  const char *text = commandLineValue(line, option);
  *out = 0;
  return !text || runParseSeedText(option, text, out);
}

bool runParseSeedText(int option, const char *text, uint64_t *out) {
  char *end;
  return (parseDigits(text, out, &end) && !*end) ||
         runFail("option '%s': expected an integer from 0 to 2^64 - 1, got "
                 "'%s'",
                 runOptions[option].name, text);
}

bool runParseBytes(const CommandLine *line, int option, uint64_t least,
                   uint64_t *out) {
  const char *text = commandLineValue(line, option);
  return !text || runParseBytesText(option, text, least, out);
}

bool runParseBytesText(int option, const char *text, uint64_t least,
                       uint64_t *out) {
  static const char units[] = "KMG"; // each 1024 times the one before
  char *end;
  bool good = parseDigits(text, out, &end);
  const char *unit = good && *end ? strchr(units, *end) : NULL;
  for (ptrdiff_t i = 0; unit && good && i <= unit - units; ++i)
    good = !__builtin_mul_overflow(*out, UINT64_C(1024), out);
  if (unit)
    ++end;
  return (good && !*end && *out >= least && *out <= INT64_MAX) ||
         runFail("option '%s': expected bytes from %d to 2^63 - 1, such as "
                 "4096 or 512M, got '%s'",
                 runOptions[option].name, (int)least, text);
}
