//===- ComputeAt.h - the primitive tir.compute_at (internal) --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_COMPUTEAT_H
#define RELAX_SCHEDULE_COMPUTEAT_H

#include "lib/Schedule/Scheduler.h"

/// A buffer that the producer writes, as a reduction with several components
/// has one for each.
typedef struct MoveTarget {
  MlirValue buffer;
  bool used; // in the loop
  bool kept; // used before the producer or behind the loops
  ScheduleRegion region;
} MoveTarget;

typedef struct Move {
  Scheduler *s;
  MlirOperation producer, loop,
      nest;            // `nest`: around the loop, beside producer
  MoveTarget *targets; // stb_ds; all are written at the same elements
  intptr_t count;      // of iterators
  intptr_t *dimOf;     // of each iterator; -1 of reduce iterators
  SymExpr *base;       // of each iterator: the place that it runs from
} Move;

//===----------------------------------------------------------------------===//
// Legality (ComputeAtCheck.c)
//===----------------------------------------------------------------------===//

/// The target that is this buffer, or NULL.
MoveTarget *scheduleMoveTargetOf(const Move *m, MlirValue buffer);
/// Is the buffer loaded?
bool scheduleMoveReads(const ScheduleAccess *accesses, MlirValue buffer);
/// Nobody else uses the targets there, or changes what the producer reads by
/// its `own` accesses; notes which targets are kept.
MlirLogicalResult scheduleMoveOthers(Move *m, const ScheduleAccess *own);
/// The producer's iterator, which no index uses, that decides as the loop does
/// whether there is a round: one for both, or none; -1.
intptr_t scheduleMoveWhether(Move *m, MlirOperation loop);
/// The rounds of the loops use all that is computed of the target, and a target
/// that they write in one round only.
MlirLogicalResult scheduleMoveCheckTarget(Move *m, const MoveTarget *target);
/// Does it become memory of the loop's body? What only the body uses does, of a
/// bounded size; a workspace does not inside of a parallel loop.
bool scheduleMoveShrinks(Move *m, const MoveTarget *target);

//===----------------------------------------------------------------------===//
// Rewriting (ComputeAtMove.c)
//===----------------------------------------------------------------------===//

/// The producer over the region, at the front of the loop.
MlirLogicalResult scheduleMoveProducer(Move *m);
/// Memory that only the body uses now becomes memory of the body.
MlirLogicalResult scheduleShrinkTarget(Move *m, const MoveTarget *target);

#endif // RELAX_SCHEDULE_COMPUTEAT_H
