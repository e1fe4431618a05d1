//===- Calls.c - the calls of a run of relax-run --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Choices.h"
#include "tools/run/Decisions.h"
#include "tools/run/Execute.h"
#include "tools/run/Regions.h"

#include <stb/stb_ds.h>
#include <stdio.h>

/// What `--bench` repeats.
typedef struct Again {
  RunSession *session;
  const RunPrepared *prepared;
} Again;

static bool callAgain(void *user) {
  const Again *again = user;
  return runCallAgain(again->session, again->prepared);
}

/// Runs a call and reports it.
static bool callOnce(RunSession *session, const RunPrepared *prepared) {
  RelaxError error = {0};
  const RelaxFunction *function = prepared->function;
  uint64_t compiled = runEngineKernelsCompiled(session->engine);
  RunWork work = runWorkBefore(session);
  runProgressShow(session->progress, "running", 0);
  if (session->text)
    runTextBegin(session->text);
  if (session->regions)
    runRegionsBegin(session->regions);
  if (session->decisions)
    runDecisionsBegin(session->decisions, function->name);
  runChoicesBegin(session, prepared->call, true);
  bool good = runEngineCallDonating(
      session->engine, function->name, prepared->inputs, function->numParams,
      prepared->outputs, function->numResults, &error);
  runProgressHide(session->progress);
  if (session->decisions)
    runDecisionsEnd(session->decisions);
  if (session->text) // also what came before an error
    good &= runTextEnd(session->text, good);
  if (relaxErrorIsSet(&error))
    runFailInModule(runEngineModule(session->engine), &error);
  relaxErrorFree(&error);
  good = good && runChoicesEnd(session, prepared->call) &&
         runReport(session, prepared);
  if (good && session->counters) {
    StrBuf who = {0};
    strBufAppendFormat(&who, "@%.*s", (int)function->name.length,
                       function->name.data);
    runPrintCounters(session, strBufText(&who), compiled);
    runPrintWork(session, strBufText(&who), work);
    strBufFree(&who);
  }
  session->silent = true; // it was said once
  if (good && session->regions)
    good = runRegionsMeasure(session, prepared);
  if (good && session->bench)
    good = runBench(session, callAgain, &(Again){session, prepared});
  session->silent = false;
  return good;
}

static bool execute(RunSession *session, const RunCall *call) {
  RunPrepared prepared;
  runEngineSetMemoryLimit(session->engine, call->memoryLimit);
  bool good = runPrepare(session, call, &prepared);
  runSessionFree(session); // results that were carried on are the call's alone
  good = good && callOnce(session, &prepared);
  if (good) {
    session->previous = prepared.outputs;
    session->previousFunction = prepared.function;
    prepared.outputs = NULL;
  }
  runPreparedFree(&prepared);
  return good;
}

bool runCalls(RunSession *session, const RunCall *calls) {
  size_t count = (size_t)arrlen(calls);
  bool good = true;
  for (size_t i = 0; i < count; ++i)
    if (!execute(session, &calls[i])) {
      good = false;
      if (!calls[i].listed)
        break;
      printf("// call %zu failed\n", i + 1);
      runCallFailed(i + 1, count);
    }
  return good;
}
