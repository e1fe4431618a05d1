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
#include <sys/stat.h>

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

static bool parseLevel(const CommandLine *line, uint32_t *level) {
  uint64_t number;
  if (!runParseSeed(line, RUN_MEMORY_LEVEL, &number))
    return false;
  if (commandLineValue(line, RUN_MEMORY_LEVEL))
    *level = number < UINT32_MAX ? (uint32_t)number + 1 : UINT32_MAX;
  return true;
}

/// The folder has to be there before anything is compiled.
static bool parseReload(const CommandLine *line, RunEngineOptions *options) {
  struct stat status;
  const char *folder = commandLineValue(line, RUN_RELOAD_DIR);
  options->reloadDir = folder;
  if (!runParseBytes(line, RUN_RELOAD_LIMIT, 1, &options->reloadLimit))
    return false;
  if (!folder && commandLineValue(line, RUN_RELOAD_LIMIT))
    return runFail("option '--reload-limit': expected '--reload-dir=', too");
  if (folder && stat(folder, &status) != 0)
    return runFail("option '--reload-dir': '%s': %s", folder, strerror(errno));
  return !folder || S_ISDIR(status.st_mode) ||
         runFail("option '--reload-dir': '%s' is no folder", folder);
}

bool runParseMemory(const CommandLine *line, RunEngineOptions *options) {
  const char *recompute = commandLineValue(line, RUN_RECOMPUTE);
  if (!parseLevel(line, &options->memoryLevel) || !parseReload(line, options))
    return false;
  options->recomputePlans = recompute && strcmp(recompute, "both") == 0;
  if (recompute && !options->recomputePlans && strcmp(recompute, "dtr") != 0)
    return runFail("option '--recompute': expected 'dtr' or 'both', got '%s'",
                   recompute);
  if (commandLineValue(line, RUN_BUDGET))
    return runFail("option '--budget': expected '--replay=LOG', too; of a "
                   "program: '--memory-limit=BYTES'");
  if (recompute)
    return runParseRecompute(line, &options->recompute,
                             &options->recomputePolicy);
  if (commandLineValue(line, RUN_HEURISTIC))
    return runFail("option '--heuristic': expected '--replay=LOG' or "
                   "'--recompute=', too");
  return true;
}
