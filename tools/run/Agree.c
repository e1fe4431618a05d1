//===- Agree.c - are the results of a call what they should be ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An element agrees within a fixed tolerance of its type, or within what errors
// of rounding do to it. That takes some runs of the reference, so it is asked
// for when something differs only. Who gives `--rtol` or `--atol` gets these
// and nothing else.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Agree.h"
#include "lib/Runtime/Compare.h"
#include "lib/Runtime/Container.h"
#include "tools/run/Bounds.h"
#include "tools/run/Choices.h"
#include "tools/run/Plot.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

/// What is known so far of some results.
typedef struct Verdict {
  RunSession *session;
  const RunOutcome *outcome;
  const RelaxTensor *reference; // results of it, or NULL
  const char *against;          // "reference"
  RelaxTensor *bounds;          // stb_ds array; NULL: not made
  bool asked;                   // for bounds
  uint32_t count;
  double largest; // difference
  StrBuf place;
  int64_t bounded;
} Verdict;

static void endVerdict(Verdict *verdict) {
  for (ptrdiff_t i = 0; i < arrlen(verdict->bounds); ++i)
    relaxTensorRelease(&verdict->bounds[i]);
  arrfree(verdict->bounds);
  strBufFree(&verdict->place);
}

static bool hasTolerance(const RunCall *call) {
  return call->rtol >= 0 || call->atol >= 0;
}

static RelaxTolerance toleranceOf(const RunCall *call, RelaxDType dtype) {
  RelaxTolerance tolerance = relaxToleranceDefault(dtype);
  if (call->rtol >= 0)
    tolerance.rtol = call->rtol;
  if (call->atol >= 0)
    tolerance.atol = call->atol;
  return tolerance;
}

/// The bounds of a result; NULL if it has none.
static const RelaxTensor *boundsOf(Verdict *verdict, uint32_t index) {
  const RunOutcome *outcome = verdict->outcome;
  if (hasTolerance(outcome->call))
    return NULL;
  if (!verdict->asked)
    verdict->bounds = runBounds(verdict->session, outcome->function,
                                outcome->inputs, verdict->reference);
  verdict->asked = true;
  return verdict->bounds && verdict->bounds[index].storage
             ? &verdict->bounds[index]
             : NULL;
}

/// A result that agrees.
static void note(Verdict *verdict, const RelaxValueType *type,
                 const RelaxTensor *got, const RelaxComparison *comparison) {
  ++verdict->count;
  verdict->bounded += comparison->numBounded;
  if (comparison->farthest < 0 || comparison->maxAbs <= verdict->largest)
    return;
  verdict->largest = comparison->maxAbs;
  verdict->place.length = 0;
  strBufAppendFormat(&verdict->place, "'%.*s' ", (int)type->name.length,
                     type->name.data);
  relaxIndexPrint(got, comparison->farthest, &verdict->place);
}

static bool agreesOne(Verdict *verdict, uint32_t index,
                      const RelaxTensor *expected, const char *what) {
  const RelaxValueType *type = &verdict->outcome->function->results[index];
  const RelaxTensor *got = &verdict->outcome->outputs[index], *bounds = NULL;
  RelaxComparison comparison;
  RelaxTolerance tolerance =
      toleranceOf(verdict->outcome->call, relaxLeafDType(expected));
  bool good = relaxCompare(got, expected, tolerance, &comparison);
  if (!good && comparison.sameType && relaxDTypeIsNumber(got->dtype)) {
    bounds = boundsOf(verdict, index);
    good = relaxCompareWithin(got, expected, tolerance, bounds, &comparison);
  }
  if (good) {
    note(verdict, type, got, &comparison);
    return true;
  }
  const char *plot = verdict->session->mismatchPlot;
  if (plot && comparison.sameType && relaxDTypeIsNumber(got->dtype) &&
      runMismatchPlot(plot, type->name, got, expected, tolerance))
    verdict->session->mismatchPlot = NULL; // the first one
  StrBuf report = {0};
  relaxComparisonPrint(&comparison, got, expected, tolerance, &report);
  if (bounds)
    strBufAppendFormat(&report, "; rounding explains %g there",
                       ((const double *)bounds->data)[comparison.worst]);
  runFail("result '%.*s'%s: %s", (int)type->name.length, type->name.data, what,
          strBufText(&report));
  strBufFree(&report);
  return false;
}

/// `agree: 3 results (reference), largest difference 2e-06 at 'y' [1, 2]`.
static void printAgreement(const Verdict *verdict) {
  if (verdict->session->json || verdict->session->quiet)
    return;
  printf("agree: %" PRIu32 " result%s (%s), ", verdict->count,
         verdict->count == 1 ? "" : "s", verdict->against);
  if (verdict->largest > 0)
    printf("largest difference %.3g at %s", verdict->largest,
           strBufText(&verdict->place));
  else
    printf("no difference");
  if (verdict->bounded)
    printf("; %" PRId64 " element%s beyond the tolerance, explained by "
           "rounding",
           verdict->bounded, verdict->bounded == 1 ? "" : "s");
  putchar('\n');
}

int32_t runPickResult(const RelaxFunction *function, const char *text,
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

static bool agreesWith(Verdict *verdict, const char *text, int32_t *next) {
  const RelaxFunction *function = verdict->outcome->function;
  const char *value;
  int32_t index = runPickResult(function, text, &value, next);
  RelaxTensor expected;
  RelaxError error = {0};
  if (index < 0)
    return false;
  if (!runReadValue(runEngineSignatures(verdict->session->engine), value,
                    &function->results[index], &expected, &error)) {
    runFail("expected value: %s", relaxErrorText(&error));
    relaxErrorFree(&error);
    return false;
  }
  bool good = agreesOne(verdict, (uint32_t)index, &expected, "");
  relaxTensorRelease(&expected);
  return good;
}

bool runAgreeWithExpected(RunSession *session, const RunOutcome *outcome) {
  const RunCall *call = outcome->call;
  Verdict verdict = {
      .session = session, .outcome = outcome, .against = "expected"};
  int32_t next = 0;
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(call->expected); ++i)
    good &= agreesWith(&verdict, call->expected[i], &next);
  if (good && verdict.count)
    printAgreement(&verdict);
  endVerdict(&verdict);
  return good;
}

bool runAgreeWithResults(RunSession *session, const RunOutcome *outcome,
                         const RelaxTensor *expected) {
  Verdict verdict = {
      .session = session,
      .outcome = outcome,
      .reference = runEngineIsReference(session->against) ? expected : NULL,
      .against = session->againstName};
  StrBuf what = {0};
  bool good = true, own = session->againstOther;
  strBufAppendFormat(&what, " differs from %s%s%s", own ? "'" : "the ",
                     session->againstName, own ? "'" : "");
  for (uint32_t i = 0; good && i < outcome->function->numResults; ++i)
    good &= agreesOne(&verdict, i, &expected[i], strBufText(&what));
  if (good)
    printAgreement(&verdict);
  endVerdict(&verdict);
  strBufFree(&what);
  return good;
}

bool runAgreeWithReference(RunSession *session, const RunOutcome *outcome) {
  const RelaxFunction *function = outcome->function;
  RelaxTensor *expected = NULL;
  RelaxError error = {0};
  arrsetlen(expected, function->numResults + 1);
  memset(expected, 0, (function->numResults + 1) * sizeof(RelaxTensor));
  runProgressShow(session->progress, "running the other side", 0);
  runChoicesBegin(session, outcome->call, false);
  bool good = runEngineCall(session->against, function->name, outcome->inputs,
                            function->numParams, expected, function->numResults,
                            &error);
  runProgressHide(session->progress);
  if (!good && !relaxErrorContext(&error, "%s", session->againstName))
    runFailInModule(runEngineModule(session->against), &error);
  relaxErrorFree(&error);
  good = good && runAgreeWithResults(session, outcome, expected);
  for (ptrdiff_t i = 0; i < arrlen(expected); ++i)
    relaxTensorRelease(&expected[i]);
  arrfree(expected);
  return good;
}
