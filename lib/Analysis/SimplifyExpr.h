//===- SimplifyExpr.h - expressions as the facts have them ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_SIMPLIFYEXPR_H
#define RELAX_ANALYSIS_SIMPLIFYEXPR_H

#include "lib/Analysis/Facts.h"

/// `expr`, which is equal at every assignment that satisfies the facts, without
/// the minima, maxima, rests and roundings that they decide: `min(n, 8)` is `n`
/// where `n <= 8`, `4 * (n floordiv 4)` is `n` where `n mod 4 == 0`. Bottom up,
/// each part once; an expression that would leave 64 bits stays.
SymExpr simplifyExpr(const Facts *facts, SymExpr expr);

#endif // RELAX_ANALYSIS_SIMPLIFYEXPR_H
