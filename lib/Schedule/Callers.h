//===- Callers.h - who names a function -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_CALLERS_H
#define RELAX_SCHEDULE_CALLERS_H

#include "lib/Bridge/Core/Pass.h"
#include "lib/Schedule/Limits.h"
#include "lib/Schedule/Scheduler.h"

/// Walks the module. It serves as long as nobody names another function: calls
/// that are added later, of programs that were added later, are not in it.
ScheduleCallers *scheduleCallersCreate(MlirOperation module);
void scheduleCallersDestroy(ScheduleCallers *callers);
/// Everything outside of programs that names `func`, or another function of its
/// name, such as a copy of it.
const MlirOperation *scheduleCallersOf(const ScheduleCallers *callers,
                                       MlirOperation func, ptrdiff_t *count);

/// Can each of them pass something else, or further buffers? NULL, or the
/// reason why not, in the arena.
const char *scheduleCallersRefusal(Scheduler *s);

/// A scheduler of `func` for a pass that takes no primitive from a schedule:
/// refusals stand at the function. Ends with `scheduleFree`.
Scheduler scheduleOpen(RelaxPassRun *run, const ScheduleCallers *callers,
                       MlirOperation func);

typedef MlirLogicalResult ScheduleVisitor(RelaxPassRun *run,
                                          const ScheduleCallers *callers,
                                          MlirOperation func,
                                          const ScheduleLimits *limits);
/// Visits every program of the module that has a body and no schedule, until
/// one fails; the pass's arena is reset behind each.
MlirLogicalResult scheduleVisitOpen(RelaxPassRun *run, ScheduleVisitor *visit);

#endif // RELAX_SCHEDULE_CALLERS_H
