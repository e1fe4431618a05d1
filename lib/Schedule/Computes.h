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
/// A compute without a body, detached; the second: before `compute`.
MlirOperation scheduleNewCompute(Scheduler *s, MlirLocation loc,
                                 const ScheduleHead *head, StrRef name,
                                 bool update);
MlirOperation scheduleMakeCompute(Scheduler *s, MlirOperation compute,
                                  const ScheduleHead *head, StrRef name,
                                  bool update);
/// So many iterators of a compute, from the one at `first` on: an array.
SymExpr *scheduleIterators(Scheduler *s, MlirOperation compute, intptr_t first,
                           intptr_t count);
/// At the end of a block the load of an element, or its store; `pad` may be
/// null.
MlirValue scheduleAppendLoad(Scheduler *s, MlirBlock block, MlirLocation loc,
                             MlirValue buffer, MlirValue pad,
                             const SymExpr *exprs);
void scheduleAppendStore(Scheduler *s, MlirBlock block, MlirLocation loc,
                         MlirValue value, MlirValue buffer,
                         const SymExpr *exprs);
/// A workspace in front of `compute`, called as `name` with that word behind.
MlirValue scheduleMakeWorkspace(Scheduler *s, MlirOperation compute,
                                StrRef name, const char *word, intptr_t rank,
                                const MlirAttribute *dims, MlirType element);
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
