//===- Split.c - the primitive tir.split ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Of e rounds, `by f` makes e ceildiv f panels of f rounds, the last one
// shorter. `balanced f` makes as many, with sizes that differ by at most one:
// panel p has (e - p) ceildiv np rounds and starts at
// p * (e floordiv np) + min(p, e mod np) (references/cpu-perf.md, recipe B).
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

typedef struct Panels {
  SymExpr number, size; // `size` of the panel `outer`
  SymExpr start;        // its first round
} Panels;

static bool isMultiple(Scheduler *s, MlirOperation loop, SymExpr extent,
                       int64_t factor) {
  SymExpr rest;
  if (symExprMod(s->arena, extent, scheduleConst(s, factor), &rest) != SYM_OK)
    return false;
  Facts facts = scheduleFactsAt(s, loop);
  return factsEqual(&facts, rest, scheduleConst(s, 0));
}

static Panels fixedPanels(Scheduler *s, MlirOperation loop, SymExpr outer,
                          SymExpr extent, int64_t factor, bool *good) {
  SymExpr f = scheduleConst(s, factor);
  Panels p = {.number = scheduleCombine(s, symExprCeilDiv, extent, f, good),
              .start = scheduleCombine(s, symExprMul, outer, f, good)};
  int64_t one;
  if (symExprIsConst(p.number, &one) && one <= 1) {
    p.size = extent;
  } else if (isMultiple(s, loop, extent, factor)) {
    p.size = f;
  } else {
    SymExpr left = scheduleCombine(s, symExprSub, extent, p.start, good);
    p.size = scheduleCombine(s, symExprMin, f, left, good);
  }
  return p;
}

static Panels balancedPanels(Scheduler *s, SymExpr outer, SymExpr extent,
                             int64_t factor, bool *good) {
  Panels p = {.number = scheduleCombine(s, symExprCeilDiv, extent,
                                        scheduleConst(s, factor), good)};
  SymExpr base = scheduleCombine(s, symExprFloorDiv, extent, p.number, good);
  SymExpr longer = scheduleCombine(s, symExprMod, extent, p.number, good);
  int64_t none;
  p.start = scheduleCombine(s, symExprMul, outer, base, good);
  if (symExprIsConst(longer, &none) && none == 0) {
    p.size = base;
    return p;
  }
  p.start = scheduleCombine(s, symExprAdd, p.start,
                            scheduleCombine(s, symExprMin, outer, longer, good),
                            good);
  p.size = scheduleCombine(s, symExprCeilDiv,
                           scheduleCombine(s, symExprSub, extent, outer, good),
                           p.number, good);
  return p;
}

/// A location for the iterator of a new loop: its name.
static MlirLocation nameLocation(Scheduler *s, MlirValue old, StrRef name) {
  (void)s;
  MlirLocation loc = mlirValueGetLocation(old);
  if (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  return bridgeNamedLocation(name, loc);
}

/// What earlier splits say of an iterator that is split now. Their own halves
/// stay by name: `joinSplits` (Region.c) puts them together again one by one.
static bool updateSplits(Scheduler *s, MlirValue old,
                         const ScheduleSplit *now) {
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(s->splits) && good; ++i) {
    ScheduleSplit *split = &s->splits[i];
    good = scheduleSubstitute(s, &split->lower, old, now->value) &&
           scheduleSubstitute(s, &split->upper, old, now->value) &&
           scheduleSubstitute(s, &split->size, old, now->value);
    if (!symExprEqual(split->outer, now->old) &&
        !symExprEqual(split->inner, now->old))
      good &= scheduleSubstitute(s, &split->value, old, now->value);
  }
  return good;
}

static MlirLogicalResult rewrite(Scheduler *s, MlirOperation loop,
                                 SymExpr lower, SymExpr upper) {
  bool good = true, balanced = tirSplitGetBalanced(s->primitive);
  int64_t factor = tirSplitGetFactor(s->primitive);
  int64_t rounds;
  MlirValue old = scheduleIterator(loop);
  SymExpr extent = scheduleCombine(s, symExprSub, upper, lower, &good);
  if (symExprIsConst(extent, &rounds) && rounds <= 0)
    balanced = false; // no panel to divide by
  StrRef outerName = scheduleUniqueName(s, scheduleNameOf(loop), "o");
  StrRef innerName = scheduleUniqueName(s, scheduleNameOf(loop), "i");
  SymExpr zero = scheduleConst(s, 0);
  MlirOperation outer =
      scheduleMakeFor(s, loop, outerName, zero, zero, tirForGetIterator(loop),
                      nameLocation(s, old, outerName));
  SymExpr o = scheduleSymbolOf(s, scheduleIterator(outer));
  if (symExprIsConst(extent, &rounds) && rounds <= factor)
    o = zero; // one panel
  Panels p = balanced ? balancedPanels(s, o, extent, factor, &good)
                      : fixedPanels(s, loop, o, extent, factor, &good);
  SymExpr bounds[] = {zero, p.number};
  scheduleSetExprs(s, outer, bounds, 2);
  scheduleMoveToEnd(loop, bridgeBody(outer));
  MlirOperation inner =
      scheduleMakeFor(s, loop, innerName, zero, p.size, tirForGetIterator(loop),
                      nameLocation(s, old, innerName));
  SymExpr i = scheduleSymbolOf(s, scheduleIterator(inner));
  o = scheduleSymbolOf(s, scheduleIterator(outer));
  SymExpr value =
      scheduleCombine(s, symExprAdd, lower,
                      scheduleCombine(s, symExprAdd, p.start, i, &good), &good);
  ScheduleSplit split = {o,      i,      scheduleSymbolOf(s, old),
                         value,  lower,  upper,
                         p.size, factor, balanced};
  scheduleMoveBody(bridgeBody(loop), bridgeBody(inner));
  if (!good || !updateSplits(s, old, &split) ||
      mlirLogicalResultIsFailure(
          scheduleReplaceValue(s, inner, old, value, bridgeBody(inner))))
    return mlirLogicalResultFailure();
  arrput(s->splits, split);
  scheduleRetire(s, old);
  scheduleForget(s, loop);
  scheduleDestroy(s, loop);
  scheduleSimplifyAccesses(s, inner);
  scheduleBind(s, mlirOperationGetResult(s->primitive, 0), outer);
  scheduleBind(s, mlirOperationGetResult(s->primitive, 1), inner);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult scheduleSplit(Scheduler *s) {
  MlirOperation loop = scheduleLoopOf(s, tirSplitGetLoop(s->primitive));
  if (!loop.ptr)
    return mlirLogicalResultFailure();
  if (!scheduleLoopIs(loop, "serial"))
    return scheduleError(s, "loop '%.*s' has a kind already: split it first",
                         (int)scheduleNameOf(loop).length,
                         scheduleNameOf(loop).data);
  SymExpr lower, upper;
  scheduleBounds(s, loop, &lower, &upper);
  return rewrite(s, loop, lower, upper);
}
