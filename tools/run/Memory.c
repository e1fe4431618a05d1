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

bool runParseMemory(const CommandLine *line, uint64_t *limit,
                    const RelaxRecomputeHeuristic **heuristic,
                    RelaxRecomputePolicy *policy) {
  const char *recompute = commandLineValue(line, RUN_RECOMPUTE);
  *limit = 0;
  if (!runParseBytes(line, RUN_MEMORY_LIMIT, 1, limit))
    return false;
  if (recompute && strcmp(recompute, "dtr") != 0)
    return runFail("option '--recompute': expected 'dtr', got '%s'", recompute);
  if (commandLineValue(line, RUN_BUDGET))
    return runFail("option '--budget': expected '--replay=LOG', too; of a "
                   "program: '--memory-limit=BYTES'");
  if (recompute)
    return runParseRecompute(line, heuristic, policy);
  if (commandLineValue(line, RUN_HEURISTIC))
    return runFail("option '--heuristic': expected '--replay=LOG' or "
                   "'--recompute=dtr', too");
  return true;
}
