//===- Callers.h - who names a function -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_CALLERS_H
#define RELAX_SCHEDULE_CALLERS_H

#include "lib/Schedule/Scheduler.h"

/// Walks the module. It serves as long as nobody names another function: calls
/// that are added later, of programs that were added later, are not in it.
ScheduleCallers *scheduleCallersCreate(MlirOperation module);
void scheduleCallersDestroy(ScheduleCallers *callers);
/// Everything outside of programs that names `func`, or another function of its
/// name, such as a copy of it.
const MlirOperation *scheduleCallersOf(const ScheduleCallers *callers,
                                       MlirOperation func, ptrdiff_t *count);

#endif // RELAX_SCHEDULE_CALLERS_H
