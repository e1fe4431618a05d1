//===- ComputeAtCheck.c - when a compute may move into a loop -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/ComputeAt.h"
#include "lib/Sym/Parts.h"
#include "lib/Sym/Prover.h"

#include <stb/stb_ds.h>

MoveTarget *scheduleMoveTargetOf(const Move *m, MlirValue buffer) {
  for (ptrdiff_t t = 0; t < arrlen(m->targets); ++t)
    if (mlirValueEqual(m->targets[t].buffer, buffer))
      return &m->targets[t];
  return NULL;
}

/// Position of `op` in program order.
static ptrdiff_t position(const ScheduleOps ops, MlirOperation op) {
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i)
    if (mlirOperationEqual(ops[i], op))
      return i;
  return -1;
}

bool scheduleMoveReads(const ScheduleAccess *accesses, MlirValue buffer) {
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
    if (tirIsLoad(accesses[a].op) && mlirValueEqual(accesses[a].buffer, buffer))
      return true;
  return false;
}

/// Does the loop move the region along?
static bool isMovedBy(Move *m, const MoveTarget *target, MlirOperation loop) {
  bool used = false;
  for (intptr_t d = 0; tirIsFor(loop) && d < target->region.rank; ++d)
    used |=
        scheduleExprUses(m->s, target->region.start[d], scheduleIterator(loop));
  return used;
}

static bool hasRounds(Scheduler *s, MlirOperation loop, bool one) {
  Facts facts = scheduleFactsAt(s, loop);
  SymExpr lower, upper, next;
  scheduleBounds(s, loop, &lower, &upper);
  return symExprAdd(s->arena, lower, scheduleConst(s, 1), &next) == SYM_OK &&
         (one ? factsEqual(&facts, next, upper)
              : factsAtMost(&facts, next, upper));
}

intptr_t scheduleMoveWhether(Move *m, MlirOperation loop) {
  Scheduler *s = m->s;
  intptr_t all;
  SymExpr lower, upper, *bounds = scheduleExprs(s, m->producer, &all);
  if (!tirIsFor(loop))
    return -1;
  scheduleBounds(s, loop, &lower, &upper);
  for (intptr_t i = 0; i < m->count; ++i)
    if (m->dimOf[i] < 0 && symExprIs(lower, 0) && symExprIs(bounds[i], 0) &&
        symExprEqual(bounds[m->count + i], upper))
      return scheduleUpperBound(s, loop, upper) <= 1 ? i : -1;
  return -1;
}

/// Does every loop from the nest to the one at the producer's new place move
/// the region along, or have its one round? Then one that has no rounds leaves
/// nothing out.
static bool movesWithLoops(Move *m, const MoveTarget *target) {
  for (MlirOperation at = m->loop;; at = mlirOperationGetParentOperation(at)) {
    if (!isMovedBy(m, target, at) && scheduleMoveWhether(m, at) < 0 &&
        !(tirIsFor(at) && hasRounds(m->s, at, true)))
      return false;
    if (mlirOperationEqual(at, m->nest))
      return true;
  }
}

/// What callers read is written, whatever the extents of the loops are.
static MlirLogicalResult checkResult(Move *m, const MoveTarget *target) {
  StrRef name = scheduleBufferName(target->buffer);
  if (!mlirValueIsABlockArgument(target->buffer))
    return mlirLogicalResultSuccess();
  for (MlirOperation at = m->loop;; at = mlirOperationGetParentOperation(at)) {
    if (tirIsFor(at) && !isMovedBy(m, target, at) &&
        scheduleMoveWhether(m, at) < 0 && !hasRounds(m->s, at, false))
      return scheduleError(m->s,
                           "loop '%.*s' may have no rounds: '%.*s' would not "
                           "be written",
                           (int)scheduleNameOf(at).length,
                           scheduleNameOf(at).data, SPREAD(name));
    if (mlirOperationEqual(at, m->nest))
      return mlirLogicalResultSuccess();
  }
}

static MlirLogicalResult refuseOther(Move *m, const MoveTarget *target) {
  StrRef name = scheduleBufferName(target->buffer);
  StrRef loop = scheduleNameOf(m->loop);
  return scheduleError(m->s, "'%.*s' is also used outside of loop '%.*s'",
                       SPREAD(name), SPREAD(loop));
}

MlirLogicalResult scheduleMoveOthers(Move *m, const ScheduleAccess *own) {
  Scheduler *s = m->s;
  ScheduleAccess *all = scheduleAccesses(s, s->func);
  ScheduleOps ops = scheduleCollect(s->func);
  ptrdiff_t here = position(ops, m->producer), nest = position(ops, m->nest);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t a = 0; a < arrlen(all) && mlirLogicalResultIsSuccess(outcome);
       ++a) {
    if (scheduleIsInside(all[a].op, m->producer))
      continue;
    StrRef name = scheduleBufferName(all[a].buffer);
    StrRef producer = scheduleNameOf(m->producer);
    ptrdiff_t at = position(ops, all[a].op);
    MoveTarget *target = scheduleMoveTargetOf(m, all[a].buffer);
    bool apart =
        at < here || (at > nest && !scheduleIsInside(all[a].op, m->nest));
    if (target)
      target->kept |= apart;
    if (target && !scheduleIsInside(all[a].op, m->loop) && !apart)
      outcome = refuseOther(m, target);
    else if (all[a].writes && !target &&
             scheduleMoveReads(own, all[a].buffer) && at > here)
      outcome = scheduleError(s, "'%.*s', which '%.*s' reads, is written later",
                              SPREAD(name), SPREAD(producer));
  }
  arrfree(all);
  arrfree(ops);
  return outcome;
}

/// A panel of a balanced split (Split.c), which ends where the next one begins.
static bool isPanel(Move *m, SymExpr start, SymExpr extent,
                    MlirValue iterator) {
  Scheduler *s = m->s;
  MlirOperation place = mlirBlockGetFirstOperation(bridgeBody(m->loop));
  SymExpr outer = scheduleSymbolOf(s, iterator), left, panels, all, own, rest;
  bool good = true;
  start = scheduleSimplify(s, place, start);
  extent = scheduleSimplify(s, place, extent);
  if (!symExprCeilDivParts(s->arena, extent, &left, &panels))
    return false;
  all = scheduleCombine(s, symExprAdd, left, outer, &good);
  own = scheduleCombine(s, symExprMul, outer,
                        scheduleCombine(s, symExprFloorDiv, all, panels, &good),
                        &good);
  rest = scheduleCombine(s, symExprMod, all, panels, &good);
  rest = scheduleCombine(s, symExprMin, outer, rest, &good);
  own = scheduleCombine(s, symExprAdd, own, rest, &good);
  rest = scheduleCombine(s, symExprSub, start, own, &good);
  return good && !scheduleExprUses(s, rest, iterator) &&
         !scheduleExprUses(s, all, iterator) &&
         !scheduleExprUses(s, panels, iterator);
}

/// Are the regions of a round of `loop` and of the next one known to lie apart?
/// What lies between the elements of a round belongs to others else.
static bool nextIsApart(Move *m, const MoveTarget *target, MlirOperation loop) {
  Scheduler *s = m->s;
  const ScheduleRegion *region = &target->region;
  MlirValue iterator = scheduleIterator(loop);
  Facts facts =
      scheduleFactsAt(s, mlirBlockGetFirstOperation(bridgeBody(m->loop)));
  SymExpr lower, upper, next, last;
  scheduleBounds(s, loop, &lower, &upper);
  bool good = true, apart = false;
  next = scheduleCombine(s, symExprAdd, scheduleSymbolOf(s, iterator),
                         scheduleConst(s, 1), &good);
  last = scheduleCombine(s, symExprSub, upper, scheduleConst(s, 1), &good);
  if (!good)
    return false;
  factsAdd(&facts, factAtMost(next, last));
  SymFactBase *base = symFactBaseCreate(facts.items, facts.count);
  for (intptr_t d = 0; d < region->rank && !apart; ++d) {
    SymExpr start = region->start[d], end, lateEnd;
    bool known = true;
    end = scheduleCombine(s, symExprAdd, start, region->extent[d], &known);
    lateEnd = end;
    apart = isPanel(m, start, region->extent[d], iterator) ||
            (known && scheduleSubstitute(s, &start, iterator, next) &&
             scheduleSubstitute(s, &lateEnd, iterator, next) &&
             (symAskAtMost(base, end, start) == SYM_YES ||
              symAskAtMost(base, lateEnd, region->start[d]) == SYM_YES));
  }
  symFactBaseDestroy(base);
  return apart;
}

/// A consumer that writes the target touches an element in one round only.
static MlirLogicalResult checkInPlace(Move *m, const MoveTarget *target) {
  Scheduler *s = m->s;
  if (!target->region.written)
    return mlirLogicalResultSuccess();
  StrRef name = scheduleBufferName(target->buffer);
  for (MlirOperation at = m->loop;; at = mlirOperationGetParentOperation(at)) {
    if (tirIsFor(at) && scheduleIteratorKind(at).length)
      return scheduleError(
          s,
          "loop '%.*s' carries a reduction into '%.*s': expected spatial "
          "loops around",
          (int)scheduleNameOf(at).length, scheduleNameOf(at).data,
          SPREAD(name));
    if (tirIsFor(at) && !nextIsApart(m, target, at))
      return scheduleError(
          s,
          "rounds of loop '%.*s' are not known to use parts of "
          "'%.*s' of their own, which they write",
          (int)scheduleNameOf(at).length, scheduleNameOf(at).data,
          SPREAD(name));
    if (mlirOperationEqual(at, m->nest))
      break;
  }
  ScheduleAccess *accesses = scheduleAccesses(s, m->loop);
  const ScheduleAccess *first = NULL;
  bool same = true;
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    if (!mlirValueEqual(accesses[a].buffer, target->buffer))
      continue;
    same &= !first || scheduleIsSameElement(first, &accesses[a]);
    first = first ? first : &accesses[a];
  }
  arrfree(accesses);
  return same ? mlirLogicalResultSuccess()
              : scheduleError(s,
                              "'%.*s' is written in the loop, and used at "
                              "other elements there",
                              SPREAD(name));
}

/// All rounds together use what the producer computes.
static MlirLogicalResult checkCoverage(Move *m, const MoveTarget *target) {
  Scheduler *s = m->s;
  // The region of the whole nest: as if a loop were around it.
  ScheduleRegion whole;
  MlirOperation parent = mlirOperationGetParentOperation(m->nest);
  if (mlirLogicalResultIsFailure(
          scheduleRegionOf(s, parent, m->nest, target->buffer, &whole)))
    return mlirLogicalResultFailure();
  intptr_t all;
  SymExpr *bounds = scheduleExprs(s, m->producer, &all);
  SymExpr zero = scheduleConst(s, 0);
  Facts facts = scheduleFactsAt(s, m->producer);
  for (intptr_t i = 0; i < m->count; ++i) {
    intptr_t d = m->dimOf[i];
    if (d < 0)
      continue;
    if (symExprEqual(bounds[i], zero) &&
        factsEqual(&facts, whole.start[d], m->base[i]) &&
        factsEqual(&facts, whole.extent[d], bounds[m->count + i]))
      continue;
    StrRef name = scheduleNameOf(m->producer);
    bool good = true;
    SymExpr low = scheduleCombine(s, symExprAdd, m->base[i], bounds[i], &good);
    SymExpr high =
        scheduleCombine(s, symExprAdd, m->base[i], bounds[m->count + i], &good);
    if (!good)
      return mlirLogicalResultFailure();
    return scheduleError(
        s,
        "the loops use %s elements from %s on of dimension %ld, but '%.*s' "
        "computes %s to %s",
        scheduleText(s, whole.extent[d]), scheduleText(s, whole.start[d]),
        (long)d, SPREAD(name), scheduleText(s, low), scheduleText(s, high));
  }
  return mlirLogicalResultSuccess();
}

static bool isParallel(MlirOperation op) {
  return tirIsFor(op) && scheduleLoopIs(op, "parallel");
}

bool scheduleMoveShrinks(Move *m, const MoveTarget *target) {
  MlirValue buffer = target->buffer;
  bool good = !target->kept && tirIsAlloc(bridgeDefiner(buffer));
  MlirOperation first = mlirBlockGetFirstOperation(bridgeBody(m->loop));
  for (intptr_t d = 0; d < target->region.rank && good; ++d)
    good =
        scheduleUpperBound(m->s, first, target->region.extent[d]) != INT64_MAX;
  // Threads have no workspaces of their own.
  for (MlirOperation at = m->loop; good && scheduleIsWorkspace(buffer) &&
                                   !mlirOperationEqual(at, m->s->func);
       at = mlirOperationGetParentOperation(at))
    good = !isParallel(at);
  return good;
}

/// Rounds that run at once write no memory that they have in common.
static MlirLogicalResult checkThreads(Move *m, const MoveTarget *target) {
  if (scheduleMoveShrinks(m, target))
    return mlirLogicalResultSuccess();
  StrRef name = scheduleBufferName(target->buffer);
  for (MlirOperation at = m->loop;; at = mlirOperationGetParentOperation(at)) {
    if (isParallel(at) && !isMovedBy(m, target, at))
      return scheduleError(m->s,
                           "rounds of loop '%.*s' write the same elements of "
                           "'%.*s'",
                           (int)scheduleNameOf(at).length,
                           scheduleNameOf(at).data, SPREAD(name));
    if (mlirOperationEqual(at, m->nest))
      return mlirLogicalResultSuccess();
  }
}

MlirLogicalResult scheduleMoveCheckTarget(Move *m, const MoveTarget *target) {
  if (target->kept && !(target->region.written && movesWithLoops(m, target)))
    return refuseOther(m, target);
  if (mlirLogicalResultIsFailure(checkResult(m, target)) ||
      mlirLogicalResultIsFailure(checkInPlace(m, target)) ||
      mlirLogicalResultIsFailure(checkThreads(m, target)))
    return mlirLogicalResultFailure();
  return target->used ? checkCoverage(m, target) : mlirLogicalResultSuccess();
}
