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
  bool instance;       // the function is of one instance: no batch anywhere
  bool clashes;        // ... but something that it computes
  bool dropsOne;       // ... of which dimension 0, a 1, is the batch
  MlirValue like;      // an argument [batch, ..., extent, ...]
  intptr_t likeAxis;   // where the extent stands in it
  MlirValue positions; // its, or null
  MlirValue lengths, longest; // the table and its largest entry, or null
  MlirAttribute longestDim;
  RaggedLifted *lifted; // stb_ds array
} RaggedBatch;

/// RaggedBatchTypes.c: the type has the extent or the batch.
bool raggedBatchHas(const RaggedBatch *r, MlirType type);
/// Its dimension 0 is the batch, or what is joined with it.
bool raggedBatchLeads(RaggedBatch *r, MlirType type);
/// The ragged type; null if the extent stands without a batch, or the batch
/// elsewhere.
MlirType raggedBatchType(RaggedBatch *r, MlirType type);
/// RaggedBatchPrepare.c: operations that take no ragged operands, written with
/// others; failure after an error.
MlirLogicalResult raggedBatchPrepare(RaggedBatch *r, MlirBlock entry);
/// RaggedBatchOps.c: the operation, or one inside of it, has the batch or the
/// extent.
bool raggedBatchConcerns(RaggedBatch *r, MlirOperation op);
/// The operation on ragged operands; failure after an error.
MlirLogicalResult raggedBatchOperation(RaggedBatch *r, MlirOperation op);
/// RaggedBatchLift.c.
MlirLogicalResult raggedBatchRefuse(RaggedBatch *r, MlirOperation op,
                                    const char *why);
/// What the value was before it got a batch; null if it had one.
const RaggedLifted *raggedBatchFind(const RaggedBatch *r, MlirValue value);
/// `[batch, n, 16]` for `[n, 16]`, and for `[1, n, 16]` unless that is of a
/// function of one instance; ragged; null for others.
MlirType raggedBatchLiftedType(RaggedBatch *r, MlirType type);
/// 0, 1, ... along the extent of each instance.
MlirValue raggedBatchPositions(RaggedBatch *r, MlirOperation before);
/// The value with dimensions of 1 behind the batch, as many as it takes for
/// `rank`: lifted values align at their ends, behind the batch.
MlirValue raggedBatchAlign(RaggedBatch *r, MlirValue value, intptr_t rank,
                           MlirOperation before);
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

/// RaggedBatchRecurrent.c: a layer whose steps follow each other, over all
/// instances, each of its own length.
bool raggedBatchIsRecurrent(MlirOperation op);
MlirLogicalResult raggedBatchRecurrent(RaggedBatch *r, MlirOperation op);

/// RaggedBatchInstance.c: no argument has the batch.
bool raggedBatchIsInstance(const RaggedBatch *r, MlirBlock entry);
/// Arguments that have the extent get a batch of their own; those without it
/// are the same for all instances.
MlirLogicalResult raggedBatchInstanceArguments(RaggedBatch *r, MlirBlock entry);
/// Before the terminator, where the batch takes the place of a dimension of 1.
void raggedBatchInstanceResults(RaggedBatch *r, MlirOperation end);
/// `like` with the extent in dimension 1.
MlirValue raggedBatchLike(RaggedBatch *r, MlirOperation before);
/// Operands of an operation that has a lifted one, as the operation takes them
/// with a batch: `*done` where it is gone.
MlirLogicalResult raggedBatchInstanceOperands(RaggedBatch *r, MlirOperation op,
                                              bool *done);

#endif // RELAX_TRANSFORMS_RAGGED_RAGGEDBATCHSTATE_H
