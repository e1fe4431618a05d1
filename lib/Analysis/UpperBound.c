//===- UpperBound.c - extents bounded by what is known earlier ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/UpperBound.h"
#include "lib/Sym/Parts.h"

enum { MAX_ROUNDS = 8 }; // of bounds that have bounds

static bool isKnown(SymExpr expr, KnownSymbols known) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (!known.isKnown(expr.symbols[i], known.userData))
      return false;
  return !symExprIsUnknown(expr);
}

/// What a fact says a symbol is at most, negative nowhere; false if it says
/// nothing of the kind. `k + 1 <= n` bounds k by n as well: a little too much,
/// but never negative.
static bool boundOf(const Facts *facts, SymFact fact, StrRef name,
                    SymExpr *bound) {
  Arena *arena = facts->arena;
  SymExpr symbol = symExprSymbol(arena, name), rest;
  int64_t constant;
  if (fact.likely)
    return false;
  if (fact.kind == SYM_FACT_IN) {
    *bound = symExprConst(arena, fact.values[fact.numValues - 1]);
    return symExprEqual(fact.lhs, symbol);
  }
  for (int side = 0; side < (fact.kind == SYM_FACT_EQ ? 2 : 1); ++side) {
    SymExpr small = side ? fact.rhs : fact.lhs;
    *bound = side ? fact.lhs : fact.rhs;
    if (symExprMentions(small, name) && !symExprMentions(*bound, name) &&
        symExprIsNonNegative(*bound) &&
        symExprSub(arena, small, symbol, &rest) == SYM_OK &&
        symExprIsConst(rest, &constant) && constant >= 0)
      return true;
  }
  return false;
}

/// Replaces one symbol that is not known by a bound; false if there is none.
static bool replaceOne(const Facts *facts, KnownSymbols known, SymExpr *expr) {
  for (size_t i = 0; i < expr->numSymbols; ++i) {
    StrRef name = expr->symbols[i];
    SymExpr bound, best = {0};
    if (known.isKnown(name, known.userData))
      continue;
    // Of several bounds the first that needs no further ones.
    for (size_t f = 0; f < facts->count; ++f)
      if (boundOf(facts, facts->items[f], name, &bound) &&
          (!best.code || (isKnown(bound, known) && !isKnown(best, known))))
        best = bound;
    return best.code && symExprSubstitute(facts->arena, *expr, &name, &best, 1,
                                          expr) == SYM_OK;
  }
  return false;
}

bool upperBound(const Facts *facts, SymExpr expr, KnownSymbols known,
                SymExpr *out) {
  *out = expr;
  for (int round = 0; round < MAX_ROUNDS; ++round) {
    if (isKnown(*out, known))
      return symExprEqual(expr, *out) || factsAtMost(facts, expr, *out);
    if (!replaceOne(facts, known, out))
      return false;
  }
  return false;
}
