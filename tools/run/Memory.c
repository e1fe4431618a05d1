//===- Memory.c - options of memory --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Memory.h"
#include "tools/run/Call.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const policies[] = {[RELAX_RECOMPUTE_IGNORE] = "ignore",
                                       [RELAX_RECOMPUTE_EAGER] = "eager",
                                       [RELAX_RECOMPUTE_BANISH] = "banish"};
static bool unknownHeuristic(const char *name) {
  StrBuf names = {0};
  const char *known;
  for (size_t i = 0; (known = relaxRecomputeHeuristicName(i)); ++i)
    strBufAppendFormat(&names, "%s%s", i ? ", " : "", known);
  runFail("option '--heuristic': expected one of %s, got '%s'",
          strBufText(&names), name);
  strBufFree(&names);
  return false;
}

bool runParseRecompute(const CommandLine *line,
                       const RelaxRecomputeHeuristic **heuristic,
                       RelaxRecomputePolicy *policy) {
  const char *name = commandLineValue(line, RUN_HEURISTIC),
             *text = commandLineValue(line, RUN_POLICY);
  *heuristic =
      relaxRecomputeFindHeuristic(strRefFromC(name ? name : "h_DTR_eq"));
  if (!*heuristic)
    return unknownHeuristic(name);
  *policy = RELAX_RECOMPUTE_EAGER;
  for (size_t i = 0; text && i < sizeof policies / sizeof *policies; ++i)
    if (strcmp(text, policies[i]) == 0) {
      *policy = (RelaxRecomputePolicy)i;
      return true;
    }
  return !text || runFail("option '--policy': expected eager, banish or "
                          "ignore, got '%s'",
                          text);
}

static bool parseBytes(const CommandLine *line, uint64_t *bytes) {
  const char *text = commandLineValue(line, RUN_MEMORY_LIMIT);
  char *end;
  errno = 0;
  *bytes = text ? strtoull(text, &end, 10) : 0;
  return !text ||
         (*text >= '0' && *text <= '9' && !*end && errno == 0 && *bytes > 0 &&
          *bytes <= INT64_MAX) ||
         runFail("option '--memory-limit': expected bytes from 1 to 2^63 - 1, "
                 "got '%s'",
                 text);
}

static bool parseLevel(const CommandLine *line, uint32_t *level) {
  const char *text = commandLineValue(line, RUN_MEMORY_LEVEL);
  char *end;
  errno = 0;
  unsigned long long number = text ? strtoull(text, &end, 10) : 0;
  *level = text ? (uint32_t)number + 1 : 0;
  return !text ||
         (*text >= '0' && *text <= '9' && !*end && errno == 0 &&
          number < UINT32_MAX) ||
         runFail("option '--memory-level': expected the number of a plan, from "
                 "0 on, got '%s'",
                 text);
}

bool runParseMemory(const CommandLine *line, RunEngineOptions *options) {
  const char *recompute = commandLineValue(line, RUN_RECOMPUTE);
  if (!parseBytes(line, &options->memoryLimit) ||
      !parseLevel(line, &options->memoryLevel))
    return false;
  if (recompute && strcmp(recompute, "dtr") != 0)
    return runFail("option '--recompute': expected 'dtr', got '%s'", recompute);
  if (commandLineValue(line, RUN_BUDGET))
    return runFail("option '--budget': expected '--replay=LOG', too; of a "
                   "program: '--memory-limit=BYTES'");
  if (recompute)
    return runParseRecompute(line, &options->recompute,
                             &options->recomputePolicy);
  if (commandLineValue(line, RUN_HEURISTIC))
    return runFail("option '--heuristic': expected '--replay=LOG' or "
                   "'--recompute=dtr', too");
  return true;
}

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
