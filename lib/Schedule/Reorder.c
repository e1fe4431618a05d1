//===- Reorder.c - the primitive tir.reorder ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Spatial rounds are independent; rounds of reduce and scan loops keep their
// order relative to each other, so that every element is accumulated in the
// same order as before and values stay equal to the last bit. `reassociate`
// gives that up for reductions in which the order is of no account.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Monoid.h"
#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

typedef struct Band {
  Scheduler *s;
  MlirOperation *named; // in the wanted order
  intptr_t numNamed;
  ScheduleOps before, after; // loops from the outermost, old and new order
} Band;

static StrRef nameOf(MlirOperation loop) { return scheduleNameOf(loop); }

static intptr_t position(MlirOperation loop, const MlirOperation *list,
                         intptr_t count) {
  for (intptr_t i = 0; i < count; ++i)
    if (mlirOperationEqual(loop, list[i]))
      return i;
  return -1;
}

static MlirLogicalResult takeNamed(Band *band) {
  Scheduler *s = band->s;
  band->numNamed = tirReorderGetNumLoops(s->primitive);
  band->named = ARENA_ARRAY(s->arena, MlirOperation, band->numNamed);
  for (intptr_t i = 0; i < band->numNamed; ++i) {
    MlirOperation loop = scheduleLoopOf(s, tirReorderGetLoops(s->primitive, i));
    if (!loop.ptr)
      return mlirLogicalResultFailure();
    if (position(loop, band->named, i) >= 0)
      return scheduleError(s, "loop '%.*s' is named twice",
                           (int)nameOf(loop).length, nameOf(loop).data);
    band->named[i] = loop;
  }
  return mlirLogicalResultSuccess();
}

/// The loops from the outermost named one to the innermost named one.
static MlirLogicalResult findBand(Band *band) {
  Scheduler *s = band->s;
  MlirOperation inner = band->named[0];
  for (intptr_t i = 1; i < band->numNamed; ++i)
    if (scheduleIsInside(band->named[i], inner))
      inner = band->named[i];
  intptr_t left = band->numNamed;
  for (MlirOperation loop = inner; left > 0;
       loop = mlirOperationGetParentOperation(loop)) {
    arrins(band->before, 0, loop);
    left -= position(loop, band->named, band->numNamed) >= 0;
    if (left == 0)
      break;
    if (!tirIsFor(mlirOperationGetParentOperation(loop)))
      return scheduleError(s, "loops are not nested in each other");
    if (!scheduleIsAlone(loop))
      return scheduleError(
          s,
          "loop '%.*s' is not alone in the loop around it: expected a "
          "perfect nest",
          (int)nameOf(loop).length, nameOf(loop).data);
  }
  intptr_t next = 0;
  for (ptrdiff_t i = 0; i < arrlen(band->before); ++i) {
    bool named = position(band->before[i], band->named, band->numNamed) >= 0;
    MlirOperation loop = named ? band->named[next++] : band->before[i];
    arrput(band->after, loop);
  }
  return mlirLogicalResultSuccess();
}

/// No bound depends on a loop that comes to lie inside.
static MlirLogicalResult checkBounds(Band *band) {
  Scheduler *s = band->s;
  for (ptrdiff_t i = 0; i < arrlen(band->after); ++i) {
    SymExpr bounds[2];
    scheduleBounds(s, band->after[i], &bounds[0], &bounds[1]);
    for (ptrdiff_t k = i + 1; k < arrlen(band->after); ++k) {
      MlirValue iterator = scheduleIterator(band->after[k]);
      StrRef outer = nameOf(band->after[i]), inner = nameOf(band->after[k]);
      for (int b = 0; b < 2; ++b)
        if (scheduleExprUses(s, bounds[b], iterator))
          return scheduleError(s,
                               "loop '%.*s' cannot be outside of '%.*s': its "
                               "bound '%s' depends on it",
                               SPREAD(outer), SPREAD(inner),
                               scheduleText(s, bounds[b]));
    }
  }
  return mlirLogicalResultSuccess();
}

/// May all reductions inside be accumulated in any order?
static bool mayReassociate(Band *band) {
  bool any = tirReorderGetReassociate(band->s->primitive);
  ScheduleAccess *accesses = scheduleAccesses(band->s, band->before[0]);
  for (ptrdiff_t a = 0; a < arrlen(accesses) && any; ++a)
    if (tirIsReduce(accesses[a].op)) {
      MlirOperation monoid = scheduleMonoidOf(band->s, accesses[a].op);
      any = monoid.ptr && tirMonoidKind(monoid).length;
    }
  arrfree(accesses);
  return any;
}

static MlirLogicalResult checkOrder(Band *band) {
  bool any = mayReassociate(band);
  intptr_t last = -1;
  MlirOperation previous = {NULL};
  for (ptrdiff_t i = 0; i < arrlen(band->after); ++i) {
    MlirOperation loop = band->after[i];
    StrRef kind = scheduleIteratorKind(loop);
    if (kind.length == 0 || (any && strRefIs(kind, "reduce")))
      continue;
    intptr_t old = position(loop, band->before, arrlen(band->before));
    if (old < last)
      return scheduleError(
          band->s,
          "loop '%.*s' cannot be inside of '%.*s': the order in which an "
          "element is accumulated would change",
          (int)nameOf(loop).length, nameOf(loop).data,
          (int)nameOf(previous).length, nameOf(previous).data);
    last = old;
    previous = loop;
  }
  return mlirLogicalResultSuccess();
}

/// Takes the nest apart and puts it together in the new order.
static void rebuild(Band *band) {
  ptrdiff_t count = arrlen(band->before);
  MlirOperation outermost = band->before[0];
  MlirOperation innermost = band->before[count - 1];
  // A place in front of the nest that stays: the loop itself, for now.
  MlirOperation first = band->after[0];
  MlirBlock place = mlirOperationGetBlock(outermost);
  MlirOperation next = mlirOperationGetNextInBlock(outermost);
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  scheduleMoveBody(bridgeBody(innermost), body);
  for (ptrdiff_t i = count - 1; i >= 0; --i)
    mlirOperationRemoveFromParent(band->before[i]);
  mlirBlockInsertOwnedOperationBefore(place, next, first); // or at the end
  for (ptrdiff_t i = 1; i < count; ++i)
    mlirBlockAppendOwnedOperation(bridgeBody(band->after[i - 1]),
                                  band->after[i]);
  scheduleMoveBody(body, bridgeBody(band->after[count - 1]));
  mlirBlockDestroy(body);
}

static MlirLogicalResult reorder(Band *band) {
  if (mlirLogicalResultIsFailure(takeNamed(band)) ||
      mlirLogicalResultIsFailure(findBand(band)) ||
      mlirLogicalResultIsFailure(checkBounds(band)) ||
      mlirLogicalResultIsFailure(checkOrder(band)) ||
      mlirLogicalResultIsFailure(
          scheduleCheckIndependent(band->s, band->before[0])))
    return mlirLogicalResultFailure();
  rebuild(band);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult scheduleReorder(Scheduler *s) {
  if (tirReorderGetNumLoops(s->primitive) < 2)
    return scheduleError(s, "expected at least two loops");
  Band band = {.s = s};
  MlirLogicalResult outcome = reorder(&band);
  arrfree(band.before);
  arrfree(band.after);
  return outcome;
}
