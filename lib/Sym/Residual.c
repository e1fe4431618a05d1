//===- Residual.c - what must hold for a fact -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the run has to check: the fact under the equalities that define symbols,
// without common factors (literals, and symbols that are known not to be 0),
// with what is negative on the other side.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Ask.h"
#include "lib/Sym/TableFacts.h"

enum { MAX_DIVISIONS = 32 };

static int64_t commonFactor(const Poly *poly) {
  int64_t factor = 0;
  for (size_t i = 0; i < poly->numTerms; ++i)
    for (int64_t b = poly->terms[i].coefficient; b != 0;) {
      if (b == INT64_MIN)
        return 1;
      int64_t remainder = factor % b;
      factor = b;
      b = remainder;
    }
  return factor < 0 ? -factor : factor;
}

/// The terms divided by a common factor of all.
static const Poly *dividedBy(Attempt *attempt, const Poly *poly,
                             int64_t factor) {
  Arena *arena = attempt->prover.builder.arena;
  Term *terms = arenaCopy(arena, poly->terms, poly->numTerms * sizeof(Term));
  for (size_t i = 0; i < poly->numTerms; ++i)
    terms[i].coefficient /= factor;
  return symPolyFromTerms(&attempt->prover.builder, terms, poly->numTerms);
}

/// Known to be at least 1.
static bool isPositive(void *state, const Atom *atom) {
  Attempt *attempt = state;
  SymBuilder *builder = &attempt->prover.builder;
  const Poly *minusOne =
      proverMinusOne(&attempt->prover, symPolyOfAtom(builder, atom));
  return minusOne && attemptProve(attempt, attempt->system, GOAL_NONNEGATIVE,
                                  (ValueSet){minusOne, NULL, 0});
}

/// For `poly >= 0` or `poly == 0`.
static const Poly *reduced(Attempt *attempt, const Poly *poly) {
  for (int i = 0; i < MAX_DIVISIONS && poly; ++i) {
    const Atom *atom = proverCommonAtom(poly, isPositive, attempt);
    if (!atom)
      break;
    poly = proverWithoutAtom(&attempt->prover.builder, poly, atom);
  }
  int64_t factor = poly ? commonFactor(poly) : 1;
  return factor > 1 ? dividedBy(attempt, poly, factor) : poly;
}

/// Positive terms right, negative ones left.
static bool splitSides(const Poly *poly, Arena *arena, SymFact *out) {
  SymBuilder builder = symBuilder(arena);
  Term *left = ARENA_ARRAY(arena, Term, poly->numTerms);
  Term *right = ARENA_ARRAY(arena, Term, poly->numTerms);
  size_t numLeft = 0, numRight = 0;
  for (size_t i = 0; i < poly->numTerms; ++i) {
    Term term = poly->terms[i];
    bool positive = term.coefficient > 0;
    if (!positive && term.coefficient == INT64_MIN)
      return false;
    term.coefficient = positive ? term.coefficient : -term.coefficient;
    if (positive)
      right[numRight++] = term;
    else
      left[numLeft++] = term;
  }
  return symEncode(&builder, symPolyFromTerms(&builder, left, numLeft),
                   &out->lhs) == SYM_OK &&
         symEncode(&builder, symPolyFromTerms(&builder, right, numRight),
                   &out->rhs) == SYM_OK;
}

/// `$0` and the like are the prover's own; a check cannot compute them.
static bool ownSymbols(SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (expr.symbols[i].length != 0 && expr.symbols[i].data[0] == '$')
      return true;
  return false;
}

static void keepNames(Arena *arena, SymExpr *expr) {
  StrRef *names = ARENA_ARRAY(arena, StrRef, expr->numSymbols);
  for (size_t i = 0; i < expr->numSymbols; ++i)
    names[i] = arenaCopyString(arena, expr->symbols[i]);
  expr->symbols = names;
}

SymAnswer symAskResidual(SymFactBase *base, Arena *arena, SymFact fact,
                         SymFact *residual) {
  SymAnswer answer = symAsk(base, (SymQuestion){fact, false}, NULL);
  if (answer == SYM_YES)
    return SYM_YES;
  if (symAsk(base, (SymQuestion){fact, true}, NULL) == SYM_YES)
    return SYM_NO;
  *residual = fact;
  if (base->tables || factHasTables(fact) || fact.kind == SYM_FACT_IN ||
      exprHasSymbolicDivisor(fact.lhs) ||
      exprHasSymbolicDivisor(fact.rhs))
    return SYM_UNKNOWN;
  Attempt attempt;
  attemptBegin(&attempt, base, fact);
  attempt.wantsWitness = false;
  SymBuilder *builder = &attempt.prover.builder;
  const Poly *poly =
      attemptRewrite(&attempt, symPolySub(builder, symDecode(builder, fact.rhs),
                                          symDecode(builder, fact.lhs)));
  poly = proverTake(&attempt.prover, poly ? reduced(&attempt, poly) : NULL);
  SymFact simpler = fact;
  if (poly && splitSides(poly, arena, &simpler) && !ownSymbols(simpler.lhs) &&
      !ownSymbols(simpler.rhs)) {
    keepNames(arena, &simpler.lhs);
    keepNames(arena, &simpler.rhs);
    *residual = simpler;
  }
  return SYM_UNKNOWN;
}
