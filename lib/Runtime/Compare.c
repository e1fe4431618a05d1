//===- Compare.c - are two tensors close ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Compare.h"
#include "lib/Runtime/Container.h"
#include "lib/Runtime/ValueText.h"
#include "lib/Support/Map.h"

#include <inttypes.h>
#include <math.h>

RelaxTolerance relaxToleranceDefault(RelaxDType dtype) {
  switch (dtype) {
  case RELAX_F64:
    return (RelaxTolerance){1e-9, 1e-12};
  case RELAX_F32:
    return (RelaxTolerance){1e-5, 1e-6};
  case RELAX_F16:
    return (RelaxTolerance){1e-2, 1e-3};
  case RELAX_BF16:
    return (RelaxTolerance){2e-2, 1e-2};
  default:
    return (RelaxTolerance){0, 0};
  }
}

static void noteDifference(RelaxComparison *out, int64_t index,
                           double difference) {
  if (difference > out->maxAbs)
    out->farthest = index;
  out->maxAbs = fmax(out->maxAbs, difference);
}

/// How far a pair is beyond its tolerance: <= 0 agrees, infinite if one side is
/// no number. Also widens the maxima.
static double compareFloats(double got, double expected, int64_t index,
                            RelaxTolerance tolerance, RelaxComparison *out) {
  if (isnan(got) || isnan(expected))
    return isnan(got) && isnan(expected) ? 0 : INFINITY;
  if (isinf(got) || isinf(expected))
    return got == expected ? 0 : INFINITY;
  double difference = fabs(got - expected), size = fabs(expected);
  noteDifference(out, index, difference);
  if (difference != 0)
    out->maxRel = fmax(out->maxRel, difference / size);
  return difference - (tolerance.atol + tolerance.rtol * size);
}

static double compareIntegers(const RelaxTensor *got,
                              const RelaxTensor *expected, int64_t index,
                              RelaxComparison *out) {
  int64_t a = relaxLoadInt(got->dtype, got->data, index);
  int64_t b = relaxLoadInt(expected->dtype, expected->data, index);
  if (a == b)
    return 0;
  bool isUnsigned = relaxDTypeIsUnsigned(got->dtype);
  bool less = isUnsigned ? (uint64_t)a < (uint64_t)b : a < b;
  // The distance of two 64-bit integers always fits a uint64_t.
  double difference =
      (double)(less ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b);
  noteDifference(out, index, difference);
  double size = isUnsigned ? (double)(uint64_t)b : fabs((double)b);
  out->maxRel = fmax(out->maxRel, difference / size);
  return difference;
}

static double compareStrings(const RelaxTensor *got,
                             const RelaxTensor *expected, int64_t index) {
  return strRefEqual(relaxStrings(got)[index], relaxStrings(expected)[index])
             ? 0
             : 1;
}

static double compareElements(const RelaxTensor *got,
                              const RelaxTensor *expected, int64_t index,
                              RelaxTolerance tolerance, RelaxComparison *out) {
  if (relaxIsContainer(got)) {
    RelaxComparison inner;
    return !relaxCompare(&relaxContainerItems(got)[index],
                         &relaxContainerItems(expected)[index], tolerance,
                         &inner);
  }
  if (got->dtype == RELAX_STRING)
    return compareStrings(got, expected, index);
  if (relaxDTypeIsFloat(got->dtype))
    return compareFloats(relaxLoadFloat(got->dtype, got->data, index),
                         relaxLoadFloat(got->dtype, expected->data, index),
                         index, tolerance, out);
  return compareIntegers(got, expected, index, out);
}

/// Two values of data types in step, parts before what is behind them; what was
/// compared already is not looked at again.
typedef struct Pair {
  const RelaxTensor *got, *expected;
} Pair;
typedef struct PairKey {
  const void *got, *expected;
} PairKey;
typedef struct SeenPair {
  PairKey key;
  bool value;
} SeenPair;
typedef struct PairWalk {
  Pair *open;     // stb_ds
  SeenPair *seen; // stb_ds map
} PairWalk;

/// The next two tensors; false at the end. `*same` is false where the values
/// differ in their constructors: then these two are what differs.
static bool nextTensors(PairWalk *walk, Pair *pair, bool *same) {
  while (arrlen(walk->open)) {
    *pair = arrpop(walk->open);
    *same = pair->got->dtype == pair->expected->dtype;
    if (*same && !relaxIsContainer(pair->got))
      return true;
    *same = *same && pair->got->dims[0] == pair->expected->dims[0] &&
            (pair->got->dtype != RELAX_DATA ||
             relaxDataTag(pair->got) == relaxDataTag(pair->expected));
    if (!*same)
      return true;
    PairKey key = {pair->got->data, pair->expected->data};
    if (mapFind(walk->seen, key) >= 0)
      continue;
    hmput(walk->seen, key, true);
    for (int64_t i = pair->got->dims[0]; i-- > 0;)
      arrput(walk->open, ((Pair){&relaxContainerItems(pair->got)[i],
                                 &relaxContainerItems(pair->expected)[i]}));
  }
  return false;
}

static void endWalk(PairWalk *walk) {
  arrfree(walk->open);
  hmfree(walk->seen);
}

/// The elements are the tensors inside.
static bool compareData(const RelaxTensor *got, const RelaxTensor *expected,
                        RelaxTolerance tolerance, RelaxComparison *out) {
  PairWalk walk = {0};
  Pair pair = {got, expected};
  bool same = true;
  arrput(walk.open, pair);
  for (; nextTensors(&walk, &pair, &same) && same; ++out->numElements) {
    RelaxComparison inner;
    if (relaxCompare(pair.got, pair.expected, tolerance, &inner))
      continue;
    ++out->numMismatches;
    if (out->worst < 0)
      out->worst = out->numElements;
  }
  endWalk(&walk);
  out->sameType = same;
  return same && out->numMismatches == 0;
}

bool relaxCompare(const RelaxTensor *got, const RelaxTensor *expected,
                  RelaxTolerance tolerance, RelaxComparison *out) {
  return relaxCompareWithin(got, expected, tolerance, NULL, out);
}

/// How far a pair is beyond its tolerance and its bound. No bound says anything
/// of what is no number, but one that is infinite.
static double beyondBound(const RelaxTensor *got, const RelaxTensor *expected,
                          int64_t index, double excess, double bound) {
  if (isinf(bound) || !isfinite(excess))
    return isinf(bound) ? 0 : excess;
  double difference =
      relaxDTypeIsFloat(got->dtype)
          ? fabs(relaxLoadFloat(got->dtype, got->data, index) -
                 relaxLoadFloat(got->dtype, expected->data, index))
          : excess;
  return fmin(excess, difference - bound);
}

bool relaxCompareWithin(const RelaxTensor *got, const RelaxTensor *expected,
                        RelaxTolerance tolerance, const RelaxTensor *bounds,
                        RelaxComparison *out) {
  *out = (RelaxComparison){.worst = -1, .farthest = -1};
  if (got->dtype == RELAX_DATA && expected->dtype == RELAX_DATA)
    return compareData(got, expected, tolerance, out);
  out->sameType =
      got->dtype == expected->dtype && relaxTensorSameShape(got, expected);
  if (!out->sameType)
    return false;
  out->numElements = relaxTensorCount(got);
  if (bounds &&
      (bounds->dtype != RELAX_F64 || relaxIsContainer(got) ||
       got->dtype == RELAX_STRING || !relaxTensorSameShape(bounds, got)))
    bounds = NULL;
  double worst = 0;
  for (int64_t i = 0; i < out->numElements; ++i) {
    double excess = compareElements(got, expected, i, tolerance, out);
    if (!(excess > 0))
      continue;
    if (bounds)
      excess = beyondBound(got, expected, i, excess,
                           ((const double *)bounds->data)[i]);
    if (!(excess > 0)) {
      ++out->numBounded;
      continue;
    }
    ++out->numMismatches;
    if (out->worst < 0 || excess > worst) {
      out->worst = i;
      worst = excess;
    }
  }
  return out->numMismatches == 0;
}

void relaxIndexPrint(const RelaxTensor *tensor, int64_t index, StrBuf *out) {
  int64_t position[RELAX_MAX_RANK];
  for (int32_t d = tensor->rank - 1; d >= 0; --d) {
    position[d] = index % tensor->dims[d];
    index /= tensor->dims[d];
  }
  relaxDimsPrint(tensor->rank, position, out);
}

/// `element 2: ...`, as the element alone is reported.
static void printInside(const RelaxTensor *got, const RelaxTensor *expected,
                        int64_t index, RelaxTolerance tolerance, StrBuf *out) {
  const RelaxTensor *a = &relaxContainerItems(got)[index];
  const RelaxTensor *b = &relaxContainerItems(expected)[index];
  RelaxComparison inner;
  relaxCompare(a, b, tolerance, &inner);
  strBufAppendFormat(out, "element %" PRId64 ": ", index);
  relaxComparisonPrint(&inner, a, b, tolerance, out);
}

/// The first two tensors that differ, or the constructors that do.
static void printData(const RelaxComparison *comparison, const RelaxTensor *got,
                      const RelaxTensor *expected, RelaxTolerance tolerance,
                      StrBuf *out) {
  PairWalk walk = {0};
  Pair pair = {got, expected};
  bool same = true;
  int64_t index = 0;
  arrput(walk.open, pair);
  while (nextTensors(&walk, &pair, &same) && same && index != comparison->worst)
    ++index;
  endWalk(&walk);
  if (!same && pair.got->dtype == RELAX_DATA &&
      pair.expected->dtype == RELAX_DATA) {
    strBufAppendFormat(
        out,
        "behind tensor %" PRId64 ": expected constructor number %" PRId64
        ", got %" PRId64,
        index, relaxDataTag(pair.expected), relaxDataTag(pair.got));
    return;
  }
  RelaxComparison inner;
  relaxCompare(pair.got, pair.expected, tolerance, &inner);
  strBufAppendFormat(out, "tensor %" PRId64 ": ", index);
  relaxComparisonPrint(&inner, pair.got, pair.expected, tolerance, out);
}

void relaxComparisonPrint(const RelaxComparison *comparison,
                          const RelaxTensor *got, const RelaxTensor *expected,
                          RelaxTolerance tolerance, StrBuf *out) {
  if (got->dtype == RELAX_DATA && expected->dtype == RELAX_DATA) {
    printData(comparison, got, expected, tolerance, out);
    return;
  }
  if (!comparison->sameType) {
    strBufAppendC(out, "expected ");
    relaxTensorPrintType(expected, out);
    strBufAppendC(out, ", got ");
    relaxTensorPrintType(got, out);
    return;
  }
  if (relaxIsContainer(got)) {
    printInside(got, expected, comparison->worst, tolerance, out);
    return;
  }
  strBufAppendFormat(out, "%" PRId64 " of %" PRId64 " elements differ",
                     comparison->numMismatches, comparison->numElements);
  if (relaxDTypeIsFloat(got->dtype))
    strBufAppendFormat(out, " (rtol %g, atol %g)", tolerance.rtol,
                       tolerance.atol);
  if (comparison->worst >= 0) {
    strBufAppendC(out, "; worst at ");
    relaxIndexPrint(got, comparison->worst, out);
    strBufAppendC(out, ": expected ");
    relaxElementPrint(expected, comparison->worst, out);
    strBufAppendC(out, ", got ");
    relaxElementPrint(got, comparison->worst, out);
  }
  if (got->dtype != RELAX_STRING)
    strBufAppendFormat(out, "; max absolute difference %g, max relative %g",
                       comparison->maxAbs, comparison->maxRel);
}
