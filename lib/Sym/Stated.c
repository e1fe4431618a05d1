//===- Stated.c - facts as they are stated --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Preparing a group of facts costs more than most questions do that are asked
// of it. So a question first goes to a chain of the inequalities that facts
// are, with nothing worked out before; each is decoded once.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/OutOfMemory.h"
#include "lib/Sym/FactBase.h"
#include "lib/Sym/TableFacts.h"

#include <stdlib.h>

enum { MOST_FACTS = 64 }; // of many, few are about the question

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

static void addBound(Stated *stated, const Atom *atom, SymInterval range) {
  if (stated->numBounds == stated->boundCapacity) {
    stated->boundCapacity = 2 * stated->boundCapacity + 8;
    stated->bounds =
        realloc(stated->bounds, stated->boundCapacity * sizeof(BoundEntry));
    if (!stated->bounds)
      outOfMemory();
  }
  stated->bounds[stated->numBounds++] = (BoundEntry){atom, range};
}

/// c * atom + k >= 0
static void noteBound(Stated *stated, const Poly *poly) {
  const int64_t most = INT64_MAX / 2;
  int64_t k = symPolyConstTerm(poly);
  if (poly->numTerms != 1 + (size_t)(k != 0) || k < -most || k > most ||
      poly->terms[0].numFactors != 1)
    return;
  int64_t c = poly->terms[0].coefficient;
  SymInterval range = {INT64_MIN, INT64_MAX};
  if (c > 0)
    range.low = -symFloorDiv64(k, c); // ceil(-k / c)
  else if (c > INT64_MIN)
    range.high = symFloorDiv64(k, -c);
  addBound(stated, poly->terms[0].factors[0], range);
}

static void state(Prover *prover, Stated *stated, const Poly *poly) {
  poly = proverTake(prover, poly);
  proverPush(prover, &stated->known, poly);
  if (poly)
    noteBound(stated, poly);
}

static void stateFact(Prover *prover, Stated *stated, SymFact fact) {
  SymBuilder *builder = &prover->builder;
  const Poly *lhs = symDecode(builder, fact.lhs);
  if (fact.kind == SYM_FACT_IN) {
    state(prover, stated,
          symPolySub(builder, lhs, symPolyConst(builder, fact.values[0])));
    state(prover, stated,
          symPolySub(builder,
                     symPolyConst(builder, fact.values[fact.numValues - 1]),
                     lhs));
    return;
  }
  const Poly *rhs = symDecode(builder, fact.rhs);
  state(prover, stated, symPolySub(builder, rhs, lhs));
  if (fact.kind == SYM_FACT_EQ)
    state(prover, stated, symPolySub(builder, lhs, rhs));
}

static void catchUp(SymFactBase *base) {
  Stated *stated = &base->stated;
  for (; stated->numFacts < base->numFacts; ++stated->numFacts) {
    Prover prover = {.builder = symBuilder(base->arena)};
    FactEntry *entry = &base->facts[stated->numFacts];
    entry->numKnown = stated->known.count;
    entry->numBounds = stated->numBounds;
    if (!entry->fact.likely && !proverHasUnknown(entry->fact) &&
        !factHasTables(entry->fact))
      stateFact(&prover, stated, entry->fact);
  }
}

static SymInterval boundOf(void *state, const Atom *atom) {
  const Stated *stated = state;
  SymInterval range = {INT64_MIN, INT64_MAX};
  for (size_t i = 0; i < stated->numBounds; ++i) {
    const BoundEntry *entry = &stated->bounds[i];
    if (symAtomCompare(entry->atom, atom) != 0)
      continue;
    if (entry->range.low > range.low)
      range.low = entry->range.low;
    if (entry->range.high < range.high)
      range.high = entry->range.high;
  }
  return range;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

typedef struct Definedness {
  const PolyList *known;
  bool good;
} Definedness;

/// A fact that holds has a value, and so has what it speaks of.
static void visitDivision(void *state, const Atom *atom) {
  Definedness *d = state;
  bool division = atom->kind == SYM_ATOM_FLOORDIV ||
                  atom->kind == SYM_ATOM_CEILDIV || atom->kind == SYM_ATOM_MOD;
  if (!d->good || !division || symPolyRange(atom->rhs, NULL).low >= 1)
    return;
  bool found = false;
  for (size_t i = 0; i < d->known->count && !found; ++i)
    found = proverMentions(d->known->items[i], atom);
  d->good = found;
}

static const Poly *side(SymFactBase *base, Prover *prover, SymExpr expr) {
  const Poly *poly = symDecode(&prover->builder, expr);
  Definedness d = {&base->stated.known, true};
  if (exprHasSymbolicDivisor(expr))
    proverVisitAtoms(poly, visitDivision, &d);
  return d.good ? poly : NULL;
}

bool factBaseStates(SymFactBase *base, SymQuestion question) {
  SymFact fact = question.fact;
  if (fact.kind != SYM_FACT_LE || base->trace || base->numFacts > MOST_FACTS)
    return false;
  arenaReset(base->scratch);
  catchUp(base);
  Prover prover = {.builder = symBuilder(base->scratch)};
  const Poly *lhs = side(base, &prover, fact.lhs);
  const Poly *rhs = lhs ? side(base, &prover, fact.rhs) : NULL;
  const Poly *goal =
      !rhs ? NULL
      : question.negated // rhs < lhs
          ? proverMinusOne(&prover, symPolySub(&prover.builder, lhs, rhs))
          : proverTake(&prover, symPolySub(&prover.builder, rhs, lhs));
  SymAtomBounds bounds = {boundOf, &base->stated};
  return goal && proverChain(&prover, &base->stated.known, &bounds, goal);
}
