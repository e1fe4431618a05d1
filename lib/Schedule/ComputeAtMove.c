//===- ComputeAtMove.c - the rewrite of tir.compute_at --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/ComputeAt.h"
#include "lib/Schedule/Computes.h"

#include <stb/stb_ds.h>

MlirLogicalResult scheduleMoveProducer(Move *m) {
  Scheduler *s = m->s;
  const ScheduleRegion *region = &m->targets[0].region; // the same of all
  bool good = true;
  ScheduleHead head = scheduleStartHead(s, m->count);
  for (intptr_t i = 0; i < m->count; ++i) {
    scheduleKeepIterator(s, &head, m->producer, i);
    if (m->dimOf[i] >= 0) {
      head.lower[i] = scheduleConst(s, 0);
      head.upper[i] = region->extent[m->dimOf[i]];
    }
  }
  for (MlirOperation at = m->loop;; at = mlirOperationGetParentOperation(at)) {
    intptr_t whether = scheduleMoveWhether(m, at);
    if (whether >= 0)
      head.upper[whether] = scheduleConst(s, 1); // it is in a round
    if (mlirOperationEqual(at, m->nest))
      break;
  }
  MlirOperation moved = scheduleNewCompute(
      s, mlirOperationGetLocation(m->producer), &head,
      tirComputeGetName(m->producer), tirComputeGetUpdate(m->producer));
  mlirBlockInsertOwnedOperation(bridgeBody(m->loop), 0, moved);
  MlirBlock old = bridgeBody(m->producer), body = bridgeBody(moved);
  scheduleMoveBody(old, body);
  for (intptr_t i = 0; i < m->count && good; ++i) {
    MlirValue before = mlirBlockGetArgument(old, i);
    SymExpr now = scheduleSymbolOf(s, mlirBlockGetArgument(body, i));
    if (m->dimOf[i] >= 0)
      now = scheduleCombine(s, symExprAdd, now,
                            scheduleCombine(s, symExprSub,
                                            region->start[m->dimOf[i]],
                                            m->base[i], &good),
                            &good);
    good = good && mlirLogicalResultIsSuccess(
                       scheduleReplaceValue(s, moved, before, now, body));
    scheduleRetire(s, before);
  }
  scheduleRebind(s, m->producer, moved);
  scheduleDestroy(s, m->producer);
  scheduleSimplifyAccesses(s, moved);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

MlirLogicalResult scheduleShrinkTarget(Move *m, const MoveTarget *target) {
  MlirValue buffer = target->buffer;
  ScheduleRegion region = target->region;
  if (!scheduleMoveShrinks(m, target))
    return mlirLogicalResultSuccess(); // stays as long as it was
  MlirOperation alloc = mlirOpResultGetOwner(buffer);
  StrRef name = scheduleNameOf(alloc);
  MlirValue local = scheduleMakeLocal(m->s, m->loop, buffer, &region, name,
                                      tirAllocGetSpace(alloc), 0);
  if (!local.ptr || mlirLogicalResultIsFailure(scheduleRebase(
                        m->s, m->loop, buffer, local, region.start)))
    return mlirLogicalResultFailure();
  for (ptrdiff_t i = 0; i < arrlen(m->s->handles); ++i)
    if (m->s->handles[i].buffer.ptr &&
        mlirValueEqual(m->s->handles[i].buffer, buffer))
      m->s->handles[i].buffer = local;
  scheduleDestroy(m->s, alloc);
  return mlirLogicalResultSuccess();
}
