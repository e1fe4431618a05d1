//===- Computes.h - computes made from a compute --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_COMPUTES_H
#define RELAX_SCHEDULE_COMPUTES_H

#include "dialects/TIR/Access.h"
#include "lib/Schedule/Scheduler.h"

/// What facts say of the two computes of `tir.fork` (Fork.c).
typedef enum ScheduleForkParts {
  FORK_BOTH,     // either may have rounds
  FORK_ALL_FEW,  // the second never has
  FORK_ALL_MANY, // the first never has
} ScheduleForkParts;
ScheduleForkParts scheduleForkParts(Scheduler *s, MlirOperation compute,
                                    intptr_t iterator, int64_t limit);
/// The first of them, in front of a compute that stays as it is; null after a
/// refusal.
MlirOperation scheduleForkFew(Scheduler *s, MlirOperation compute,
                              intptr_t iterator, int64_t limit);

/// The iterators of a compute to be made.
typedef struct ScheduleHead {
  intptr_t count;
  MlirAttribute *kinds;
  MlirLocation *locs;
  SymExpr *lower, *upper;
} ScheduleHead;

/// Room for `count` iterators, in the arena.
ScheduleHead scheduleStartHead(Scheduler *s, intptr_t count);
void scheduleAddIterator(Scheduler *s, ScheduleHead *head, const char *kind,
                         MlirLocation loc, SymExpr lower, SymExpr upper);
/// Iterator `i` of a compute, as it is.
void scheduleKeepIterator(Scheduler *s, ScheduleHead *head,
                          MlirOperation compute, intptr_t i);
/// A compute without a body, before `compute`.
MlirOperation scheduleMakeCompute(Scheduler *s, MlirOperation compute,
                                  const ScheduleHead *head, StrRef name,
                                  bool update);
/// Fills `to` with a copy of the body of `compute`, whose iterators get these
/// values.
MlirLogicalResult scheduleCopyBody(Scheduler *s, MlirOperation compute,
                                   MlirOperation to, const SymExpr *values);

/// Gives a buffer another type, for as many elements: an argument is seen
/// through a `tir.view`, whose name ends so; a view and local memory have the
/// type themselves. Indices are the caller's.
void scheduleRetype(Scheduler *s, MlirValue buffer, MlirType type,
                    const char *suffix);

#endif // RELAX_SCHEDULE_COMPUTES_H
