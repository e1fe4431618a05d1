//===- Slice.c - the extent of a slice ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The general rule is max(min(end, n) - max(begin, 0), 0) with positions
// counted from the front; where both signs are known it has a shorter equal
// form, and those are the slices that models have.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Slice.h"

static const int64_t beyond = (int64_t)1 << 62;

static bool pastEnd(int64_t position) {
  return position == INT32_MAX || position >= beyond;
}

static bool beforeBegin(int64_t position) {
  return position == INT32_MIN || position <= -beyond;
}

/// max(a - b, 0)
static SymExpr distance(RelaxDims *dims, SymExpr a, SymExpr b) {
  return relaxDimsClamp(dims, relaxDimsSub(dims, a, b));
}

/// Elements between two positions, both clamped to [0, n].
static SymExpr forward(RelaxDims *dims, SymExpr n, int64_t begin, int64_t end) {
  SymExpr zero = relaxDimsConst(dims, 0);
  SymExpr b = relaxDimsConst(dims, begin), e = relaxDimsConst(dims, end);
  if (pastEnd(begin) || beforeBegin(end))
    return zero;
  if (beforeBegin(begin))
    begin = 0, b = zero;
  if (pastEnd(end)) {
    if (begin >= 0)
      return distance(dims, n, b);
    return relaxDimsMin(dims, relaxDimsConst(dims, -begin), n);
  }
  if ((begin >= 0) == (end >= 0) && begin >= end)
    return zero;
  if (begin >= 0 && end >= 0)
    return distance(dims, relaxDimsMin(dims, e, n), b);
  SymExpr fromEnd = relaxDimsAdd(dims, n, e);
  if (begin >= 0)
    return distance(dims, fromEnd, b);
  SymExpr first = relaxDimsClamp(dims, relaxDimsAdd(dims, n, b));
  if (end < 0) // k before the end to p before it: k - p, or what there is
    return relaxDimsMin(dims, relaxDimsConst(dims, end - begin),
                        relaxDimsClamp(dims, fromEnd));
  return distance(dims, relaxDimsMin(dims, e, n), first);
}

/// Elements from `begin` down to `end`, which is left out: `begin` is clamped
/// to [0, n - 1], `end` to [-1, n - 1]; without elements both are -1.
static SymExpr backward(RelaxDims *dims, SymExpr n, int64_t begin,
                        int64_t end) {
  SymExpr zero = relaxDimsConst(dims, 0), before = relaxDimsConst(dims, -1);
  SymExpr last = relaxDimsAdd(dims, n, before);
  SymExpr first, stop;
  if (pastEnd(begin) || begin == -1)
    first = last;
  else if (begin >= 0 || beforeBegin(begin))
    first =
        relaxDimsMin(dims, relaxDimsConst(dims, begin >= 0 ? begin : 0), last);
  else
    first = relaxDimsMin(
        dims, last,
        relaxDimsMax(dims, zero,
                     relaxDimsAdd(dims, n, relaxDimsConst(dims, begin))));
  if (beforeBegin(end))
    stop = before;
  else if (pastEnd(end) || end == -1)
    stop = last;
  else if (end >= 0)
    stop = relaxDimsMin(dims, relaxDimsConst(dims, end), last);
  else
    stop = relaxDimsMax(dims, before,
                        relaxDimsAdd(dims, n, relaxDimsConst(dims, end)));
  return distance(dims, first, stop);
}

/// Of begins counted from the front and ends from the end, as extents of
/// windows are: max((n + end - begin + step - 1) floordiv step, 0).
static SymExpr wholeSteps(RelaxDims *dims, SymExpr n, int64_t begin,
                          int64_t end, int64_t step) {
  int64_t behind = pastEnd(end) ? 0 : end;
  SymExpr last = relaxDimsAdd(dims, n, relaxDimsConst(dims, behind));
  SymExpr top =
      relaxDimsAdd(dims, relaxDimsSub(dims, last, relaxDimsConst(dims, begin)),
                   relaxDimsConst(dims, step - 1));
  return relaxDimsClamp(
      dims, relaxDimsFloorDiv(dims, top, relaxDimsConst(dims, step)));
}

SymExpr relaxSliceExtent(RelaxDims *dims, SymExpr extent, int64_t begin,
                         int64_t end, int64_t step) {
  if (step > 1 && step <= INT32_MAX && begin >= 0 && !pastEnd(begin) &&
      (pastEnd(end) || (end < 0 && !beforeBegin(end))))
    return wholeSteps(dims, extent, begin, end, step);
  if (step > 0)
    return relaxDimsCeilDiv(dims, forward(dims, extent, begin, end),
                            relaxDimsConst(dims, step));
  // No extent tells a step of -2^63 from one of 1 - 2^63.
  int64_t stride = step == INT64_MIN ? INT64_MAX : -step;
  return relaxDimsCeilDiv(dims, backward(dims, extent, begin, end),
                          relaxDimsConst(dims, stride));
}
