//===- Split.c - cases that together cover a system -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// In this order: the values of an `in` fact; which operand a min or max is; the
// residues of a symbol that is divided by literals, or whose product stands in
// an equality beside multiples of a prime; the values of a symbol that has few.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

enum { MAX_SET = 16, MAX_PERIOD = 32, MAX_VALUES = 8, MAX_PRIME = 7 };

static System *newCases(Prover *prover, const System *system, size_t count) {
  System *cases = ARENA_ARRAY(prover->builder.arena, System, count);
  for (size_t i = 0; i < count; ++i)
    cases[i] = proverCopySystem(prover, system);
  return cases;
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

static size_t splitSet(Prover *prover, const System *system, System **cases) {
  size_t best = system->numSets;
  for (size_t i = 0; i < system->numSets; ++i)
    if (system->sets[i].numValues <= MAX_SET &&
        (best == system->numSets ||
         system->sets[i].numValues < system->sets[best].numValues))
      best = i;
  if (best == system->numSets)
    return 0;
  ValueSet set = system->sets[best];
  *cases = newCases(prover, system, set.numValues);
  for (size_t i = 0; i < set.numValues; ++i) {
    System *one = &(*cases)[i];
    one->sets[best] = one->sets[--one->numSets];
    SymBuilder *builder = &prover->builder;
    const Poly *equation =
        symPolySub(builder, set.poly, symPolyConst(builder, set.values[i]));
    // Without the equation the case is only larger.
    proverPush(prover, &one->zero, proverTake(prover, equation));
  }
  return set.numValues;
}

//===----------------------------------------------------------------------===//
// Finding atoms, those of the goal first
//===----------------------------------------------------------------------===//

typedef struct Finder {
  bool (*wanted)(const Atom *atom);
  const Atom *found;
} Finder;

static void visitFinder(void *state, const Atom *atom) {
  Finder *finder = state;
  if (!finder->found && finder->wanted(atom))
    finder->found = atom;
}

static void visitSystem(const System *system,
                        void (*visit)(void *, const Atom *), void *state) {
  proverVisitAtoms(system->goal.poly, visit, state);
  for (size_t i = 0; i < system->zero.count; ++i)
    proverVisitAtoms(system->zero.items[i], visit, state);
  for (size_t i = 0; i < system->nonNegative.count; ++i)
    proverVisitAtoms(system->nonNegative.items[i], visit, state);
}

static bool isMinMax(const Atom *atom) {
  return atom->kind == SYM_ATOM_MIN || atom->kind == SYM_ATOM_MAX;
}

static bool isLiteralDivision(const Atom *atom) {
  int64_t divisor;
  return (atom->kind == SYM_ATOM_FLOORDIV || atom->kind == SYM_ATOM_CEILDIV ||
          atom->kind == SYM_ATOM_MOD) &&
         symPolyIsConst(atom->rhs, &divisor);
}

static size_t splitMinMax(Prover *prover, const System *system,
                          System **cases) {
  Finder finder = {isMinMax, NULL};
  visitSystem(system, visitFinder, &finder);
  const Atom *atom = finder.found;
  if (!atom)
    return 0;
  SymBuilder *builder = &prover->builder;
  // lhs <= rhs, or rhs <= lhs - 1.
  const Poly *above =
      proverTake(prover, symPolySub(builder, atom->rhs, atom->lhs));
  const Poly *below = proverTake(
      prover, symPolySub(builder, symPolySub(builder, atom->lhs, atom->rhs),
                         symPolyConst(builder, 1)));
  *cases = newCases(prover, system, 2);
  bool isMin = atom->kind == SYM_ATOM_MIN;
  System *one = *cases;
  proverPush(prover, &one[0].nonNegative, above);
  proverPush(prover, &one[1].nonNegative, below);
  if (!proverReplace(prover, &one[0], atom, isMin ? atom->lhs : atom->rhs) ||
      !proverReplace(prover, &one[1], atom, isMin ? atom->rhs : atom->lhs))
    return 0;
  return SYM_BROKEN(SYM_FAULT_CASE) ? 1 : 2;
}

//===----------------------------------------------------------------------===//
// Residues
//===----------------------------------------------------------------------===//

static bool isSymbol(const Atom *atom) { return atom->kind == SYM_ATOM_SYMBOL; }

typedef struct Period {
  const Atom *symbol;
  int64_t value; // common multiple of the divisors, 0: too large
} Period;

static void visitPeriod(void *state, const Atom *atom) {
  Period *period = state;
  int64_t divisor;
  if (!isLiteralDivision(atom) || !proverMentions(atom->lhs, period->symbol) ||
      !symPolyIsConst(atom->rhs, &divisor) || divisor > MAX_PERIOD)
    return;
  int64_t a = period->value, b = divisor;
  while (b != 0) {
    int64_t remainder = a % b;
    a = b;
    b = remainder;
  }
  // Without a divisor that would make too many cases the others still help.
  int64_t common = period->value / a * divisor;
  if (common <= MAX_PERIOD)
    period->value = common;
}

typedef struct PeriodFinder {
  const System *system;
  Period best; // the smallest period above 1
} PeriodFinder;

static void visitDividend(void *state, const Atom *atom) {
  PeriodFinder *finder = state;
  if (!isLiteralDivision(atom))
    return;
  Finder symbol = {isSymbol, NULL};
  proverVisitAtoms(atom->lhs, visitFinder, &symbol);
  if (!symbol.found)
    return;
  Period period = {symbol.found, 1};
  visitSystem(finder->system, visitPeriod, &period);
  if (period.value > 1 &&
      (!finder->best.symbol || period.value < finder->best.value))
    finder->best = period;
}

static size_t splitByResidue(Prover *prover, const System *system,
                             const Atom *symbol, int64_t modulus,
                             System **cases) {
  SymBuilder *builder = &prover->builder;
  *cases = newCases(prover, system, (size_t)modulus);
  for (int64_t i = 0; i < modulus; ++i) {
    const Poly *value =
        symPolyAdd(builder, symPolyScale(builder, proverFresh(prover), modulus),
                   symPolyConst(builder, i));
    value = proverTake(prover, value);
    if (!value || !proverReplace(prover, &(*cases)[i], symbol, value))
      return 0;
  }
  return (size_t)modulus - SYM_BROKEN(SYM_FAULT_RESIDUE);
}

static size_t splitResidues(Prover *prover, const System *system,
                            System **cases) {
  PeriodFinder finder = {system, {NULL, 0}};
  visitSystem(system, visitDividend, &finder);
  Period period = finder.best;
  return period.symbol ? splitByResidue(prover, system, period.symbol,
                                        period.value, cases)
                       : 0;
}

//===----------------------------------------------------------------------===//
// Residues that an equality asks for
//===----------------------------------------------------------------------===//

static int64_t smallestPrimeFactor(int64_t value) {
  for (int64_t prime = 2; prime <= MAX_PRIME; ++prime)
    if (value % prime == 0)
      return prime;
  return 0;
}

/// In n * n - 4 * q - 2 == 0 the square is taken modulo a prime factor of 4:
/// gives a symbol of a term that the prime does not divide, where the prime
/// divides another term.
static bool findModulus(const Poly *poly, const Atom **symbol, int64_t *prime) {
  for (size_t i = 0; i < poly->numTerms; ++i) {
    const Term *term = &poly->terms[i];
    *prime = term->numFactors == 1 ? smallestPrimeFactor(term->coefficient) : 0;
    for (size_t j = 0; j < poly->numTerms && *prime != 0; ++j) {
      const Term *other = &poly->terms[j];
      if (other->numFactors >= 2 && other->coefficient % *prime != 0 &&
          other->factors[0]->kind == SYM_ATOM_SYMBOL) {
        *symbol = other->factors[0];
        return true;
      }
    }
  }
  return false;
}

static size_t splitModulus(Prover *prover, const System *system,
                           System **cases) {
  const Atom *symbol = NULL;
  int64_t prime = 0;
  for (size_t i = 0; i < system->zero.count && !symbol; ++i)
    findModulus(system->zero.items[i], &symbol, &prime);
  return symbol ? splitByResidue(prover, system, symbol, prime, cases) : 0;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

typedef struct ValueFinder {
  const BoundTable *table;
  const Atom *symbol;
  SymInterval range;
} ValueFinder;

static void visitValues(void *state, const Atom *atom) {
  ValueFinder *finder = state;
  if (finder->symbol || atom->kind != SYM_ATOM_SYMBOL)
    return;
  SymInterval range = symAtomRange(atom, &finder->table->bounds);
  if (range.high >= INT64_MAX - 1 || range.high - range.low >= MAX_VALUES)
    return;
  finder->symbol = atom;
  finder->range = range;
}

static size_t splitValues(Prover *prover, const System *system,
                          const BoundTable *table, System **cases) {
  ValueFinder finder = {.table = table};
  visitSystem(system, visitValues, &finder);
  if (!finder.symbol)
    return 0;
  size_t count = (size_t)(finder.range.high - finder.range.low) + 1;
  *cases = newCases(prover, system, count);
  for (size_t i = 0; i < count; ++i) {
    const Poly *value = proverTake(
        prover, symPolyConst(&prover->builder, finder.range.low + (int64_t)i));
    if (!value || !proverReplace(prover, &(*cases)[i], finder.symbol, value))
      return 0;
  }
  return count;
}

size_t proverSplitAlternatives(Prover *prover, const System *system,
                               System **cases) {
  size_t count = splitSet(prover, system, cases);
  return count != 0 ? count : splitMinMax(prover, system, cases);
}

size_t proverSplit(Prover *prover, const System *system,
                   const BoundTable *table, System **cases) {
  size_t count = proverSplitAlternatives(prover, system, cases);
  if (count == 0)
    count = splitResidues(prover, system, cases);
  if (count == 0)
    count = splitModulus(prover, system, cases);
  if (count == 0)
    count = splitValues(prover, system, table, cases);
  return count;
}
