//===- ComputeAt.c - the primitive tir.compute_at -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The producer goes to the front of the loop's body, over the region that a
// round uses. Legal where the rounds together use exactly what the producer
// computes, where nothing else uses it in between, and where what the producer
// reads does not change there. If the consumer writes the buffer as well, it
// touches every element in one round only; where each of the loops goes along
// the buffer, it may then be used before and behind them as well.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/ComputeAt.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// The operation around `loop`, or itself, that stands beside the producer.
static MlirLogicalResult findNest(Move *m) {
  MlirBlock block = mlirOperationGetBlock(m->producer);
  StrRef name = scheduleNameOf(m->producer), loop = scheduleNameOf(m->loop);
  for (m->nest = m->loop;
       m->nest.ptr && !mlirBlockEqual(mlirOperationGetBlock(m->nest), block);
       m->nest = mlirOperationGetParentOperation(m->nest))
    if (mlirOperationEqual(m->nest, m->s->func))
      return scheduleError(m->s, "'%.*s' is not beside the loops around '%.*s'",
                           (int)name.length, name.data, (int)loop.length,
                           loop.data);
  for (MlirOperation op = m->producer; op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (mlirOperationEqual(op, m->nest))
      return mlirLogicalResultSuccess();
  return scheduleError(m->s, "'%.*s' comes after loop '%.*s'", (int)name.length,
                       name.data, (int)loop.length, loop.data);
}

/// The one buffer that the producer writes, each dimension at an iterator of
/// its own or where no iterator changes.
static MlirLogicalResult findTarget(Move *m, const ScheduleAccess *accesses) {
  Scheduler *s = m->s;
  StrRef name = scheduleNameOf(m->producer);
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    const ScheduleAccess *access = &accesses[a];
    if (!access->writes)
      continue;
    if (m->buffer.ptr && !mlirValueEqual(m->buffer, access->buffer))
      return scheduleError(s, "'%.*s' writes more than one buffer",
                           (int)name.length, name.data);
    m->buffer = access->buffer;
    m->rank = access->rank;
    for (intptr_t i = 0; i < m->count; ++i)
      m->dimOf[i] = -1;
    for (intptr_t d = 0; d < access->rank; ++d) {
      SymExpr base;
      intptr_t i = scheduleIteratorIn(s, m->producer, access->exprs[d], &base);
      if (i >= 0 && m->dimOf[i] < 0) {
        m->dimOf[i] = d;
        m->base[i] = base;
      } else if (i != -1) {
        return scheduleError(s,
                             "'%.*s' writes at '%s': expected an iterator of "
                             "its own in each dimension",
                             (int)name.length, name.data,
                             scheduleText(s, access->exprs[d]));
      }
    }
  }
  if (m->buffer.ptr)
    return mlirLogicalResultSuccess();
  return scheduleError(s, "'%.*s' writes nothing", (int)name.length, name.data);
}

/// Position of `op` in program order.
static ptrdiff_t position(const ScheduleOps ops, MlirOperation op) {
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i)
    if (mlirOperationEqual(ops[i], op))
      return i;
  return -1;
}

static bool readsBuffer(const ScheduleAccess *accesses, MlirValue buffer) {
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
    if (tirIsLoad(accesses[a].op) && mlirValueEqual(accesses[a].buffer, buffer))
      return true;
  return false;
}

/// Does every loop from the nest to the one at the producer's new place move
/// the region along? Then one that has no rounds leaves nothing out.
static bool movesWithLoops(Move *m) {
  for (MlirOperation at = m->loop;; at = mlirOperationGetParentOperation(at)) {
    bool used = false;
    for (intptr_t d = 0; tirIsFor(at) && d < m->region.rank; ++d)
      used |= scheduleExprUses(m->s, m->region.start[d], scheduleIterator(at));
    if (!used)
      return false;
    if (mlirOperationEqual(at, m->nest))
      return true;
  }
}

static MlirLogicalResult refuseOther(Move *m) {
  StrRef name = scheduleBufferName(m->buffer), loop = scheduleNameOf(m->loop);
  return scheduleError(m->s, "'%.*s' is also used outside of loop '%.*s'",
                       (int)name.length, name.data, (int)loop.length,
                       loop.data);
}

/// Nobody else uses the target there or changes what the producer reads.
static MlirLogicalResult checkOthers(Move *m, const ScheduleAccess *own) {
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
    bool target = mlirValueEqual(all[a].buffer, m->buffer);
    bool apart =
        at < here || (at > nest && !scheduleIsInside(all[a].op, m->nest));
    m->kept |= target && apart;
    if (target && !scheduleIsInside(all[a].op, m->loop) && !apart)
      outcome = refuseOther(m);
    else if (all[a].writes && !target && readsBuffer(own, all[a].buffer) &&
             at > here)
      outcome = scheduleError(s, "'%.*s', which '%.*s' reads, is written later",
                              (int)name.length, name.data, (int)producer.length,
                              producer.data);
  }
  arrfree(all);
  arrfree(ops);
  return outcome;
}

/// A consumer that writes the target touches an element in one round only.
static MlirLogicalResult checkInPlace(Move *m) {
  Scheduler *s = m->s;
  if (!m->region.written)
    return mlirLogicalResultSuccess();
  StrRef name = scheduleBufferName(m->buffer);
  for (MlirOperation at = m->loop;; at = mlirOperationGetParentOperation(at)) {
    if (tirIsFor(at) && scheduleIteratorKind(at).length)
      return scheduleError(
          s,
          "loop '%.*s' carries a reduction into '%.*s': expected spatial "
          "loops around",
          (int)scheduleNameOf(at).length, scheduleNameOf(at).data,
          (int)name.length, name.data);
    if (mlirOperationEqual(at, m->nest))
      break;
  }
  ScheduleAccess *accesses = scheduleAccesses(s, m->loop);
  const ScheduleAccess *first = NULL;
  bool same = true;
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    if (!mlirValueEqual(accesses[a].buffer, m->buffer))
      continue;
    for (intptr_t d = 0; first && d < m->rank; ++d)
      same &= symExprEqual(first->exprs[d], accesses[a].exprs[d]);
    first = first ? first : &accesses[a];
  }
  arrfree(accesses);
  return same ? mlirLogicalResultSuccess()
              : scheduleError(s,
                              "'%.*s' is written in the loop, and used at "
                              "other elements there",
                              (int)name.length, name.data);
}

/// All rounds together use what the producer computes.
static MlirLogicalResult checkCoverage(Move *m) {
  Scheduler *s = m->s;
  // The region of the whole nest: as if a loop were around it.
  ScheduleRegion whole;
  MlirOperation parent = mlirOperationGetParentOperation(m->nest);
  if (mlirLogicalResultIsFailure(
          scheduleRegionOf(s, parent, m->nest, m->buffer, &whole)))
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
        (long)d, (int)name.length, name.data, scheduleText(s, low),
        scheduleText(s, high));
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check(Move *m) {
  if (mlirLogicalResultIsFailure(findNest(m)))
    return mlirLogicalResultFailure();
  ScheduleAccess *own = scheduleAccesses(m->s, m->producer);
  bool good = mlirLogicalResultIsSuccess(findTarget(m, own));
  if (good && readsBuffer(own, m->buffer)) {
    StrRef name = scheduleNameOf(m->producer);
    scheduleError(m->s, "'%.*s' loads what it writes", (int)name.length,
                  name.data);
    good = false;
  }
  good = good && mlirLogicalResultIsSuccess(checkOthers(m, own));
  arrfree(own);
  good = good && mlirLogicalResultIsSuccess(scheduleRegionOf(
                     m->s, m->loop, m->loop, m->buffer, &m->region));
  if (good && m->kept && !(m->region.written && movesWithLoops(m)))
    return refuseOther(m);
  return good && mlirLogicalResultIsSuccess(checkInPlace(m))
             ? checkCoverage(m)
             : mlirLogicalResultFailure();
}

MlirLogicalResult scheduleComputeAt(Scheduler *s) {
  Move m = {.s = s};
  m.producer = scheduleComputeOf(s, tirComputeAtGetCompute(s->primitive));
  if (!m.producer.ptr)
    return mlirLogicalResultFailure();
  m.loop = scheduleLoopOf(s, tirComputeAtGetLoop(s->primitive));
  if (!m.loop.ptr)
    return mlirLogicalResultFailure();
  m.count = mlirBlockGetNumArguments(scheduleBody(m.producer));
  m.dimOf = ARENA_ARRAY(s->arena, intptr_t, m.count);
  m.base = ARENA_ARRAY(s->arena, SymExpr, m.count);
  if (mlirLogicalResultIsFailure(check(&m)) ||
      mlirLogicalResultIsFailure(scheduleMoveProducer(&m)))
    return mlirLogicalResultFailure();
  return scheduleShrinkTarget(&m);
}
