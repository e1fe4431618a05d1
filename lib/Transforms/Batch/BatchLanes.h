//===- BatchLanes.h - a program for many calls while it is made -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_BATCHLANES_H
#define RELAX_TRANSFORMS_BATCH_BATCHLANES_H

#include "lib/Schedule/Computes.h"
#include "lib/Transforms/Batch/BatchMode.h"

typedef struct BatchLanes {
  Scheduler s;
  const BatchMode *modes; // by buffer
  MlirAttribute extent;   // the symbol of the calls
  /// The loop over calls, and where the rows of one begin; null: an iterator of
  /// each compute is.
  MlirOperation loop;
  SymExpr start;
} BatchLanes;

MlirOperation batchComputeAround(MlirOperation op);
/// Indices in front of those of all accesses, and behind the start of rows. The
/// types of the buffers are the old ones yet.
void batchAddIndices(BatchLanes *lanes);
/// A buffer with the calls in front.
MlirType batchLaneType(BatchLanes *lanes, MlirType type);

/// Every compute gets an iterator over the calls.
bool batchComputesCan(MlirOperation kernel);
bool batchComputesMake(BatchLanes *lanes);
/// What it does to a row depends on that row and on what is shared alone.
bool batchIsRowwise(MlirOperation kernel, const BatchMode *modes);
/// A loop over the calls around everything.
bool batchRoundsCan(MlirOperation kernel, const BatchMode *modes);
/// The program in place of `lanes->s.func`, which is destroyed; null after an
/// error.
MlirOperation batchRoundsMake(BatchLanes *lanes);

#endif // RELAX_TRANSFORMS_BATCH_BATCHLANES_H
