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
#include "tools/run/Choices.h"
#include "tools/run/Values.h"

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

/// `RunPrepared::kept`; NULL after a message.
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

bool runPrepare(RunSession *session, const RunCall *call, RunPrepared *out) {
  RelaxError error = {0};
  *out = (RunPrepared){.call = call};
  out->function = relaxEntryFind(runEngineSignatures(session->engine),
                                 strRefFromC(call->entry), &error);
  if (!out->function) {
    runFail("%s", relaxErrorText(&error));
    relaxErrorFree(&error);
    return false;
  }
  arrsetlen(out->outputs, out->function->numResults);
  if (out->function->numResults)
    memset(out->outputs, 0, out->function->numResults * sizeof(RelaxTensor));
  if (!runInputs(session, call, out->function, &out->inputs))
    return false;
  out->kept = keepInputs(out->function, out->inputs);
  return out->kept != NULL;
}

bool runCallAgain(RunSession *session, const RunPrepared *prepared) {
  const RelaxFunction *function = prepared->function;
  RelaxTensor *outputs = prepared->outputs;
  RelaxError error = {0};
  for (uint32_t i = 0; i < function->numResults; ++i)
    relaxTensorRelease(&outputs[i]);
  runChoicesBegin(session, prepared->call, false);
  bool good = runEngineCall(session->engine, function->name, prepared->kept,
                            function->numParams, outputs, function->numResults,
                            &error) ||
              runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

bool runReport(RunSession *session, const RunPrepared *done) {
  RunOutcome outcome = {done->call, done->function, done->kept, done->outputs};
  bool good = report(session, done->call, done->function, done->outputs) &&
              runAgreeWithExpected(session, &outcome) &&
              (!session->against || runAgreeWithReference(session, &outcome));
  return (!session->values ||
          runValuesReport(session->values, session->againstName)) &&
         good;
}

void runPreparedFree(RunPrepared *prepared) {
  RelaxTensor *arrays[] = {prepared->inputs, prepared->outputs, prepared->kept};
  for (size_t i = 0; i < sizeof(arrays) / sizeof(*arrays); ++i) {
    releaseAll(arrays[i]);
    arrfree(arrays[i]);
  }
  *prepared = (RunPrepared){0};
}

void runSessionFree(RunSession *session) {
  releaseAll(session->previous);
  arrfree(session->previous);
  session->previous = NULL;
  session->previousFunction = NULL;
}
