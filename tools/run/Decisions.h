//===- Decisions.h - what a call under a limit ran -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_DECISIONS_H
#define RELAX_TOOLS_RUN_DECISIONS_H

#include "tools/run/Execute.h"

/// `--record-recompute`: the kernels of the last call, in the order in which
/// they ran (lib/Transforms/Memory/Decisions.h).
typedef struct RunDecisions {
  const char *path; // NULL: not asked for
  StrBuf lines;
  bool active; // a call runs, and none to time it
} RunDecisions;

/// The option; false after a message. `options` keep `out`.
bool runDecisionsParse(const CommandLine *line, RunDecisions *out,
                       RunEngineOptions *options);
/// Around a call.
void runDecisionsBegin(RunDecisions *decisions, StrRef function);
void runDecisionsEnd(RunDecisions *decisions);
/// Writes the file that was asked for, if any; false after a message.
bool runDecisionsWrite(RunDecisions *decisions);
void runDecisionsFree(RunDecisions *decisions);

#endif // RELAX_TOOLS_RUN_DECISIONS_H
