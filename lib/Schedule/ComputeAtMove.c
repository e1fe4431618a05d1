//===- ComputeAtMove.c - the rewrite of tir.compute_at --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/ComputeAt.h"

#include <stb/stb_ds.h>

/// An empty copy of the producer's head at the front of the loop's body.
static MlirOperation makeHead(Move *m) {
  Scheduler *s = m->s;
  MlirBlock old = scheduleBody(m->producer);
  MlirType *types = ARENA_ARRAY(s->arena, MlirType, m->count);
  MlirLocation *locs = ARENA_ARRAY(s->arena, MlirLocation, m->count);
  for (intptr_t i = 0; i < m->count; ++i) {
    types[i] = mlirIndexTypeGet(s->context);
    locs[i] = mlirValueGetLocation(mlirBlockGetArgument(old, i));
  }
  TirComputeArgs args = {.name = tirComputeGetName(m->producer),
                         .kinds = tirComputeGetKinds(m->producer),
                         .lower = tirComputeGetLower(m->producer),
                         .upper = tirComputeGetLower(m->producer),
                         .update = tirComputeGetUpdate(m->producer)};
  MlirOperation head =
      tirComputeCreate(mlirOperationGetLocation(m->producer), &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(head, 0),
                             mlirBlockCreate(m->count, types, locs));
  mlirBlockInsertOwnedOperation(scheduleBody(m->loop), 0, head);
  return head;
}

MlirLogicalResult scheduleMoveProducer(Move *m) {
  Scheduler *s = m->s;
  const ScheduleRegion *region = &m->targets[0].region; // the same of all
  intptr_t all;
  bool good = true;
  SymExpr *bounds = scheduleExprs(s, m->producer, &all);
  MlirOperation head = makeHead(m);
  MlirBlock old = scheduleBody(m->producer), body = scheduleBody(head);
  for (intptr_t i = 0; i < m->count; ++i)
    if (m->dimOf[i] >= 0) {
      bounds[i] = scheduleConst(s, 0);
      bounds[m->count + i] = region->extent[m->dimOf[i]];
    }
  for (MlirOperation at = m->loop;; at = mlirOperationGetParentOperation(at)) {
    intptr_t whether = scheduleMoveWhether(m, at);
    if (whether >= 0)
      bounds[m->count + whether] = scheduleConst(s, 1); // it is in a round
    if (mlirOperationEqual(at, m->nest))
      break;
  }
  scheduleSetExprs(s, head, bounds, all);
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
                       scheduleReplaceValue(s, head, before, now, body));
    scheduleRetire(s, before);
  }
  scheduleRebind(s, m->producer, head);
  scheduleDestroy(s, m->producer);
  scheduleSimplifyAccesses(s, head);
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
