//===- ComputeAt.h - the primitive tir.compute_at (internal) --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_COMPUTEAT_H
#define RELAX_SCHEDULE_COMPUTEAT_H

#include "lib/Schedule/Scheduler.h"

typedef struct Move {
  Scheduler *s;
  MlirOperation producer, loop,
      nest; // `nest`: around the loop, beside producer
  MlirValue buffer;
  intptr_t rank, count; // dimensions, iterators
  intptr_t *dimOf;      // of each iterator; -1 of reduce iterators
  SymExpr *base;        // of each iterator: the place that it runs from
  bool kept;            // used before the producer or behind the loops
  ScheduleRegion region;
} Move;

/// The producer over the region, at the front of the loop (ComputeAtMove.c).
MlirLogicalResult scheduleMoveProducer(Move *m);
/// Memory that only the body uses now becomes memory of the body.
MlirLogicalResult scheduleShrinkTarget(Move *m);

#endif // RELAX_SCHEDULE_COMPUTEAT_H
