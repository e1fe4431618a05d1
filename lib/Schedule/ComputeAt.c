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
                           SPREAD(name), SPREAD(loop));
  for (MlirOperation op = m->producer; op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (mlirOperationEqual(op, m->nest))
      return mlirLogicalResultSuccess();
  return scheduleError(m->s, "'%.*s' comes after loop '%.*s'", SPREAD(name),
                       SPREAD(loop));
}

/// Each dimension at an iterator of its own, or where no iterator changes.
static MlirLogicalResult matchDims(Move *m, const ScheduleAccess *access) {
  Scheduler *s = m->s;
  StrRef name = scheduleNameOf(m->producer);
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
                           SPREAD(name), scheduleText(s, access->exprs[d]));
    }
  }
  return mlirLogicalResultSuccess();
}

/// The buffers that the producer writes, all at the same elements.
static MlirLogicalResult findTargets(Move *m, const ScheduleAccess *accesses) {
  Scheduler *s = m->s;
  StrRef name = scheduleNameOf(m->producer);
  const ScheduleAccess *first = NULL;
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    const ScheduleAccess *access = &accesses[a];
    if (!access->writes)
      continue;
    if (!first && mlirLogicalResultIsFailure(matchDims(m, access)))
      return mlirLogicalResultFailure();
    first = first ? first : access;
    StrRef one = scheduleBufferName(first->buffer);
    StrRef other = scheduleBufferName(access->buffer);
    if (access->rank != first->rank || !scheduleIsSameElement(access, first))
      return scheduleError(s,
                           "'%.*s' writes different elements of '%.*s' and "
                           "'%.*s': expected the same",
                           SPREAD(name), SPREAD(one), SPREAD(other));
    MoveTarget target = {.buffer = access->buffer};
    if (!scheduleMoveTargetOf(m, access->buffer))
      arrput(m->targets, target);
  }
  if (first)
    return mlirLogicalResultSuccess();
  return scheduleError(s, "'%.*s' writes nothing", SPREAD(name));
}

/// Is the buffer used in the loop?
static bool isUsed(Move *m, const MoveTarget *target) {
  ScheduleAccess *accesses = scheduleAccesses(m->s, m->loop);
  bool used = false;
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
    used |= mlirValueEqual(accesses[a].buffer, target->buffer);
  arrfree(accesses);
  return used;
}

static bool isSameRegion(Move *m, const ScheduleRegion *a,
                         const ScheduleRegion *b) {
  Facts facts = scheduleFactsAt(m->s, m->producer);
  for (intptr_t d = 0; d < a->rank; ++d)
    if (!factsEqual(&facts, a->start[d], b->start[d]) ||
        !factsEqual(&facts, a->extent[d], b->extent[d]))
      return false;
  return true;
}

/// The regions of the targets, which are the same; that of one that the loop
/// does not use is what it uses of the others.
static MlirLogicalResult findRegions(Move *m) {
  MoveTarget *first = NULL;
  for (ptrdiff_t t = 0; t < arrlen(m->targets); ++t) {
    MoveTarget *target = &m->targets[t];
    target->used = isUsed(m, target);
    if (!target->used && (first || t + 1 < arrlen(m->targets)))
      continue; // the last one is refused, if none is used
    if (mlirLogicalResultIsFailure(scheduleRegionOf(
            m->s, m->loop, m->loop, target->buffer, &target->region)))
      return mlirLogicalResultFailure();
    first = first ? first : target;
    StrRef one = scheduleBufferName(first->buffer);
    StrRef other = scheduleBufferName(target->buffer);
    StrRef loop = scheduleNameOf(m->loop);
    if (!isSameRegion(m, &first->region, &target->region))
      return scheduleError(m->s,
                           "a round of loop '%.*s' uses different elements of "
                           "'%.*s' and '%.*s': expected the same",
                           SPREAD(loop), SPREAD(one), SPREAD(other));
  }
  for (ptrdiff_t t = 0; t < arrlen(m->targets); ++t)
    if (!m->targets[t].used) {
      m->targets[t].region = first->region;
      m->targets[t].region.written = false;
    }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check(Move *m) {
  if (mlirLogicalResultIsFailure(findNest(m)))
    return mlirLogicalResultFailure();
  ScheduleAccess *own = scheduleAccesses(m->s, m->producer);
  bool good = mlirLogicalResultIsSuccess(findTargets(m, own));
  for (ptrdiff_t t = 0; t < arrlen(m->targets) && good; ++t)
    if (scheduleMoveReads(own, m->targets[t].buffer)) {
      StrRef name = scheduleNameOf(m->producer);
      scheduleError(m->s, "'%.*s' loads what it writes", SPREAD(name));
      good = false;
    }
  good = good && mlirLogicalResultIsSuccess(scheduleMoveOthers(m, own));
  arrfree(own);
  good = good && mlirLogicalResultIsSuccess(findRegions(m));
  for (ptrdiff_t t = 0; t < arrlen(m->targets) && good; ++t)
    good =
        mlirLogicalResultIsSuccess(scheduleMoveCheckTarget(m, &m->targets[t]));
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

MlirLogicalResult scheduleComputeAt(Scheduler *s) {
  Move m = {.s = s};
  m.producer = scheduleComputeOf(s, tirComputeAtGetCompute(s->primitive));
  if (!m.producer.ptr)
    return mlirLogicalResultFailure();
  m.loop = scheduleLoopOf(s, tirComputeAtGetLoop(s->primitive));
  if (!m.loop.ptr)
    return mlirLogicalResultFailure();
  m.count = bridgeNumArguments(m.producer);
  m.dimOf = ARENA_ARRAY(s->arena, intptr_t, m.count);
  m.base = ARENA_ARRAY(s->arena, SymExpr, m.count);
  bool good = mlirLogicalResultIsSuccess(check(&m)) &&
              mlirLogicalResultIsSuccess(scheduleMoveProducer(&m));
  for (ptrdiff_t t = 0; t < arrlen(m.targets) && good; ++t)
    good = mlirLogicalResultIsSuccess(scheduleShrinkTarget(&m, &m.targets[t]));
  arrfree(m.targets);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
