//===- RaggedBatchState.h - a function that becomes ragged (internal) -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_RAGGED_RAGGEDBATCHSTATE_H
#define RELAX_TRANSFORMS_RAGGED_RAGGEDBATCHSTATE_H

#include "dialects/Sym/Substitute.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Pass.h"

/// A value that had no batch, with the type that it had.
typedef struct RaggedLifted {
  MlirValue value;
  MlirType before;
} RaggedLifted;

typedef struct RaggedBatch {
  RelaxPassRun *run;
  MlirOperation function;
  StrRef extentName, batchName;
  MlirAttribute batch;
  MlirValue like;       // an argument [batch, extent, ...]
  MlirValue positions;  // its, or null
  RaggedLifted *lifted; // stb_ds array
} RaggedBatch;

/// RaggedBatchTypes.c: the type has the extent or the batch.
bool raggedBatchHas(const RaggedBatch *r, MlirType type);
/// Its dimension 0 is the batch, or what is joined with it.
bool raggedBatchLeads(RaggedBatch *r, MlirType type);
/// The ragged type; null if the extent stands without a batch, or the batch
/// elsewhere.
MlirType raggedBatchType(RaggedBatch *r, MlirType type);
/// RaggedBatchOps.c: the operation on ragged operands; failure after an error.
MlirLogicalResult raggedBatchOperation(RaggedBatch *r, MlirOperation op);
/// RaggedBatchLift.c.
MlirLogicalResult raggedBatchRefuse(RaggedBatch *r, MlirOperation op,
                                    const char *why);
/// What the value was before it got a batch; null if it had one.
const RaggedLifted *raggedBatchFind(const RaggedBatch *r, MlirValue value);
/// `[batch, n, 16]` for `[n, 16]` and `[1, n, 16]`, ragged; null for others.
MlirType raggedBatchLiftedType(RaggedBatch *r, MlirType type);
/// 0, 1, ... along the extent of each instance.
MlirValue raggedBatchPositions(RaggedBatch *r, MlirOperation before);
MlirValue raggedBatchInsert(MlirOperation made, MlirOperation before);
/// `value` in the place of the only result.
MlirLogicalResult raggedBatchReplace(MlirOperation op, MlirValue value);
/// Of values without a batch, which have one now: the same
/// elements are the same value, others are computed for each instance.
MlirLogicalResult raggedBatchLift(RaggedBatch *r, MlirOperation op);
/// Axes count one dimension more where the operand got one in front, as values
/// without a batch and `[b * n, 16]` do; false where one goes along instances.
bool raggedBatchShift(RaggedBatch *r, MlirOperation op);
/// A broadcast, or a copy for each instance, of what is the same for all of
/// them: a number for each of their positions, or a value of dense extents, for
/// which the table supplies the batch.
MlirLogicalResult raggedBatchRepeat(RaggedBatch *r, MlirOperation op);

#endif // RELAX_TRANSFORMS_RAGGED_RAGGEDBATCHSTATE_H
