//===- FactsMemo.h - questions that were asked before ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Rules try schedules on copies, and what they settle on is carried out: the
// same lists of facts and the same questions come again and again, in several
// passes. An answer depends on these alone (lib/Sym/Prover.h), so it is kept.
// Any thread may ask.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_FACTSMEMO_H
#define RELAX_ANALYSIS_FACTSMEMO_H

#include "lib/Analysis/Facts.h"

/// Does the fact follow from the list? As symProve says, which is asked once.
bool factsMemoProve(const Facts *facts, SymFact fact);

#endif // RELAX_ANALYSIS_FACTSMEMO_H
