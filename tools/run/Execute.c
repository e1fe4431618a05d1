//===- Execute.c - one call of relax-run, from inputs to reports ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Execute.h"
#include "lib/Runtime/Compare.h"
#include "lib/Runtime/Container.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/Npy.h"
#include "lib/Runtime/ValueText.h"

#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

static void releaseAll(RelaxTensor *tensors) {
  for (ptrdiff_t i = 0; i < arrlen(tensors); ++i)
    relaxTensorRelease(&tensors[i]);
}

static RelaxTolerance toleranceOf(const RunCall *call, RelaxDType dtype) {
  RelaxTolerance tolerance = relaxToleranceDefault(dtype);
  if (call->rtol >= 0)
    tolerance.rtol = call->rtol;
  if (call->atol >= 0)
    tolerance.atol = call->atol;
  return tolerance;
}

static bool compareOne(const RunCall *call, const RelaxValueType *type,
                       const RelaxTensor *got, const RelaxTensor *expected,
                       const char *what) {
  RelaxComparison comparison;
  RelaxTolerance tolerance = toleranceOf(call, relaxLeafDType(expected));
  if (relaxCompare(got, expected, tolerance, &comparison))
    return true;
  StrBuf report = {0};
  relaxComparisonPrint(&comparison, got, expected, tolerance, &report);
  runFail("result '%.*s'%s: %s", (int)type->name.length, type->name.data, what,
          strBufText(&report));
  strBufFree(&report);
  return false;
}

/// The results that are asked for by `[NAME=]...`; the k-th unnamed is result
/// k.
static int32_t pickResult(const RelaxFunction *function, const char *text,
                          const char **value, int32_t *next) {
  int32_t index =
      runNamedValue(function->results, function->numResults, text, value);
  if (index == -1 && *next < (int32_t)function->numResults)
    index = (*next)++;
  if (index < 0)
    runFail("'%s' names no result of '%.*s'", text, (int)function->name.length,
            function->name.data);
  return index;
}

static bool checkExpected(const RelaxProgram *program, const RunCall *call,
                          const RelaxFunction *function,
                          const RelaxTensor *outputs) {
  int32_t next = 0;
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(call->expected); ++i) {
    const char *value;
    int32_t index = pickResult(function, call->expected[i], &value, &next);
    RelaxTensor expected;
    RelaxError error = {0};
    if (index < 0)
      return false;
    if (!runReadValue(program, value, &function->results[index], &expected,
                      &error)) {
      runFail("expected value: %s", relaxErrorText(&error));
      relaxErrorFree(&error);
      return false;
    }
    good &= compareOne(call, &function->results[index], &outputs[index],
                       &expected, "");
    relaxTensorRelease(&expected);
  }
  return good;
}

static bool commitFiles(RelaxFiles *files) {
  RelaxError error = {0};
  bool good =
      relaxFilesCommit(files, &error) || runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

/// Writes or prints every result: all files, or none.
static bool report(const RelaxProgram *program, const RunCall *call,
                   const RelaxFunction *function, const RelaxTensor *outputs,
                   bool print) {
  bool *written = NULL;
  arrsetlen(written, function->numResults + 1);
  memset(written, 0, function->numResults + 1);
  int32_t next = 0;
  bool good = true;
  RelaxFiles files = {0};
  for (ptrdiff_t i = 0; good && i < arrlen(call->outputs); ++i) {
    const char *value;
    int32_t index = pickResult(function, call->outputs[i], &value, &next);
    RelaxError error = {0};
    if (index < 0)
      good = false;
    else if (value[0] != '@')
      good = runFail("option '--output': expected '[NAME=]@FILE', got '%s'",
                     call->outputs[i]);
    else if (!relaxNpyAdd(&files, value + 1, &outputs[index], &error))
      good = runFail("%s", relaxErrorText(&error));
    else
      written[index] = true;
    relaxErrorFree(&error);
  }
  good = good && commitFiles(&files);
  relaxFilesDiscard(&files);
  for (uint32_t i = 0; good && print && i < function->numResults; ++i) {
    if (written[i])
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
  arrfree(written);
  return good;
}

static void printCounters(const RunSession *session,
                          const RelaxFunction *function,
                          uint64_t compiledBefore) {
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
}

/// The same call on the other engine, results compared.
static bool compareEngines(RunSession *session, const RunCall *call,
                           const RelaxFunction *function,
                           const RelaxTensor *inputs,
                           const RelaxTensor *outputs) {
  RelaxTensor *expected = NULL;
  RelaxError error = {0};
  arrsetlen(expected, function->numResults);
  if (function->numResults)
    memset(expected, 0, function->numResults * sizeof(RelaxTensor));
  runProgressShow(session->progress, "running the reference", 0);
  bool good = runEngineCall(session->against, function->name, inputs,
                            function->numParams, expected, function->numResults,
                            &error);
  runProgressHide(session->progress);
  if (!good && !relaxErrorContext(&error, "reference"))
    runFailInModule(runEngineModule(session->against), &error);
  relaxErrorFree(&error);
  for (uint32_t i = 0; good && i < function->numResults; ++i)
    good &= compareOne(call, &function->results[i], &outputs[i], &expected[i],
                       " differs from the reference");
  releaseAll(expected);
  arrfree(expected);
  return good;
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
  const RelaxProgram *program = runEngineSignatures(session->engine);
  uint64_t compiled = runEngineKernelsCompiled(session->engine);
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
  good = good &&
         report(program, call, function, outputs,
                !session->bench && !session->text) &&
         checkExpected(program, call, function, outputs);
  if (good && session->against)
    good = compareEngines(session, call, function, kept, outputs);
  if (good && session->counters)
    printCounters(session, function, compiled);
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
