//===- Questions.c - the questions that one can ask by name ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Ask.h"

#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static SymAnswer askFact(SymFactBase *base, SymFactKind kind, SymExpr a,
                         SymExpr b, bool negated) {
  SymQuestion question = {{.kind = kind, .lhs = a, .rhs = b}, negated};
  return symAsk(base, question, NULL);
}

SymAnswer symAskEqual(SymFactBase *base, SymExpr a, SymExpr b) {
  return askFact(base, SYM_FACT_EQ, a, b, false);
}

SymAnswer symAskNotEqual(SymFactBase *base, SymExpr a, SymExpr b) {
  return askFact(base, SYM_FACT_EQ, a, b, true);
}

SymAnswer symAskAtMost(SymFactBase *base, SymExpr a, SymExpr b) {
  return askFact(base, SYM_FACT_LE, a, b, false);
}

SymAnswer symAskLess(SymFactBase *base, SymExpr a, SymExpr b) {
  return askFact(base, SYM_FACT_LE, b, a, true);
}

SymAnswer symAskDivides(SymFactBase *base, SymExpr divisor, SymExpr expr) {
  // A literal divisor below 1 divides nothing.
  Arena *scratch = arenaCreate();
  SymExpr rest;
  SymAnswer answer = SYM_UNKNOWN;
  if (symExprMod(scratch, expr, divisor, &rest) == SYM_OK)
    answer = askFact(base, SYM_FACT_EQ, rest, symExprConst(scratch, 0), false);
  arenaDestroy(scratch);
  return answer;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

typedef struct Factors {
  SymExpr *items;
  size_t count;
} Factors;

/// Takes what both sides have and what is known not to be 0 off both.
static void cancel(SymFactBase *base, Arena *arena, Factors *a, Factors *b) {
  SymExpr zero = symExprConst(arena, 0);
  for (size_t i = 0; i < a->count;) {
    size_t j = 0;
    while (j < b->count && !symExprEqual(a->items[i], b->items[j]))
      ++j;
    if (j == b->count || symAskNotEqual(base, a->items[i], zero) != SYM_YES) {
      ++i;
      continue;
    }
    a->items[i] = a->items[--a->count];
    b->items[j] = b->items[--b->count];
  }
}

static bool multiply(Arena *arena, Factors factors, SymExpr *out) {
  *out = symExprConst(arena, 1);
  for (size_t i = 0; i < factors.count; ++i)
    if (symExprMul(arena, *out, factors.items[i], out) != SYM_OK)
      return false;
  return true;
}

static int compareExprs(const void *a, const void *b) {
  const SymExpr *x = a, *y = b;
  size_t size = x->codeSize < y->codeSize ? x->codeSize : y->codeSize;
  int order = memcmp(x->code, y->code, size * sizeof(int64_t));
  if (order != 0 || x->codeSize != y->codeSize)
    return order != 0 ? order : (x->codeSize > y->codeSize) ? 1 : -1;
  for (size_t i = 0; i < x->numSymbols && i < y->numSymbols && order == 0; ++i)
    order = strRefCompare(x->symbols[i], y->symbols[i]);
  return order;
}

/// The same factors in another order, each with a value everywhere.
static bool sameFactors(Factors a, Factors b) {
  if (a.count != b.count)
    return false;
  if (a.count != 0) {
    qsort(a.items, a.count, sizeof(SymExpr), compareExprs);
    qsort(b.items, b.count, sizeof(SymExpr), compareExprs);
  }
  for (size_t i = 0; i < a.count; ++i)
    if (!symExprEqual(a.items[i], b.items[i]) ||
        exprHasSymbolicDivisor(a.items[i]))
      return false;
  return true;
}

SymAnswer symAskProductEqual(SymFactBase *base, const SymExpr *a, size_t numA,
                             const SymExpr *b, size_t numB) {
  Arena *arena = arenaCreate();
  Factors x = {arenaCopy(arena, a, numA * sizeof(SymExpr)), numA};
  Factors y = {arenaCopy(arena, b, numB * sizeof(SymExpr)), numB};
  SymExpr left, right;
  SymAnswer answer = SYM_UNKNOWN;
  if (sameFactors(x, y)) {
    answer = SYM_YES;
  } else if (multiply(arena, x, &left) && multiply(arena, y, &right)) {
    answer = symAskEqual(base, left, right);
  } else {
    // What overflows together may fit once common factors are gone.
    cancel(base, arena, &x, &y);
    if (multiply(arena, x, &left) && multiply(arena, y, &right))
      answer = symAskEqual(base, left, right);
  }
  arenaDestroy(arena);
  return answer;
}

//===----------------------------------------------------------------------===//
// Ranges and signs
//===----------------------------------------------------------------------===//

SymSign symAskSign(SymFactBase *base, SymExpr expr) {
  int64_t low, high;
  symAskRange(base, expr, &low, &high);
  static const int64_t zero[] = {0}; // no terms
  SymExpr nothing = {.code = zero, .codeSize = 1};
  bool atLeast = low >= 0 || symAskAtMost(base, nothing, expr) == SYM_YES;
  bool atMost = high <= 0 || symAskAtMost(base, expr, nothing) == SYM_YES;
  if (atLeast && atMost)
    return SYM_SIGN_ZERO;
  bool nonZero =
      low > 0 || high < 0 || symAskNotEqual(base, expr, nothing) == SYM_YES;
  if (atLeast)
    return nonZero ? SYM_SIGN_POSITIVE : SYM_SIGN_NOT_NEGATIVE;
  if (atMost)
    return nonZero ? SYM_SIGN_NEGATIVE : SYM_SIGN_NOT_POSITIVE;
  return nonZero ? SYM_SIGN_NOT_ZERO : SYM_SIGN_UNKNOWN;
}

//===----------------------------------------------------------------------===//
// One question of a list of facts
//===----------------------------------------------------------------------===//

SymAnswer symProve(Arena *arena, const SymFact *facts, size_t numFacts,
                   SymFact question, SymProof *proof) {
  SymFactBase *base = symFactBaseCreate(facts, numFacts);
  base->single = true;
  SymAnswer answer = symAsk(base, (SymQuestion){question, false}, proof);
  if (proof && answer == SYM_NO) {
    StrRef *names = ARENA_ARRAY(arena, StrRef, proof->numWitness);
    for (size_t i = 0; i < proof->numWitness; ++i)
      names[i] = arenaCopyString(arena, proof->witnessSymbols[i]);
    proof->witnessSymbols = names;
    proof->witness =
        arenaCopy(arena, proof->witness, proof->numWitness * sizeof(int64_t));
  }
  symFactBaseDestroy(base);
  return answer;
}

void symRange(Arena *arena, const SymFact *facts, size_t numFacts, SymExpr expr,
              int64_t *low, int64_t *high) {
  (void)arena;
  SymFactBase *base = symFactBaseCreate(facts, numFacts);
  symAskRange(base, expr, low, high);
  symFactBaseDestroy(base);
}
