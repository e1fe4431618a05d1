//===- JoinDims.h - iterators that go through memory as one ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_JOINDIMS_H
#define RELAX_SCHEDULE_JOINDIMS_H

#include "lib/Schedule/Limits.h"
#include "lib/Schedule/Scheduler.h"

/// Two iterators of a compute that become one.
typedef struct JoinPair {
  MlirOperation compute;
  intptr_t outer, inner;
} JoinPair;

/// Two dimensions of a buffer that become one, with those of extent 1 between
/// them.
typedef struct JoinDims {
  MlirValue buffer;
  intptr_t outer, inner;
} JoinDims;

/// What is joined in a program at a time: every access to one of the buffers
/// has one of the pairs there, and every use of a pair is such an access.
typedef struct Join {
  JoinPair *pairs; // stb_ds
  JoinDims *dims;  // stb_ds
} Join;

/// A program as it is looked at.
typedef struct JoinProgram {
  Scheduler *scheduler;
  ScheduleLimits limits;
  /// Of all computes (stb_ds); iterators of one round are 0 in them.
  ScheduleAccess *accesses;
  bool reduces; // some compute does
} JoinProgram;

/// The compute around an access.
static inline MlirOperation joinComputeOf(const JoinProgram *program,
                                          MlirOperation op) {
  return bridgeInBlock(op, bridgeBody(program->scheduler->func));
}
/// Grows a join from its first pair; false if it cannot be.
bool joinClose(JoinProgram *program, Join *join);
/// Is it of use for vectors, tiles and threads (JoinDimsUse.c)?
bool joinIsUseful(JoinProgram *program, const Join *join);
/// Carries it out; failure after an error (JoinDimsRewrite.c).
MlirLogicalResult joinApply(JoinProgram *program, const Join *join);

#endif // RELAX_SCHEDULE_JOINDIMS_H
