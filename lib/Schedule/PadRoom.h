//===- PadRoom.h - room behind the rows of an argument --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An argument has rows behind each other, in one dimension: `d0 * (16 * (n
// ceildiv 16)) + p + k` is element `k` of row `d0` of an instance that begins
// at `p`. What a step from row to row leaves over is padding.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_PADROOM_H
#define RELAX_SCHEDULE_PADROOM_H

#include "lib/Schedule/Scheduler.h"

/// The loop goes to `padded` along one dimension of an argument. An error if
/// that is not within the extent, and, of writes, if it is not known to be in
/// front of the next row, of this instance or another one.
MlirLogicalResult schedulePadRoom(Scheduler *s, MlirOperation loop,
                                  const ScheduleAccess *access, intptr_t d,
                                  SymExpr padded);
/// Every call makes the memory that the argument is: nobody looks at what the
/// program does not write.
bool schedulePadsResult(Scheduler *s, MlirValue argument);

#endif // RELAX_SCHEDULE_PADROOM_H
