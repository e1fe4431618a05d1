//===- UpperBound.h - extents bounded by what is known earlier ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where only the run knows an extent, the facts of its binder say how large it
// may be (`m <= n`): memory for it can be there before (Nimble, section 4.2).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_UPPERBOUND_H
#define RELAX_ANALYSIS_UPPERBOUND_H

#include "lib/Analysis/Facts.h"

/// Symbols that a bound may consist of.
typedef struct KnownSymbols {
  bool (*isKnown)(StrRef name, const void *userData);
  const void *userData;
} KnownSymbols;

/// An expression over known symbols alone that `expr` never exceeds where the
/// facts hold, as the prover says; `expr` itself if it is one. False if none is
/// found.
bool upperBound(const Facts *facts, SymExpr expr, KnownSymbols known,
                SymExpr *out);

#endif // RELAX_ANALYSIS_UPPERBOUND_H
