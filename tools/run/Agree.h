//===- Agree.h - are the results of a call what they should be ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_AGREE_H
#define RELAX_TOOLS_RUN_AGREE_H

#include "tools/run/Execute.h"

/// The results of a call, and how they came.
typedef struct RunOutcome {
  const RunCall *call;
  const RelaxFunction *function;
  const RelaxTensor *inputs, *outputs;
} RunOutcome;

/// With what `--expect` says; with the other engine (`--compare`). Prints one
/// line if all agree, else messages; then false.
bool runAgreeWithExpected(RunSession *session, const RunOutcome *outcome);
bool runAgreeWithReference(RunSession *session, const RunOutcome *outcome);

/// The result that is asked for by `[NAME=]...`; the k-th unnamed is result k.
/// Negative after a message.
int32_t runPickResult(const RelaxFunction *function, const char *text,
                      const char **value, int32_t *next);

#endif // RELAX_TOOLS_RUN_AGREE_H
