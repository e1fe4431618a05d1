//===- MeasuredJudge.c - what measured times mean for a call --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A region is measured where all others run by our own kernels. These pay for
// every border: a layout that ends there, work that is not fused across it.
// Without regions nobody pays, so three times count that were measured of the
// whole call: without regions, by back ends, and by our own kernels with
// borders, less what the regions save that save anything. The last is a sum of
// parts, and borders between parts are not what they were; so it has to be much
// better than both others to be believed.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/Measured.h"

#include <stb/stb_ds.h>
#include <string.h>

/// A hundredth of a call is what clocks do not tell; a tenth, what sums do not.
enum { LEAST = MEASURED_WHOLE / 100, DOUBT = 10 };

/// The regions of a call: their number, and what those save that do.
typedef struct Sum {
  int64_t count;
  double saved;
} Sum;

static bool sameExtents(const MeasuredExtents *a, const MeasuredExtents *b) {
  return a->numDims == b->numDims && a->numInputs == b->numInputs &&
         memcmp(a->dims, b->dims, a->numDims * sizeof *a->dims) == 0 &&
         memcmp(a->ranks, b->ranks, a->numInputs * sizeof *a->ranks) == 0;
}

/// The same call of the program without regions; NULL if there is none.
static const MeasuredCall *findWhole(const Measured *measured,
                                     const MeasuredCall *call) {
  for (ptrdiff_t i = 0; i < arrlen(measured->calls); ++i) {
    const MeasuredCall *other = &measured->calls[i];
    if (other->library < 0 && strRefEqual(other->name, call->name) &&
        sameExtents(&other->extents, &call->extents))
      return other;
  }
  return NULL;
}

static int64_t shareOf(double time, double whole) {
  enum { MOST = 1000 };
  double share = time / whole;
  share = share > MOST ? MOST : share < -MOST ? -MOST : share;
  return (int64_t)(share * MEASURED_WHOLE);
}

static void judge(const MeasuredCall *call, const MeasuredCall *whole, Sum sum,
                  MeasuredPoint *point) {
  double none = whole->own > 0 ? (double)whole->own : 1;
  double library = (double)call->library, own = (double)call->own;
  double better = library < none ? library : none;
  double parts = own - sum.saved, saved = (double)point->saved;
  if (parts + better / DOUBT >= better)
    saved = (none - library) / (double)sum.count;
  else if (saved > 0)
    saved *= (none - parts) / sum.saved;
  point->gain = shareOf(saved, none);
  point->loss = own > none ? shareOf(own - none, none) / sum.count : 0;
  point->least = LEAST / sum.count;
}

static Sum sumOf(const Measured *measured, size_t call) {
  Sum sum = {0, 0};
  for (ptrdiff_t i = 0; i < arrlen(measured->points); ++i) {
    const MeasuredPoint *point = &measured->points[i];
    sum.count += point->call == call;
    if (point->call == call && point->saved > 0)
      sum.saved += (double)point->saved;
  }
  return sum;
}

bool measuredJudge(Measured *measured, StrBuf *message) {
  const MeasuredCall *whole = NULL;
  Sum sum = {0, 0};
  for (ptrdiff_t i = 0; i < arrlen(measured->points); ++i) {
    MeasuredPoint *point = &measured->points[i];
    const MeasuredCall *call = &measured->calls[point->call];
    if (i == 0 || point[-1].call != point->call) {
      whole = findWhole(measured, call);
      sum = sumOf(measured, point->call);
    }
    if (!whole) {
      strBufAppendFormat(message,
                         "line %zu: expected this call of the program without "
                         "regions, too",
                         call->line);
      return false;
    }
    judge(call, whole, sum, point);
  }
  return true;
}
