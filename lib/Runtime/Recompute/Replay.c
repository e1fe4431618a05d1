//===- Replay.c - logs of operators, run without tensors -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/Replay.h"
#include "lib/Runtime/Recompute/ReplayLog.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { UNBOUND = UINT32_MAX };

typedef struct Replay {
  const RelaxRecomputeLog *log;
  RelaxRecompute *recompute;
  RelaxRecomputeStatus status;
  uint32_t *tensors; // of names; or UNBOUND
  uint32_t *order;   // names, as they were first bound; stb_ds arrays
  uint32_t *inputs;
  RelaxRecomputeOutput *outputs;
  RelaxError *error;
} Replay;

static bool failAt(Replay *replay, const ReplayStep *step, const char *what,
                   uint32_t name) {
  return relaxFail(replay->error, "line %zu: '%s' %s", step->line,
                   replay->log->names[name].key, what);
}

static bool isBound(Replay *replay, const ReplayStep *step, uint32_t name) {
  return replay->tensors[name] != UNBOUND ||
         failAt(replay, step, "is not defined", name);
}

static void bind(Replay *replay, uint32_t name, uint32_t tensor) {
  if (replay->tensors[name] == UNBOUND)
    arrput(replay->order, name);
  replay->tensors[name] = tensor;
}

/// One name of a tensor less.
static bool release(Replay *replay, const ReplayStep *step, uint32_t name) {
  uint32_t tensor = replay->tensors[name];
  if (!relaxRecomputeReferences(replay->recompute, tensor))
    return failAt(replay, step, "is released more often than it was named",
                  name);
  relaxRecomputeRelease(replay->recompute, tensor);
  return true;
}

/// Announces the operator of `inputs` and `outputs`, and runs it.
static bool runOperator(Replay *replay, const ReplayStep *step,
                        uint32_t *first) {
  if (!relaxRecomputeIssue(replay->recompute, replay->inputs,
                           (uint32_t)arrlen(replay->inputs), replay->outputs,
                           (uint32_t)arrlen(replay->outputs), step->time,
                           first))
    return relaxFail(replay->error,
                     "line %zu: expected sizes, and times by results, whose "
                     "sums are at most 2^%d",
                     step->line, RELAX_RECOMPUTE_SUM_BITS);
  replay->status = relaxRecomputeRun(replay->recompute, *first);
  return true;
}

static bool collectInputs(Replay *replay, const ReplayStep *step) {
  const uint32_t *args = &replay->log->args[step->firstArg];
  arrsetlen(replay->inputs, 0);
  arrsetlen(replay->outputs, 0);
  for (uint32_t i = 0; i < step->numArgs; ++i) {
    if (!isBound(replay, step, args[i]))
      return false;
    uint32_t tensor = replay->tensors[args[i]];
    if (relaxRecomputeIsFreed(replay->recompute, tensor))
      return failAt(replay, step, "is read after its last name was released",
                    args[i]);
    arrput(replay->inputs, tensor);
  }
  return true;
}

static bool stepCall(Replay *replay, const ReplayStep *step) {
  const ReplayResult *results = &replay->log->results[step->firstResult];
  uint32_t first;
  if (!collectInputs(replay, step))
    return false;
  for (uint32_t i = 0; i < step->numResults; ++i)
    arrput(replay->outputs, results[i].output);
  if (!runOperator(replay, step, &first))
    return false;
  for (uint32_t i = 0; i < step->numResults; ++i)
    bind(replay, results[i].name, first + i);
  if (step->kind == REPLAY_CONSTANT && replay->status == RELAX_RECOMPUTE_OK)
    relaxRecomputePin(replay->recompute, first);
  return true;
}

static bool stepMutate(Replay *replay, const ReplayStep *step) {
  const uint32_t *changed = &replay->log->changed[step->firstResult],
                 *args = &replay->log->args[step->firstArg];
  uint32_t first;
  if (!collectInputs(replay, step))
    return false;
  for (uint32_t i = 0; i < step->numResults; ++i) {
    uint32_t storage =
        relaxRecomputeStorageOf(replay->recompute, replay->inputs[changed[i]]);
    RelaxRecomputeOutput output = {
        relaxRecomputeBytesOf(replay->recompute, storage), -1};
    arrput(replay->outputs, output);
  }
  if (!runOperator(replay, step, &first))
    return false;
  for (uint32_t i = 0;
       replay->status == RELAX_RECOMPUTE_OK && i < step->numResults; ++i) {
    uint32_t name = args[changed[i]], old = replay->tensors[name];
    if (!relaxRecomputeReferences(replay->recompute, old))
      return failAt(replay, step, "changes after its last name was released",
                    name);
    bind(replay, name, first + i);
    relaxRecomputeRelease(replay->recompute, old);
  }
  return true;
}

static bool runStep(Replay *replay, const ReplayStep *step) {
  switch (step->kind) {
  case REPLAY_CONSTANT:
  case REPLAY_CALL:
    return stepCall(replay, step);
  case REPLAY_MUTATE:
    return stepMutate(replay, step);
  case REPLAY_RELEASE:
    return replay->tensors[step->name] == UNBOUND ||
           release(replay, step, step->name);
  default:
    break;
  }
  // COPY_FROM takes a name away first, which may free what SRC names, too.
  if (!isBound(replay, step, step->from) ||
      (step->kind == REPLAY_COPY_FROM && (!isBound(replay, step, step->name) ||
                                          !release(replay, step, step->name))))
    return false;
  uint32_t tensor = replay->tensors[step->from];
  if (relaxRecomputeIsFreed(replay->recompute, tensor))
    return failAt(replay, step, "is copied after its last name was released",
                  step->from);
  bind(replay, step->name, tensor);
  relaxRecomputeRetain(replay->recompute, tensor);
  return true;
}

/// What still has a name is there at the end.
static void restoreNamed(Replay *replay) {
  for (ptrdiff_t i = 0;
       replay->status == RELAX_RECOMPUTE_OK && i < arrlen(replay->order); ++i) {
    uint32_t tensor = replay->tensors[replay->order[i]];
    if (!relaxRecomputeReferences(replay->recompute, tensor))
      continue;
    replay->status = relaxRecomputeGet(replay->recompute, tensor);
    if (replay->status == RELAX_RECOMPUTE_OK)
      relaxRecomputePin(replay->recompute, tensor);
  }
}

bool relaxReplay(const RelaxRecomputeLog *log,
                 const RelaxReplayOptions *options,
                 RelaxRecomputeStatus *status, RelaxRecomputeCounters *counters,
                 RelaxError *error) {
  RelaxRecomputeOptions recompute = {.heuristic = options->heuristic,
                                     .policy = options->policy,
                                     .budget = options->budget,
                                     .repeatLimit = log->time,
                                     .seed = options->seed};
  Replay replay = {.log = log, .error = error};
  size_t names = (size_t)shlen(log->names);
  replay.recompute = relaxRecomputeCreate(&recompute);
  replay.tensors = malloc((names ? names : 1) * sizeof *replay.tensors);
  bool good = replay.tensors != NULL || relaxFail(error, "out of memory");
  for (size_t i = 0; good && i < names; ++i)
    replay.tensors[i] = UNBOUND;
  for (ptrdiff_t i = 0;
       good && replay.status == RELAX_RECOMPUTE_OK && i < arrlen(log->steps);
       ++i)
    good = runStep(&replay, &log->steps[i]);
  if (good)
    restoreNamed(&replay);
  *status = replay.status;
  *counters = *relaxRecomputeGetCounters(replay.recompute);
  relaxRecomputeDestroy(replay.recompute);
  free(replay.tensors);
  arrfree(replay.order);
  arrfree(replay.inputs);
  arrfree(replay.outputs);
  return good;
}

bool relaxReplayPeak(const RelaxRecomputeLog *log, uint64_t *bytes,
                     RelaxError *error) {
  RelaxReplayOptions options = {
      .heuristic = relaxRecomputeFindHeuristic(strRefFromC("h_LRU")),
      .policy = RELAX_RECOMPUTE_BANISH,
      .budget = INT64_MAX};
  RelaxRecomputeStatus status;
  RelaxRecomputeCounters counters;
  if (!relaxReplay(log, &options, &status, &counters, error))
    return false;
  *bytes = counters.peak;
  return true;
}

bool relaxReplayBudget(const RelaxRecomputeLog *log, const char *text,
                       uint64_t *bytes, RelaxError *error) {
  bool share = strchr(text, '.') != NULL, digits = false;
  char *end;
  for (const char *c = text; *c; ++c) {
    if ((*c < '0' || *c > '9') && *c != '.')
      goto nonsense;
    digits |= *c != '.';
  }
  if (!digits)
    goto nonsense;
  errno = 0;
  if (share) {
    double ratio = strtod(text, &end);
    if (*end || !relaxReplayPeak(log, bytes, error))
      goto nonsense;
    double budget = floor((double)*bytes * ratio);
    if (!(budget < 0x1p63))
      goto nonsense;
    *bytes = (uint64_t)budget;
  } else {
    *bytes = strtoull(text, &end, 10);
  }
  if (errno == 0 && *bytes > 0 && *bytes <= INT64_MAX)
    return true;
nonsense:
  return relaxFail(error,
                   "expected bytes from 1 to 2^63 - 1, or a share of the peak "
                   "such as 0.5, got '%s'",
                   text);
}
