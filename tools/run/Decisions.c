//===- Decisions.c - what a call under a limit ran -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Decisions.h"
#include "lib/Runtime/File.h"

#include <inttypes.h>

static void recomputed(void *user, uint32_t number, const char *kernel) {
  RunDecisions *decisions = user;
  if (decisions->active)
    strBufAppendFormat(&decisions->lines, "%" PRIu32 " %s\n", number, kernel);
}

bool runDecisionsParse(const CommandLine *line, RunDecisions *out,
                       RunEngineOptions *options) {
  out->path = commandLineValue(line, RUN_RECORD_RECOMPUTE);
  if (!out->path)
    return true;
  options->recomputed = recomputed;
  options->recomputedUser = out;
  return (options->recompute && !options->recomputePlans) ||
         runFail(
             "option '--record-recompute': expected '--recompute=dtr', too");
}

void runDecisionsBegin(RunDecisions *decisions, StrRef function) {
  strBufFree(&decisions->lines);
  strBufAppendFormat(&decisions->lines,
                     "// Kernels of a call in the order in which they ran "
                     "(relax-record-recompute{decisions=}).\nfunction %.*s\n",
                     (int)function.length, function.data);
  decisions->active = true;
}

void runDecisionsEnd(RunDecisions *decisions) { decisions->active = false; }

bool runDecisionsWrite(RunDecisions *decisions) {
  RelaxError error = {0};
  StrRef text = {decisions->lines.data, decisions->lines.length};
  bool good = !decisions->path ||
              relaxFileWrite(decisions->path, &text, 1, &error) ||
              runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

void runDecisionsFree(RunDecisions *decisions) {
  strBufFree(&decisions->lines);
}
