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

/// Does a call or a closure name the function?
bool sumsNames(MlirOperation op, StrRef function);
/// A symbol that the function around does not have.
MlirAttribute sumsExtent(RelaxPassRun *run, MlirOperation op);
/// All terms of a sequence as one tensor of `extent` rows; the first of a site
/// binds that symbol. Sums behind all of them are in one line.
MlirValue sumsStack(RelaxPassRun *run, MlirOperation before,
                    MlirAttribute extent, MlirValue terms, bool binds);
/// The sum of its rows, in their order.
MlirValue sumsAddUp(RelaxPassRun *run, MlirOperation before, MlirValue rows);
/// Puts a call of what collects, `callee`, and sums of what it gives in the
/// place of a call of the fold, of which `fold` is a copy as it was.
void sumsMake(const Summer *summer, MlirOperation call, MlirOperation fold,
              MlirAttribute callee);

/// The same for a fold from the end, `f(list) = something + f(rest)`: false if
/// the function is none (SumRests.c).
bool sumsOfRests(RelaxPassRun *run, MlirOperation function);

#endif // RELAX_TRANSFORMS_BATCH_SUMFOLDS_H
