//===- Watch.c - who is told of kernels and calls -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Watch.h"

static void tell(void *user, const RelaxTraceEvent *event) {
  RunWatch *watch = user;
  if (watch->traceFile)
    runTraceEvent(&watch->trace, event);
  if (watch->profileFile || watch->counts)
    runProfileEvent(&watch->profile, event);
}

bool runWatchParse(const CommandLine *line, RunWatch *watch,
                   RunEngineOptions *options) {
  watch->traceFile = commandLineValue(line, RUN_TRACE);
  watch->profileFile = commandLineValue(line, RUN_PROFILE);
  watch->counts = commandLineValue(line, RUN_COUNTERS) != NULL;
  options->profile = watch->profileFile != NULL;
  options->traceUser = watch;
  if (watch->traceFile || watch->profileFile || watch->counts)
    options->trace = tell;
  return runRegionsParse(line, &watch->regions, &options->offload) &&
         runDecisionsParse(line, &watch->decisions, options);
}

bool runWatchWrite(RunWatch *watch) {
  return (!watch->traceFile ||
          runTraceWrite(&watch->trace, watch->traceFile)) &&
         runRegionsWrite(&watch->regions) &&
         runDecisionsWrite(&watch->decisions);
}

void runWatchFree(RunWatch *watch) {
  runTraceFree(&watch->trace);
  runProfileFree(&watch->profile);
  runRegionsFree(&watch->regions);
  runDecisionsFree(&watch->decisions);
}
