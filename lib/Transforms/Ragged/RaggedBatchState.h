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
/// Its dimension 0 is the batch.
bool raggedBatchLeads(const RaggedBatch *r, MlirType type);
/// The ragged type; null if the extent stands without a batch, or the batch
/// elsewhere.
MlirType raggedBatchType(RaggedBatch *r, MlirType type);
/// RaggedBatchOps.c: the operation on ragged operands; failure after an error.
MlirLogicalResult raggedBatchOperation(RaggedBatch *r, MlirOperation op);

#endif // RELAX_TRANSFORMS_RAGGED_RAGGEDBATCHSTATE_H
