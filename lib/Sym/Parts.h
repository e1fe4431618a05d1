//===- Parts.h - what an expression consists of ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_PARTS_H
#define RELAX_SYM_PARTS_H

#include "lib/Sym/Sym.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The parts of an expression that is `a ceildiv b` and nothing else.
bool symExprCeilDivParts(Arena *arena, SymExpr expr, SymExpr *a, SymExpr *b);
/// What the expression has of `term`, a product with coefficient 1.
int64_t symExprCoefficient(Arena *arena, SymExpr expr, SymExpr term);
/// `a / b` where that is exact by normal form: `b` is a literal above 0, or one
/// product that stands in every term of `a`.
bool symExprQuotient(Arena *arena, SymExpr a, SymExpr b, SymExpr *out);
/// So many words that what is computed from it is said with a symbol of its
/// own: extents that repeat those before them would double with every
/// operation.
static inline bool symExprIsLarge(SymExpr expr) {
  enum { LARGE_CODE = 100 };
  return expr.codeSize > LARGE_CODE;
}
/// The values that it takes by its form alone (no facts): min(n - 1, 1) is -1
/// to 1. INT64_MIN and INT64_MAX: no bound is known.
void symExprInterval(SymExpr expr, int64_t *low, int64_t *high);
/// The divisors that are no literals, the inner ones first; their number.
size_t symExprDivisors(Arena *arena, SymExpr expr, SymExpr **divisors);
/// Does the symbol stand in the expression?
bool symExprMentions(SymExpr expr, StrRef name);

#ifdef __cplusplus
}
#endif
#endif // RELAX_SYM_PARTS_H
