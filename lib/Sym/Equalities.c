//===- Equalities.c - eliminating what equalities define ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Three rules, applied until none fits (every one uses up an equality):
// - n = e with n not in e: n is replaced, and e >= 0 is kept;
// - x mod d = r with x >= 0: x = d * q + r with a fresh q, and the atoms
//   x mod d, x floordiv d, x ceildiv d are replaced;
// - a * s + c * t = k over two symbols: s = c * u + s0 with a fresh u.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

#include <stdlib.h>

enum { MAX_ELIMINATIONS = 64, MAX_COEFFICIENT = 1 << 30 };

/// Divides by the common factor of the coefficients; false if the constant is
/// no multiple of it, for then the polynomial is never 0.
static bool reduce(Prover *prover, const Poly **poly) {
  int64_t factor = 0;
  const Poly *p = *poly;
  for (size_t i = 0; i < p->numTerms; ++i)
    if (p->terms[i].coefficient == INT64_MIN)
      return true; // its size does not fit; leave it alone
    else if (p->terms[i].numFactors != 0)
      factor = (int64_t)symCommonDivisor(
          (uint64_t)factor, (uint64_t)llabs(p->terms[i].coefficient));
  int64_t constant = symPolyConstTerm(p);
  if (factor == 0)
    return constant == 0;
  if (constant % factor != 0)
    return false;
  if (factor == 1)
    return true;
  Arena *arena = prover->builder.arena;
  Term *terms = arenaCopy(arena, p->terms, p->numTerms * sizeof(Term));
  for (size_t i = 0; i < p->numTerms; ++i)
    terms[i].coefficient /= factor;
  const Poly *reduced = proverTake(
      prover, symPolyFromTerms(&prover->builder, terms, p->numTerms));
  if (reduced)
    *poly = reduced;
  return true;
}

/// `poly` without its term `index`.
static const Poly *withoutTerm(Prover *prover, const Poly *poly, size_t index) {
  Term *terms = arenaCopy(prover->builder.arena, poly->terms,
                          poly->numTerms * sizeof(Term));
  terms[index].coefficient = 0;
  return symPolyFromTerms(&prover->builder, terms, poly->numTerms);
}

/// If `poly == 0` says `atom == value` by its term `index`, gives the value.
static const Poly *solveFor(Prover *prover, const Poly *poly, size_t index) {
  const Term *term = &poly->terms[index];
  if (term->numFactors != 1 ||
      (term->coefficient != 1 && term->coefficient != -1))
    return NULL;
  const Poly *rest = proverTake(prover, withoutTerm(prover, poly, index));
  if (!rest || proverMentions(rest, term->factors[0]))
    return NULL;
  return proverTake(prover, symPolyScale(&prover->builder, rest,
                                         SYM_BROKEN(SYM_FAULT_SUBSTITUTION)
                                             ? term->coefficient
                                             : -term->coefficient));
}

static void removeAt(PolyList *list, size_t index) {
  for (size_t i = index + 1; i < list->count; ++i)
    list->items[i - 1] = list->items[i];
  --list->count;
}

typedef enum Outcome { NOTHING, PROGRESS, LOST } Outcome;

static Outcome outcome(bool goalKept) { return goalKept ? PROGRESS : LOST; }

static Outcome eliminateSymbol(Prover *prover, System *system, size_t at) {
  const Poly *poly = system->zero.items[at];
  for (size_t i = 0; i < poly->numTerms; ++i) {
    const Term *term = &poly->terms[i];
    if (term->numFactors != 1 || term->factors[0]->kind != SYM_ATOM_SYMBOL)
      continue;
    const Poly *value = solveFor(prover, poly, i);
    if (!value)
      continue;
    traceReplacement(prover, "substitution", term->factors[0], value);
    removeAt(&system->zero, at);
    proverPush(prover, &system->nonNegative, value);
    return outcome(proverReplace(prover, system, term->factors[0], value));
  }
  return NOTHING;
}

static const Poly *difference(Prover *prover, const Poly *a, const Poly *b) {
  return proverTake(prover, symPolySub(&prover->builder, a, b));
}

/// Replaces the division atom `kind` of `mod`'s operands, as it is folded.
static bool replaceDivision(Prover *prover, System *system, const Atom *mod,
                            SymAtomKind kind, const Poly *value) {
  Atom atom = {.kind = kind, .lhs = mod->lhs, .rhs = mod->rhs};
  return !value || proverReplace(prover, system, &atom, value);
}

static Outcome eliminateMod(Prover *prover, System *system, size_t at) {
  SymBuilder *builder = &prover->builder;
  const Poly *poly = system->zero.items[at];
  for (size_t i = 0; i < poly->numTerms; ++i) {
    const Term *term = &poly->terms[i];
    if (term->numFactors != 1 || term->factors[0]->kind != SYM_ATOM_MOD)
      continue;
    const Atom *mod = term->factors[0];
    const Poly *rest = solveFor(prover, poly, i);
    if (!rest || symPolyRange(mod->lhs, NULL).low < 0)
      continue;
    const Poly *quotient = proverFresh(prover);
    const Poly *product =
        proverTake(prover, symPolyMul(builder, mod->rhs, quotient));
    const Poly *sum = proverTake(prover, symPolyAdd(builder, product, rest));
    const Poly *equation = sum ? difference(prover, mod->lhs, sum) : NULL;
    int64_t margin = SYM_BROKEN(SYM_FAULT_REMAINDER) ? 2 : 1;
    const Poly *last =
        difference(prover, mod->rhs, symPolyConst(builder, margin));
    if (!equation || !last)
      continue;
    traceRule(prover, "division with remainder", SYM_FACT_EQ, equation);
    system->zero.items[at] = equation;
    proverPush(prover, &system->nonNegative, rest);
    proverPush(prover, &system->nonNegative, difference(prover, last, rest));
    int64_t constant;
    const Poly *up = NULL;
    if (symPolyIsConst(rest, &constant))
      up = proverTake(prover, symPolyAdd(builder, quotient,
                                         symPolyConst(builder, constant != 0)));
    return outcome(
        replaceDivision(prover, system, mod, SYM_ATOM_MOD, rest) &&
        replaceDivision(prover, system, mod, SYM_ATOM_FLOORDIV, quotient) &&
        replaceDivision(prover, system, mod, SYM_ATOM_CEILDIV, up));
  }
  return NOTHING;
}

/// x with a * x = 1 modulo m, for coprime a and m >= 2.
static int64_t inverseModulo(int64_t a, int64_t m) {
  int64_t r0 = m, r1 = symMod64(a, m), x0 = 0, x1 = 1;
  while (r1 != 0) {
    int64_t quotient = r0 / r1, r2 = r0 % r1, x2 = x0 - quotient * x1;
    r0 = r1;
    r1 = r2;
    x0 = x1;
    x1 = x2;
  }
  return symMod64(x0, m);
}

static bool isSmall(int64_t value) {
  return value > -MAX_COEFFICIENT && value < MAX_COEFFICIENT;
}

static Outcome eliminateCongruence(Prover *prover, System *system, size_t at) {
  const Poly *poly = system->zero.items[at];
  int64_t constant = symPolyConstTerm(poly);
  if (poly->numTerms != 2 + (size_t)(constant != 0) || !isSmall(constant))
    return NOTHING;
  const Term *a = &poly->terms[0], *b = &poly->terms[1];
  if (a->numFactors != 1 || b->numFactors != 1 ||
      a->factors[0]->kind != SYM_ATOM_SYMBOL ||
      b->factors[0]->kind != SYM_ATOM_SYMBOL || !isSmall(a->coefficient) ||
      !isSmall(b->coefficient))
    return NOTHING;
  // a * s = -constant modulo the other coefficient; both are coprime by now.
  int64_t modulus = b->coefficient < 0 ? -b->coefficient : b->coefficient;
  int64_t inverse = inverseModulo(a->coefficient, modulus);
  int64_t start = symMod64(inverse * symMod64(-constant, modulus), modulus);
  if (SYM_BROKEN(SYM_FAULT_CONGRUENCE))
    ++start;
  SymBuilder *builder = &prover->builder;
  const Poly *value =
      symPolyAdd(builder, symPolyScale(builder, proverFresh(prover), modulus),
                 symPolyConst(builder, start));
  value = proverTake(prover, value);
  if (value)
    traceReplacement(prover, "congruence", a->factors[0], value);
  return value ? outcome(proverReplace(prover, system, a->factors[0], value))
               : NOTHING;
}

/// a >= 0 and -a >= 0 are an equality.
static bool pairUp(Prover *prover, System *system) {
  PolyList *list = &system->nonNegative;
  for (size_t i = 0; i < list->count; ++i) {
    const Poly *opposite =
        proverTake(prover, symPolyScale(&prover->builder, list->items[i], -1));
    for (size_t j = i + 1; opposite && j < list->count; ++j)
      if (symPolyCompare(opposite, list->items[j]) == 0) {
        traceRule(prover, "two opposite inequalities", SYM_FACT_EQ, opposite);
        proverPush(prover, &system->zero, opposite);
        removeAt(list, j);
        removeAt(list, i);
        return true;
      }
  }
  return false;
}

/// Drops what is trivially true and finds what is trivially false.
static void tidy(Prover *prover, System *system) {
  int64_t value;
  for (size_t i = 0; i < system->zero.count;) {
    system->contradictory |= !reduce(prover, &system->zero.items[i]);
    if (symPolyIsConst(system->zero.items[i], &value))
      removeAt(&system->zero, i);
    else
      ++i;
  }
  for (size_t i = 0; i < system->nonNegative.count;) {
    SymInterval range = symPolyRange(system->nonNegative.items[i], NULL);
    // Above every 64-bit number is not below 0, and the other way round.
    system->contradictory |= range.high < 0;
    if (range.low >= 0)
      removeAt(&system->nonNegative, i);
    else
      ++i;
  }
}

bool proverEliminate(Prover *prover, System *system) {
  typedef Outcome Rule(Prover *, System *, size_t);
  static Rule *const rules[] = {eliminateSymbol, eliminateMod,
                                eliminateCongruence};
  for (int round = 0; round < MAX_ELIMINATIONS; ++round) {
    tidy(prover, system);
    if (system->contradictory || proverExhausted(prover))
      return true;
    Outcome result = NOTHING;
    for (size_t rule = 0; rule < 3 && result == NOTHING; ++rule)
      for (size_t i = 0; i < system->zero.count && result == NOTHING; ++i)
        result = rules[rule](prover, system, i);
    if (result == LOST)
      return false;
    if (!proverSimplifyDivisions(prover, system))
      return false;
    if (result == NOTHING && !pairUp(prover, system))
      return true;
  }
  return true;
}
