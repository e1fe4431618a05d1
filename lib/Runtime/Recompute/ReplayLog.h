//===- ReplayLog.h - a log in memory -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime/Recompute.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_RECOMPUTE_REPLAYLOG_H
#define RELAX_RUNTIME_RECOMPUTE_REPLAYLOG_H

#include "lib/Runtime/Recompute/Replay.h"

typedef enum ReplayKind {
  REPLAY_ANNOTATE, // these three make no step
  REPLAY_MEMORY,
  REPLAY_ALIAS,
  REPLAY_CONSTANT,
  REPLAY_CALL,
  REPLAY_MUTATE,
  REPLAY_COPY,
  REPLAY_COPY_FROM,
  REPLAY_RELEASE,
  REPLAY_NUM_KINDS,
} ReplayKind;

typedef struct ReplayResult {
  uint32_t name;
  RelaxRecomputeOutput output;
} ReplayResult;

typedef struct ReplayStep {
  ReplayKind kind;
  uint32_t name, from; // of RELEASE; DST and SRC
  uint32_t firstArg, numArgs;
  uint32_t firstResult, numResults; // of MUTATE: indices of arguments
  size_t line;
  int64_t time;
} ReplayStep;

typedef struct ReplayName {
  char *key;
  uint32_t value;
} ReplayName;

struct RelaxRecomputeLog { // stb_ds arrays and map
  ReplayStep *steps;
  uint32_t *args;        // names
  ReplayResult *results; // of CONSTANT and CALL
  uint32_t *changed;     // of MUTATE
  ReplayName *names;
  int64_t time; // of all steps
};

#endif // RELAX_RUNTIME_RECOMPUTE_REPLAYLOG_H
