//===- Together.c - calls that run at the same time ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/BatchTables.h"
#include "tools/run/Choices.h"
#include "tools/run/Execute.h"

#include <limits.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Calls that run together; those whose inputs are bad are no part of them.
typedef struct Group {
  RunSession *session;
  RunPrepared *prepared;
  const RunCall *first; // of them
  size_t count;
  RelaxCall *calls; // one for each that has its inputs, in order
  size_t *numbers;  // which one it is
  size_t numCalls;
  bool again; // inputs are kept
} Group;

static bool runGroup(void *user) {
  Group *group = user;
  RelaxError error = {0};
  for (size_t i = 0; i < group->numCalls; ++i) {
    const RunPrepared *prepared = &group->prepared[group->numbers[i]];
    for (uint32_t k = 0; k < prepared->function->numResults; ++k)
      relaxTensorRelease(&prepared->outputs[k]);
    relaxErrorFree(&group->calls[i].error);
    group->calls[i] =
        (RelaxCall){.entry = prepared->function->name,
                    .inputs = group->again ? prepared->kept : prepared->inputs,
                    .numInputs = prepared->function->numParams,
                    .outputs = prepared->outputs,
                    .numOutputs = prepared->function->numResults};
    runChoicesBegin(group->session, prepared->call, !group->again);
  }
  runChoicesTogether(group->session, group->first, group->numbers);
  bool good = runEngineCallTogether(group->session->engine, group->calls,
                                    group->numCalls,
                                    &group->session->together->how, &error) ||
              runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

/// What the call handed out while it ran, and what it gave.
static bool reportCall(Group *group, size_t index) {
  RunSession *session = group->session;
  const RelaxCall *call = &group->calls[index];
  if (session->emitted[index].length)
    fputs(strBufText(&session->emitted[index]), stdout);
  if (relaxErrorIsSet(&call->error))
    return runFailInModule(runEngineModule(session->engine), &call->error);
  const RunPrepared *prepared = &group->prepared[group->numbers[index]];
  return runChoicesEnd(session, prepared->call) && runReport(session, prepared);
}

static void printBatching(const RunSession *session) {
  const RelaxCounters *c = runEngineCounters(session->engine);
  const RunCount counts[] = {
      {"deferred", c->deferred},
      {"batches", c->batches},
      {"launches", c->launches},
      {"lower_bound", (uint64_t)session->together->lowerBound},
      {"bytes_gathered", c->bytesGathered}};
  runPrintCounts(session, "batching", counts, sizeof(counts) / sizeof(*counts));
}

/// All that has its inputs, in order.
static bool runReady(Group *group, size_t before, size_t all) {
  RunSession *session = group->session;
  uint64_t compiled = runEngineKernelsCompiled(session->engine);
  arrsetlen(session->emitted, group->numCalls);
  for (size_t i = 0; i < group->numCalls; ++i)
    session->emitted[i] = (StrBuf){0};
  RunTogether kept = *session->together;
  session->together->lowerBound = 0;
  runProgressShow(session->progress, "running", 0);
  bool good = runGroup(group);
  runProgressHide(session->progress);
  for (size_t i = 0, next = 0, e = good ? group->count : 0; i < e; ++i) {
    bool ran = next < group->numCalls && group->numbers[next] == i;
    if (ran && reportCall(group, next++))
      continue;
    printf("// call %zu failed\n", before + i + 1);
    if (ran)
      good = runCallFailed(before + i + 1, all);
  }
  if (session->counters) {
    StrBuf who = {0};
    strBufAppendFormat(&who, "of %zu calls", group->numCalls);
    runPrintCounters(session, strBufText(&who), compiled);
    strBufFree(&who);
    if (session->together->how.policy)
      printBatching(session);
  }
  session->together->bounds = session->together->learns = false;
  session->silent = group->again = true;
  if (good && session->bench)
    good = runBench(session, runGroup, group);
  session->silent = false;
  session->together->bounds = kept.bounds;
  session->together->learns = kept.learns;
  for (size_t i = 0; i < group->numCalls; ++i) {
    strBufFree(&session->emitted[i]);
    relaxErrorFree(&group->calls[i].error);
  }
  arrfree(session->emitted);
  return good;
}

static bool parsePolicy(const CommandLine *line, RunTogether *out) {
  const char *policy = commandLineValue(line, RUN_POLICY);
  const char *colon = policy ? strchr(policy, ':') : NULL;
  // A table of the program, or a file.
  const char *module =
      colon && colon[1] == '@' ? commandLineValue(line, -1) : NULL;
  RelaxError error = {0};
  bool good = runPolicyRead(policy ? policy : "agenda", module,
                            &out->how.policy, &out->table, &error);
  if (relaxErrorIsSet(&error)) // else diagnostics have said it
    runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  out->how.table = &out->table;
  out->how.layout = commandLineValue(line, RUN_LAYOUT) != NULL;
  out->learns = commandLineValue(line, RUN_LEARN) != NULL;
  out->bounds = commandLineValue(line, RUN_COUNTERS) != NULL;
  if (out->learns || out->bounds)
    out->how.graph = runSampleGraph;
  out->how.graphUser = out;
  return good;
}

static bool parseBatch(const CommandLine *line, RunTogether *out) {
  const char *learnt = commandLineValue(line, RUN_LEARN);
  RelaxError error = {0};
  if (!commandLineValue(line, RUN_BATCH))
    return true;
  if (!learnt && (commandLineValue(line, RUN_ENCODING) ||
                  commandLineValue(line, RUN_ITERATIONS)))
    return runFail("options '--encoding' and '--iterations': expected "
                   "'--learn=TABLE', too");
  if (learnt && !runBatchTableCanBeMade(learnt, &error)) {
    runFail("%s", relaxErrorText(&error));
    relaxErrorFree(&error);
    return false;
  }
  return runParseCount(line, RUN_BATCH, 0, &out->size) &&
         parsePolicy(line, out);
}

bool runTogetherParse(const CommandLine *line, RunMode mode,
                      const RunCall *calls, RunTogether *out) {
  const char *seed = commandLineValue(line, RUN_INTERLEAVE);
  const char *option = seed ? "--interleave" : "--batch";
  *out = (RunTogether){.asked = seed || commandLineValue(line, RUN_BATCH)};
  if (!out->asked)
    return true;
  out->how.interleave = seed != NULL;
  if (!runParseSeed(line, RUN_INTERLEAVE, &out->how.seed) ||
      !parseBatch(line, out))
    return false;
  if (mode != RUN_COMPILED)
    return runFail("option '%s': expected '--mode=compiled'", option);
  if (commandLineValue(line, RUN_TOKENIZER))
    return runFail("'%s' and '--tokenizer' exclude each other", option);
  if (commandLineValue(line, RUN_MEMORY_LIMIT) ||
      commandLineValue(line, RUN_MEMORY_LEVEL) ||
      commandLineValue(line, RUN_RECOMPUTE))
    return runFail("'%s' excludes '--memory-limit' and '--recompute'", option);
  for (ptrdiff_t i = 0; i < arrlen(calls); ++i)
    if (arrlen(calls[i].carries))
      return runFail("'%s' and '--carry' exclude each other: no call is before "
                     "another",
                     option);
  return true;
}

/// Some of the calls; `before` others came before them.
static bool runSome(RunSession *session, const RunCall *calls, size_t count,
                    size_t before, size_t all) {
  Group group = {.session = session, .first = calls, .count = count};
  group.prepared = calloc(count + 1, sizeof *group.prepared);
  group.calls = calloc(count + 1, sizeof *group.calls);
  group.numbers = calloc(count + 1, sizeof *group.numbers);
  bool room = group.prepared && group.calls && group.numbers;
  bool good = room || runFail("out of memory");
  for (size_t i = 0; room && i < count; ++i)
    if (runPrepare(session, &calls[i], &group.prepared[i]))
      group.numbers[group.numCalls++] = i;
    else
      good = runCallFailed(before + i + 1, all);
  if (room)
    good &= runReady(&group, before, all);
  for (size_t i = 0; room && i < count; ++i)
    runPreparedFree(&group.prepared[i]);
  free(group.prepared);
  free(group.calls);
  free(group.numbers);
  return good;
}

bool runCallsTogether(RunSession *session, const RunCall *calls) {
  size_t all = (size_t)arrlen(calls), size = (size_t)session->together->size;
  bool good = true;
  for (size_t at = 0, count; at < all; at += count) {
    count = size && size < all - at ? size : all - at;
    good &= runSome(session, calls + at, count, at, all);
  }
  return good;
}
