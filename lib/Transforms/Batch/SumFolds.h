//===- SumFolds.h - parts of relax-sum-folds ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_SUMFOLDS_H
#define RELAX_TRANSFORMS_BATCH_SUMFOLDS_H

#include "lib/Transforms/Batch/Fold.h"

typedef struct Summer {
  Fold fold;
  intptr_t *kept;  // stb_ds arrays: arguments that change, and are read at the
                   // end
  MlirType *types; // what is given: sequences, by sum, then what is kept
} Summer;

void sumsInsert(MlirOperation before, MlirOperation op);
/// Puts a call of what collects, `callee`, and sums of what it gives in the
/// place of a call of the fold, of which `fold` is a copy as it was.
void sumsMake(const Summer *summer, MlirOperation call, MlirOperation fold,
              MlirAttribute callee);

#endif // RELAX_TRANSFORMS_BATCH_SUMFOLDS_H
