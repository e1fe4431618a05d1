//===- Values.c - the values inside of a call -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Values.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Runtime/Compare.h"
#include "lib/Runtime/Npy.h"
#include "lib/Runtime/ValueText.h"
#include "tools/run/Call.h"
#include "tools/run/Turned.h"

#include <math.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A value of a call.
typedef struct Seen {
  StrBuf name, writer; // "h"; "@fused_add at f.mlir:3:5"
  RelaxTensor tensor;  // a copy: its memory is used again
  long round;          // how many of the name came before it
} Seen;

typedef struct Side {
  RunValues *values;
  Seen *seen; // stb_ds array, in the order of the call
} Side;

typedef struct Probe {
  char *name;
  const char *path; // behind the name; NULL: printed
  bool found;
} Probe;

struct RunValues {
  Side mine, other;
  Probe *probes; // stb_ds array
  bool compare;
  bool failed; // a file could not be written
};

enum { MAX_PRINTED = 16 };

RunValues *runValuesCreate(const char *probes, bool compare) {
  RunValues *values = calloc(1, sizeof *values);
  if (!values)
    return NULL;
  values->compare = compare;
  values->mine.values = values->other.values = values;
  while (probes && *probes) {
    size_t length = strcspn(probes, ",");
    char *name = calloc(length + 1, 1);
    if (!name)
      break;
    memcpy(name, probes + (*probes == '%'), length - (*probes == '%'));
    char *file = strstr(name, "=@");
    if (file)
      *file = '\0';
    Probe probe = {name, file ? file + 2 : NULL, false};
    arrput(values->probes, probe);
    probes += length + (probes[length] == ',');
  }
  return values;
}

static void forget(Side *side) {
  for (ptrdiff_t i = 0; i < arrlen(side->seen); ++i) {
    strBufFree(&side->seen[i].name);
    strBufFree(&side->seen[i].writer);
    relaxTensorRelease(&side->seen[i].tensor);
  }
  arrfree(side->seen);
  side->seen = NULL;
}

void runValuesDestroy(RunValues *values) {
  if (!values)
    return;
  forget(&values->mine);
  forget(&values->other);
  for (ptrdiff_t i = 0; i < arrlen(values->probes); ++i)
    free(values->probes[i].name);
  arrfree(values->probes);
  free(values);
}

//===----------------------------------------------------------------------===//
// While a call runs
//===----------------------------------------------------------------------===//

/// `@fused_add at f.mlir:3:5`, `relax.add at ...`.
static void appendWriter(MlirOperation op, StrBuf *out) {
  StrBuf place = {0};
  MlirAttribute callee = relaxIsCallTir(op) ? relaxCallTirGetCallee(op)
                         : vmIsKernel(op)   ? vmKernelGetCallee(op)
                                            : (MlirAttribute){NULL};
  strBufAppendC(out, callee.ptr ? "@" : "");
  strBufAppend(out, callee.ptr
                        ? strRefFromMlir(mlirFlatSymbolRefAttrGetValue(callee))
                        : bridgeOpName(op));
  if (bridgePrintPlace(mlirOperationGetLocation(op), &place))
    strBufAppendFormat(out, " at %s", strBufText(&place));
  strBufFree(&place);
}

static void printStatistics(const RelaxTensor *tensor, StrBuf *out) {
  double least = INFINITY, most = -INFINITY, sum = 0;
  int64_t count = relaxTensorCount(tensor), strange = 0;
  bool isFloat = relaxDTypeIsFloat(tensor->dtype);
  for (int64_t i = 0; i < count; ++i) {
    double x = isFloat ? relaxLoadFloat(tensor->dtype, tensor->data, i)
                       : (double)relaxLoadInt(tensor->dtype, tensor->data, i);
    strange += !isfinite(x);
    least = fmin(least, x);
    most = fmax(most, x);
    sum += isfinite(x) ? x : 0;
  }
  relaxTensorPrintType(tensor, out);
  strBufAppendFormat(out, ", from %g to %g, mean %g", least, most,
                     sum / (double)(count - strange));
  if (strange)
    strBufAppendFormat(out, ", %lld not finite", (long long)strange);
}

static void show(RunValues *values, Probe *probe, const RelaxTensor *tensor,
                 const char *writer) {
  RelaxError error = {0};
  StrBuf text = {0};
  probe->found = true;
  if (probe->path && !relaxNpyWrite(probe->path, tensor, &error)) {
    values->failed = true;
    runFail("%s", relaxErrorText(&error));
  }
  relaxErrorFree(&error);
  if (relaxTensorCount(tensor) <= MAX_PRINTED)
    relaxValuePrint(tensor, -1, &text);
  else
    printStatistics(tensor, &text);
  printf("%%%s = %s (%s)\n", probe->name, strBufText(&text), writer);
  strBufFree(&text);
}

static void see(void *user, StrRef name, MlirOperation writer,
                const RelaxTensor *tensor) {
  Side *side = user;
  RunValues *values = side->values;
  if (!relaxDTypeIsNumber(tensor->dtype))
    return;
  Seen seen = {.round = 0};
  strBufAppend(&seen.name, name);
  appendWriter(writer, &seen.writer);
  for (ptrdiff_t i = 0; side == &values->mine && i < arrlen(values->probes);
       ++i)
    if (strRefEqual(name, strRefFromC(values->probes[i].name)))
      show(values, &values->probes[i], tensor, strBufText(&seen.writer));
  for (ptrdiff_t i = 0; i < arrlen(side->seen); ++i)
    seen.round +=
        strcmp(strBufText(&side->seen[i].name), strBufText(&seen.name)) == 0;
  RelaxError error = {0};
  if (values->compare && relaxTensorClone(tensor, &seen.tensor, &error)) {
    arrput(side->seen, seen);
    return;
  }
  relaxErrorFree(&error);
  strBufFree(&seen.name);
  strBufFree(&seen.writer);
}

void runValuesWatch(RunValues *values, RunEngine *engine, RunEngine *other) {
  runEngineWatch(engine, see, &values->mine);
  if (other)
    runEngineWatch(other, see, &values->other);
}

//===----------------------------------------------------------------------===//
// After it
//===----------------------------------------------------------------------===//

static const Seen *counterpart(const Side *side, const Seen *of) {
  for (ptrdiff_t i = 0; i < arrlen(side->seen); ++i)
    if (side->seen[i].round == of->round &&
        strcmp(strBufText(&side->seen[i].name), strBufText(&of->name)) == 0)
      return &side->seen[i];
  return NULL;
}

/// Sums are measured by the largest element: what is near zero has lost more.
static RelaxTolerance toleranceOf(const RelaxTensor *expected) {
  RelaxTolerance tolerance = relaxToleranceDefault(expected->dtype);
  double largest = 0;
  for (int64_t i = 0, e = relaxTensorCount(expected);
       relaxDTypeIsFloat(expected->dtype) && i < e; ++i) {
    double x = fabs(relaxLoadFloat(expected->dtype, expected->data, i));
    largest = isfinite(x) ? fmax(largest, x) : largest;
  }
  tolerance.atol += tolerance.rtol * largest;
  return tolerance;
}

/// The first value that differs ends it. Other extents mean another thing: a
/// pass has ordered dimensions or joined them.
static bool compareSides(RunValues *values, const char *otherName) {
  long agree = 0, alone = 0, reshaped = 0, turned = 0;
  for (ptrdiff_t i = 0; i < arrlen(values->mine.seen); ++i) {
    const Seen *mine = &values->mine.seen[i];
    const Seen *theirs = counterpart(&values->other, mine);
    RelaxComparison comparison;
    if (!theirs) {
      ++alone;
      continue;
    }
    RelaxTolerance tolerance = toleranceOf(&theirs->tensor);
    bool same =
        relaxCompare(&mine->tensor, &theirs->tensor, tolerance, &comparison);
    if (!same && runAgreesTurned(&mine->tensor, &theirs->tensor, tolerance)) {
      ++turned;
      continue;
    }
    if (!comparison.sameType) {
      ++reshaped;
      continue;
    }
    agree += same;
    if (same)
      continue;
    StrBuf text = {0};
    relaxComparisonPrint(&comparison, &mine->tensor, &theirs->tensor, tolerance,
                         &text);
    runFail("first value that differs: %%%s, written by %s (in '%s' by %s): %s",
            strBufText(&mine->name), strBufText(&mine->writer), otherName,
            strBufText(&theirs->writer), strBufText(&text));
    strBufFree(&text);
    return false;
  }
  long gone = 0;
  for (ptrdiff_t i = 0; i < arrlen(values->other.seen); ++i)
    gone += !counterpart(&values->mine, &values->other.seen[i]);
  printf("values: %ld agree by name, %ld with dimensions in another order, %ld "
         "of other extents, %ld only here, %ld only in '%s'\n",
         agree, turned, reshaped, alone, gone, otherName);
  return true;
}

bool runValuesReport(RunValues *values, const char *otherName) {
  bool good = !values->failed;
  for (ptrdiff_t i = 0; i < arrlen(values->probes); ++i) {
    if (!values->probes[i].found)
      good = runFail("option '--probe': the call had no value '%%%s': a pass "
                     "may have fused it away",
                     values->probes[i].name);
    values->probes[i].found = false;
  }
  if (values->compare)
    good = compareSides(values, otherName) && good;
  forget(&values->mine);
  forget(&values->other);
  return good;
}
