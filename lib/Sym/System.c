//===- System.c - from facts to a system of polynomials -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Prover.h"

static bool mentionsAny(SymExpr expr, const StrRef *names, size_t count) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    for (size_t j = 0; j < count; ++j)
      if (strRefEqual(expr.symbols[i], names[j]))
        return true;
  return false;
}

bool proverHasUnknown(SymFact fact) {
  return symExprIsUnknown(fact.lhs) ||
         (proverHasRhs(fact) && symExprIsUnknown(fact.rhs));
}

/// The symbols that facts tie to each other, beginning with some.
typedef struct NameSet {
  StrRef *names;
  size_t count;
} NameSet;

static void addNames(NameSet *set, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    bool known = false;
    for (size_t j = 0; j < set->count && !known; ++j)
      known = strRefEqual(set->names[j], expr.symbols[i]);
    if (!known)
      set->names[set->count++] = expr.symbols[i];
  }
}

/// Marks the facts that share symbols with the question, however indirectly,
/// and those without any symbol. All of them if the question has no symbols:
/// then it is about the facts themselves.
static bool *relevantFacts(Prover *prover, const SymFact *facts,
                           size_t numFacts, NameSet *names) {
  Arena *arena = prover->builder.arena;
  bool *relevant = ARENA_ARRAY(arena, bool, numFacts);
  bool all = names->count == 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < numFacts; ++i) {
      SymFact fact = facts[i];
      if (relevant[i] || fact.likely || proverHasUnknown(fact))
        continue;
      if (proverExhausted(prover))
        return relevant; // fewer facts imply less
      size_t symbols =
          fact.lhs.numSymbols + (proverHasRhs(fact) ? fact.rhs.numSymbols : 0);
      prover->steps += 1 + symbols * names->count / 8;
      if (!all && symbols != 0 &&
          !mentionsAny(fact.lhs, names->names, names->count) &&
          !(proverHasRhs(fact) &&
            mentionsAny(fact.rhs, names->names, names->count)))
        continue;
      relevant[i] = changed = true;
      addNames(names, fact.lhs);
      if (proverHasRhs(fact))
        addNames(names, fact.rhs);
    }
  }
  return relevant;
}

typedef struct DivisorVisit {
  Prover *prover;
  PolyList *divisors;
} DivisorVisit;

static void visitDivisor(void *state, const Atom *atom) {
  DivisorVisit *visit = state;
  bool division = atom->kind == SYM_ATOM_FLOORDIV ||
                  atom->kind == SYM_ATOM_CEILDIV || atom->kind == SYM_ATOM_MOD;
  if (division && symPolyRange(atom->rhs, NULL).low < 1)
    proverPush(visit->prover, visit->divisors, atom->rhs);
}

/// The divisors that might be below 1, those of operands first.
PolyList proverDivisors(Prover *prover, const Poly *poly) {
  PolyList divisors = {0};
  DivisorVisit visit = {prover, &divisors};
  proverVisitAtoms(poly, visitDivisor, &visit);
  return divisors;
}

const Poly *proverMinusOne(Prover *prover, const Poly *poly) {
  SymBuilder *builder = &prover->builder;
  return proverTake(prover,
                    symPolySub(builder, poly, symPolyConst(builder, 1)));
}

/// A fact holds only where it has a value: its divisors are at least 1.
void proverAddDefinedness(Prover *prover, System *system, const Poly *poly) {
  PolyList divisors = proverDivisors(prover, poly);
  for (size_t i = 0; i < divisors.count; ++i)
    proverPush(prover, &system->nonNegative,
               proverMinusOne(prover, divisors.items[i]));
}

static void addFact(Prover *prover, System *system, SymFact fact) {
  SymBuilder *builder = &prover->builder;
  const Poly *lhs = symDecode(builder, fact.lhs);
  proverAddDefinedness(prover, system, lhs);
  if (fact.kind == SYM_FACT_IN) {
    int64_t low = fact.values[0], high = fact.values[fact.numValues - 1];
    system->sets[system->numSets++] =
        (ValueSet){lhs, fact.values, fact.numValues};
    proverPush(prover, &system->nonNegative,
               proverTake(prover, symPolySub(builder, lhs,
                                             symPolyConst(builder, low))));
    proverPush(
        prover, &system->nonNegative,
        proverTake(prover,
                   symPolySub(builder, symPolyConst(builder, high), lhs)));
    return;
  }
  const Poly *rhs = symDecode(builder, fact.rhs);
  proverAddDefinedness(prover, system, rhs);
  const Poly *difference = proverTake(prover, symPolySub(builder, rhs, lhs));
  proverPush(prover,
             fact.kind == SYM_FACT_EQ ? &system->zero : &system->nonNegative,
             difference);
}

System proverMakeSystem(Prover *prover, const SymFact *facts, size_t numFacts,
                        const SymExpr *about, size_t numAbout) {
  Arena *arena = prover->builder.arena;
  size_t symbols = 0;
  for (size_t i = 0; i < numAbout; ++i)
    symbols += about[i].numSymbols;
  for (size_t i = 0; i < numFacts; ++i)
    symbols += facts[i].lhs.numSymbols +
               (proverHasRhs(facts[i]) ? facts[i].rhs.numSymbols : 0);
  NameSet names = {ARENA_ARRAY(arena, StrRef, symbols), 0};
  for (size_t i = 0; i < numAbout; ++i)
    addNames(&names, about[i]);
  bool *relevant = relevantFacts(prover, facts, numFacts, &names);
  System system = {.sets = ARENA_ARRAY(arena, ValueSet, numFacts)};
  for (size_t i = 0; i < numFacts; ++i)
    if (relevant[i] && !proverExhausted(prover))
      addFact(prover, &system, facts[i]);
  return system;
}
