//===- FactsWalk.h - the operations of a function with what holds there ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_FACTSWALK_H
#define RELAX_ANALYSIS_FACTSWALK_H

#include "lib/Analysis/Facts.h"

/// Sees an operation and the facts that hold before it. True: something stands
/// in its place, and the walk goes on at `*next` (null: at the block's end).
typedef bool FactsVisitor(MlirOperation op, const Facts *facts,
                          MlirOperation *next, void *userData);

/// Calls `visit` for each operation of a function, forward, then for those in
/// its regions, with the facts of what encloses it and of the binders before.
void factsWalkFunction(MlirOperation function, FactsVisitor *visit,
                       void *userData);

#endif // RELAX_ANALYSIS_FACTSWALK_H
