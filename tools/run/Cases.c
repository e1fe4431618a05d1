//===- Cases.c - two texts of a program on made inputs --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Cases.h"
#include "lib/Runtime/Npy.h"
#include "tools/run/Agree.h"

#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/// What has been found out so far.
typedef struct Trial {
  RunSession *session;
  const char *save; // or NULL
  long agreed, refused, empty;
  long functions;
  bool failed;
} Trial;

static RelaxTensor *zeroed(uint32_t count) {
  RelaxTensor *tensors = NULL;
  arrsetlen(tensors, count + 1);
  memset(tensors, 0, (count + 1) * sizeof(RelaxTensor));
  return tensors;
}

static void release(RelaxTensor *tensors) {
  for (ptrdiff_t i = 0; i < arrlen(tensors); ++i)
    relaxTensorRelease(&tensors[i]);
  arrfree(tensors);
}

/// Writes the inputs as .npy files and says so.
static void saveInputs(const Trial *trial, const RunOutcome *outcome) {
  const RelaxFunction *function = outcome->function;
  RelaxFiles files = {0};
  RelaxError error = {0};
  StrBuf path = {0}, options = {0};
  if (!trial->save)
    return;
  bool good = mkdir(trial->save, 0777) == 0 || errno == EEXIST ||
              relaxFail(&error, "cannot make the folder '%s': %s", trial->save,
                        strerror(errno));
  for (uint32_t i = 0; good && i < function->numParams; ++i) {
    path.length = 0;
    strBufAppendFormat(&path, "%s/input%u.npy", trial->save, i);
    good = relaxNpyAdd(&files, strBufText(&path), &outcome->inputs[i], &error);
    strBufAppendFormat(&options, " --input=@%s", strBufText(&path));
  }
  good = good && relaxFilesCommit(&files, &error);
  relaxFilesDiscard(&files);
  if (good)
    fprintf(stderr, "relax-run: note: to see it again: --entry=%.*s%s\n",
            (int)function->name.length, function->name.data,
            strBufText(&options));
  else
    runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  strBufFree(&path);
  strBufFree(&options);
}

/// One side has a result and the other a message.
static bool failAlone(const Trial *trial, const RunOutcome *outcome,
                      const RelaxError *error, const char *who) {
  runFail("'%.*s' with --dims=%s --seed=%llu%s: %s: %s",
          (int)outcome->function->name.length, outcome->function->name.data,
          outcome->call->dims, (unsigned long long)outcome->call->seed,
          outcome->call->special ? " and special values" : "", who,
          relaxErrorText(error));
  saveInputs(trial, outcome);
  return false;
}

static bool haveElements(const RelaxTensor *results) {
  for (ptrdiff_t i = 0; i < arrlen(results); ++i)
    if (results[i].data && relaxTensorCount(&results[i]) > 0)
      return true;
  return false;
}

/// Runs a call in both engines; false if they do not agree.
static bool tryCall(Trial *trial, const RelaxFunction *function,
                    const RunCall *call, const RelaxTensor *inputs) {
  RunSession *session = trial->session;
  RelaxTensor *expected = zeroed(function->numResults);
  RelaxTensor *got = zeroed(function->numResults);
  RelaxError theirs = {0}, ours = {0};
  bool there = runEngineCall(session->against, function->name, inputs,
                             function->numParams, expected,
                             function->numResults, &theirs);
  bool here =
      runEngineCall(session->engine, function->name, inputs,
                    function->numParams, got, function->numResults, &ours);
  RunOutcome outcome = {call, function, inputs, got};
  bool good = true;
  if (!there && !here)
    ++trial->refused;
  else if (!here)
    good = failAlone(trial, &outcome, &ours, "only this one fails");
  else if (!there && !haveElements(got)) // passes prove more: no value is wrong
    ++trial->empty;
  else if (!there)
    good = failAlone(trial, &outcome, &theirs, "this one does not fail");
  else if (runAgreeWithResults(session, &outcome, expected))
    ++trial->agreed;
  else
    good = runFail("'%.*s' with --dims=%s --seed=%llu%s differs",
                   (int)function->name.length, function->name.data, call->dims,
                   (unsigned long long)call->seed,
                   call->special ? " and special values" : "");
  if (!good && there && here)
    saveInputs(trial, &outcome);
  relaxErrorFree(&theirs);
  relaxErrorFree(&ours);
  release(expected);
  release(got);
  return good;
}

/// Inputs of other kinds are not made.
static bool canMakeInputs(const RelaxFunction *function) {
  for (uint32_t i = 0; i < function->numParams; ++i)
    if (!relaxDTypeIsNumber(function->params[i].dtype) ||
        function->params[i].rank < 0)
      return false;
  return true;
}

/// Integers may be indices: a case that both texts refuse is tried with 0 and
/// 1 again.
static bool makeSmall(const RelaxFunction *function, RelaxTensor *inputs) {
  bool any = false;
  for (uint32_t i = 0; i < function->numParams; ++i) {
    RelaxTensor *input = &inputs[i];
    if (relaxDTypeIsFloat(input->dtype) || input->dtype == RELAX_BOOL)
      continue;
    for (int64_t k = 0, e = relaxTensorCount(input); k < e; ++k) {
      int64_t value = relaxLoadInt(input->dtype, input->data, k);
      any |= value != (value & 1);
      relaxStoreInt(input->dtype, input->data, k, value & 1);
    }
  }
  return any;
}

/// The reference of a large model is slow: no further case begins then.
enum { SECONDS_EACH = 3 };

static bool tryFunction(Trial *trial, const RelaxFunction *function,
                        long count) {
  time_t begin = time(NULL);
  Arena *arena = arenaCreate();
  const char **cases = canMakeInputs(function)
                           ? runCaseDims(trial->session, function, count, arena)
                           : NULL;
  bool good = true;
  trial->functions += arrlen(cases) > 0;
  for (ptrdiff_t i = 0;
       good && i < arrlen(cases) && difftime(time(NULL), begin) < SECONDS_EACH;
       ++i) {
    StrRef name = arenaCopyString(arena, function->name);
    RunCall call = {.entry = name.data,
                    .dims = cases[i],
                    .seed = (uint64_t)i,
                    .seeded = true,
                    .special = i % 3 == 2,
                    .rtol = -1,
                    .atol = -1,
                    .maxTokens = -1,
                    .temperature = -1,
                    .topP = -1};
    RelaxTensor *inputs = NULL;
    long refused = trial->refused;
    good = runInputs(trial->session, &call, function, &inputs) &&
           tryCall(trial, function, &call, inputs);
    if (good && trial->refused > refused && makeSmall(function, inputs)) {
      trial->refused = refused;
      good = tryCall(trial, function, &call, inputs);
    }
    release(inputs);
  }
  if (arrlen(cases) == 0)
    fprintf(stderr,
            "relax-run: note: '%.*s' is not tried: no inputs are made for it\n",
            (int)function->name.length, function->name.data);
  arrfree(cases);
  arenaDestroy(arena);
  return good;
}

bool runCases(RunSession *session, long count, const char *entry,
              const char *save) {
  Trial trial = {.session = session, .save = save};
  const RelaxProgram *program = runEngineSignatures(session->engine);
  const RelaxProgram *other = runEngineSignatures(session->against);
  bool good = true;
  session->silent = true;
  session->quiet = true;
  for (uint32_t i = 0; good && i < program->numFunctions; ++i) {
    const RelaxFunction *function = &program->functions[i];
    RelaxError error = {0};
    const RelaxFunction *theirs = relaxEntryFind(other, function->name, &error);
    relaxErrorFree(&error);
    if (function->isPublic && theirs &&
        theirs->numParams == function->numParams &&
        theirs->numResults == function->numResults &&
        (!entry || strRefEqual(function->name, strRefFromC(entry))))
      good = tryFunction(&trial, function, count);
  }
  session->silent = session->quiet = false;
  if (!good)
    return false;
  if (trial.agreed + trial.refused + trial.empty == 0)
    return runFail("option '--cases': no function of both programs can be "
                   "tried");
  size_t ran, all;
  runEngineCoverage(session->against, &ran, &all);
  printf("agree: %ld calls of %ld function%s (%s)", trial.agreed,
         trial.functions, trial.functions == 1 ? "" : "s",
         session->againstName);
  if (all)
    printf(", %zu of %zu operations ran", ran, all);
  if (trial.refused)
    printf(", %ld more that both refuse", trial.refused);
  if (trial.empty)
    printf(", %ld without elements that the other refuses", trial.empty);
  putchar('\n');
  return true;
}
