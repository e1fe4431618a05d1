//===- Replay.h - logs of operators, run without tensors -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Logs are those of DTR's simulator: a JSON object a line, with INSTRUCTION and
//
//   ANNOTATE   ANNOTATION      all up to the first START is skipped
//   CONSTANT   NAME            a pinned tensor; a MEMORY line follows
//   CALL       NAME, ARGS, RESULT, TIME   an operator; a MEMORY and an ALIAS
//                              line for each result follow
//   MEMORY     NAME, MEMORY    bytes of a result
//   ALIAS      NAME, ALIAS     -1, or the argument that it is a view of
//   MUTATE     NAME, ARGS, MUTATE, TIME   changes arguments, by copy on write
//   COPY       DST, SRC        a further name
//   COPY_FROM  DST, SRC        a name for another tensor
//   RELEASE    NAME            a name less
//
// Numbers stand in quotes or without. The budget of time for computing again is
// that of the whole log: what needs more thrashes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_RECOMPUTE_REPLAY_H
#define RELAX_RUNTIME_RECOMPUTE_REPLAY_H

#include "lib/Runtime/Error.h"
#include "lib/Runtime/Recompute/Recompute.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxRecomputeLog RelaxRecomputeLog;

/// NULL after a message that names the line. The text is not kept.
RelaxRecomputeLog *relaxRecomputeLogParse(StrRef text, RelaxError *error);
void relaxRecomputeLogDestroy(RelaxRecomputeLog *log);
/// CONSTANT, CALL and MUTATE behind START.
size_t relaxRecomputeLogOperators(const RelaxRecomputeLog *log);

typedef struct RelaxReplayOptions {
  const RelaxRecomputeHeuristic *heuristic;
  RelaxRecomputePolicy policy;
  uint64_t budget; // at most INT64_MAX, which is none
  uint64_t seed;
} RelaxReplayOptions;

/// False after a message that names the line. The status is no failure.
bool relaxReplay(const RelaxRecomputeLog *log,
                 const RelaxReplayOptions *options,
                 RelaxRecomputeStatus *status, RelaxRecomputeCounters *counters,
                 RelaxError *error);
/// The most bytes that are there at once where memory has no end, and what
/// nothing needs is freed for good.
bool relaxReplayPeak(const RelaxRecomputeLog *log, uint64_t *bytes,
                     RelaxError *error);
/// `0.5`: a share of that peak, rounded down; `1000`: bytes.
bool relaxReplayBudget(const RelaxRecomputeLog *log, const char *text,
                       uint64_t *bytes, RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_RECOMPUTE_REPLAY_H
