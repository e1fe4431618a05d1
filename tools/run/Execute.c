//===- Execute.c - one call of relax-run, from inputs to reports ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Execute.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/Npy.h"
#include "lib/Runtime/ValueText.h"
#include "tools/run/Agree.h"

#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

static void releaseAll(RelaxTensor *tensors) {
  for (ptrdiff_t i = 0; i < arrlen(tensors); ++i)
    relaxTensorRelease(&tensors[i]);
}

static bool commitFiles(RelaxFiles *files) {
  RelaxError error = {0};
  bool good =
      relaxFilesCommit(files, &error) || runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

/// What happens to a result.
typedef enum Showing {
  SHOW_VALUE,
  SHOW_SHORT, // it is compared: its value, if that is not long
  SHOW_ALWAYS,
  SHOW_NOT // it is written to a file
} Showing;

enum { MAX_SHORT = 16 }; // elements

/// The file of a result: .npy, or JSON of a value of a data type.
static bool addFile(const RunSession *session, const RelaxFunction *function,
                    int32_t index, const char *path, const RelaxTensor *value,
                    RelaxFiles *files, RelaxError *error) {
  if (value->dtype != RELAX_DATA)
    return relaxNpyAdd(files, path, value, error);
  StrBuf text = {0};
  bool good =
      relaxDataToJson(runEngineSignatures(session->engine),
                      function->results[index].data, value, &text, error);
  strBufAppendC(&text, "\n");
  StrRef piece = {text.data, text.length};
  good = good && relaxFilesAdd(files, path, &piece, 1, error);
  strBufFree(&text);
  return good;
}

/// Reads the options of the call about its results. Adds files that are to be
/// written; false after a message.
static bool planReport(const RunSession *session, const RunCall *call,
                       const RelaxFunction *function,
                       const RelaxTensor *outputs, Showing *showing,
                       RelaxFiles *files) {
  int32_t next = 0;
  for (uint32_t i = 0; i < function->numResults; ++i)
    showing[i] = session->against ? SHOW_SHORT : SHOW_VALUE;
  for (ptrdiff_t i = 0; i < arrlen(call->expected); ++i) {
    const char *value;
    int32_t index = runPickResult(function, call->expected[i], &value, &next);
    if (index < 0)
      return false;
    showing[index] = SHOW_SHORT;
  }
  next = 0;
  for (ptrdiff_t i = 0; i < arrlen(call->outputs); ++i) {
    const char *value;
    RelaxError error = {0};
    bool all = strcmp(call->outputs[i], "-") == 0, good = true;
    for (uint32_t k = 0; all && k < function->numResults; ++k)
      showing[k] = showing[k] == SHOW_NOT ? SHOW_NOT : SHOW_ALWAYS;
    if (all)
      continue;
    int32_t index = runPickResult(function, call->outputs[i], &value, &next);
    if (index < 0)
      return false;
    if (strcmp(value, "-") == 0)
      showing[index] = SHOW_ALWAYS;
    else if (value[0] != '@')
      good = runFail("option '--output': expected '[NAME=]@FILE' or '-', got "
                     "'%s'",
                     call->outputs[i]);
    else if (!addFile(session, function, index, value + 1, &outputs[index],
                      files, &error))
      good = runFail("%s", relaxErrorText(&error));
    else
      showing[index] = SHOW_NOT;
    relaxErrorFree(&error);
    if (!good)
      return false;
  }
  return true;
}

static bool isShown(Showing showing, const RelaxTensor *value) {
  return showing == SHOW_SHORT ? value->dtype != RELAX_DATA &&
                                     relaxTensorCount(value) <= MAX_SHORT
                               : showing != SHOW_NOT;
}

/// Writes or prints every result: all files, or none.
static bool report(const RunSession *session, const RunCall *call,
                   const RelaxFunction *function, const RelaxTensor *outputs) {
  const RelaxProgram *program = runEngineSignatures(session->engine);
  Showing *showing = NULL;
  RelaxFiles files = {0};
  arrsetlen(showing, function->numResults + 1);
  bool good = planReport(session, call, function, outputs, showing, &files) &&
              commitFiles(&files);
  relaxFilesDiscard(&files);
  bool print = good && !session->bench && !session->text;
  for (uint32_t i = 0; print && i < function->numResults; ++i) {
    if (!isShown(showing[i], &outputs[i]))
      continue;
    StrBuf text = {0};
    if (outputs[i].dtype == RELAX_DATA)
      relaxDataPrint(program, function->results[i].data, &outputs[i], &text);
    else
      relaxValuePrint(&outputs[i], -1, &text);
    printf("%.*s = %s\n", (int)function->results[i].name.length,
           function->results[i].name.data, strBufText(&text));
    strBufFree(&text);
  }
  arrfree(showing);
  return good;
}

/// Multiply-adds of a call, where the loops of all kernels tell; `before` is
/// what was counted up to it.
static void printWork(const RunSession *session, StrRef name, uint64_t before) {
  uint64_t now;
  if (session->profile && runProfileWork(session->profile, &now))
    printf("counters work @%.*s: multiply_adds=%llu\n", (int)name.length,
           name.data, (unsigned long long)(now - before));
}

static void printCounters(const RunSession *session,
                          const RelaxFunction *function,
                          uint64_t compiledBefore, uint64_t workBefore) {
  const RelaxCounters *c = runEngineCounters(session->engine);
  if (!c)
    return;
  printf("counters @%.*s: kernels_compiled=%llu kernels_run=%llu "
         "arena_bytes=%llu allocations=%llu result_bytes=%llu "
         "bytes_copied=%llu library_calls=%llu weight_bytes=%llu\n",
         (int)function->name.length, function->name.data,
         (unsigned long long)(runEngineKernelsCompiled(session->engine) -
                              compiledBefore),
         (unsigned long long)c->kernelsRun, (unsigned long long)c->arenaBytes,
         (unsigned long long)c->arenaAllocations,
         (unsigned long long)c->resultBytes, (unsigned long long)c->bytesCopied,
         (unsigned long long)c->libraryCalls,
         (unsigned long long)runEngineWeightBytes(session->engine));
  const RelaxProgram *program = runEngineSignatures(session->engine);
  for (size_t i = 0; i < c->numArms; ++i) {
    StrRef name = program->strings[program->arms[i]];
    printf("counters arm '%.*s': %llu\n", (int)name.length, name.data,
           (unsigned long long)c->arms[i]);
  }
  printWork(session, function->name, workBefore);
}

/// The inputs for whoever calls once more: the first call takes those of
/// donated parameters. stb_ds array; NULL after a message.
static RelaxTensor *keepInputs(const RelaxFunction *function,
                               const RelaxTensor *inputs) {
  RelaxTensor *kept = NULL;
  RelaxError error = {0};
  arrsetcap(kept, function->numParams + 1);
  for (uint32_t i = 0; i < function->numParams; ++i) {
    RelaxTensor copy;
    if (!function->params[i].donated)
      copy = relaxTensorShare(&inputs[i]);
    else if (!relaxTensorClone(&inputs[i], &copy, &error))
      break;
    arrput(kept, copy);
  }
  if (!relaxErrorIsSet(&error))
    return kept;
  runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  releaseAll(kept);
  arrfree(kept);
  return NULL;
}

static bool callOnce(RunSession *session, const RunCall *call,
                     const RelaxFunction *function, RelaxTensor *inputs,
                     RelaxTensor *outputs) {
  RelaxError error = {0};
  uint64_t compiled = runEngineKernelsCompiled(session->engine);
  uint64_t work = 0;
  if (session->profile)
    runProfileWork(session->profile, &work);
  RelaxTensor *kept = keepInputs(function, inputs);
  runProgressShow(session->progress, "running", 0);
  if (session->text)
    runTextBegin(session->text);
  bool good =
      kept && runEngineCallDonating(session->engine, function->name, inputs,
                                    function->numParams, outputs,
                                    function->numResults, &error);
  runProgressHide(session->progress);
  if (session->text) // also what came before an error
    good &= runTextEnd(session->text, good);
  if (kept && relaxErrorIsSet(&error))
    runFailInModule(runEngineModule(session->engine), &error);
  relaxErrorFree(&error);
  RunOutcome outcome = {call, function, kept, outputs};
  good = good && report(session, call, function, outputs) &&
         runAgreeWithExpected(session, &outcome) &&
         (!session->against || runAgreeWithReference(session, &outcome));
  if (good && session->counters)
    printCounters(session, function, compiled, work);
  session->silent = true; // it was said once
  if (good && session->bench)
    good = runBench(session, function, kept, outputs);
  session->silent = false;
  releaseAll(kept);
  arrfree(kept);
  return good;
}

bool runExecute(RunSession *session, const RunCall *call) {
  RelaxError error = {0};
  const RelaxFunction *function = relaxEntryFind(
      runEngineSignatures(session->engine), strRefFromC(call->entry), &error);
  if (!function) {
    runFail("%s", relaxErrorText(&error));
    relaxErrorFree(&error);
    return false;
  }
  RelaxTensor *inputs = NULL, *outputs = NULL;
  arrsetlen(outputs, function->numResults);
  if (function->numResults)
    memset(outputs, 0, function->numResults * sizeof(RelaxTensor));
  bool good = runInputs(session, call, function, &inputs);
  runSessionFree(session); // results that were carried on are the call's alone
  good = good && callOnce(session, call, function, inputs, outputs);
  releaseAll(inputs);
  arrfree(inputs);
  session->previous = outputs;
  session->previousFunction = function;
  return good;
}

void runSessionFree(RunSession *session) {
  releaseAll(session->previous);
  arrfree(session->previous);
  session->previous = NULL;
}
