//===- Watch.h - who is told of kernels and calls -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_WATCH_H
#define RELAX_TOOLS_RUN_WATCH_H

#include "tools/CommandLine.h"
#include "tools/run/Decisions.h"
#include "tools/run/Profile.h"
#include "tools/run/Regions.h"
#include "tools/run/Trace.h"

typedef struct RunWatch {
  const char *traceFile, *profileFile; // NULL: not asked for
  RunRegions regions;
  RunDecisions decisions;
  struct RunChoices *choices; // NULL: nobody asked for them
  bool counts;                // multiply-adds, for the counters
  RunTrace trace;
  RunProfile profile;
} RunWatch;

/// Reads what is asked for; `options` get what tells `watch` of it, which has
/// to live as long as their engine. False after a message.
bool runWatchParse(const CommandLine *line, RunWatch *watch,
                   RunEngineOptions *options);
/// Writes what was seen to the files asked for. False after a message.
bool runWatchWrite(RunWatch *watch);
void runWatchFree(RunWatch *watch);

#endif // RELAX_TOOLS_RUN_WATCH_H
