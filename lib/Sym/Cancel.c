//===- Cancel.c - common factors that are known not to be 0 ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From b * s = b * t follows s = t where b >= 1 is known, and only there: an
// extent may be 0 (BladeDISC cancels the same way).
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

enum { MAX_ROUNDS = 8 };

static bool termHas(const Term *term, const Atom *atom) {
  for (size_t i = 0; i < term->numFactors; ++i)
    if (symAtomCompare(term->factors[i], atom) == 0)
      return true;
  return false;
}

const Atom *proverCommonAtom(const Poly *poly, AtomTest *test, void *state) {
  if (poly->numTerms == 0)
    return NULL;
  const Term *last = &poly->terms[poly->numTerms - 1];
  for (size_t i = 0; i < last->numFactors; ++i) {
    bool everywhere = true;
    for (size_t j = 0; j < poly->numTerms && everywhere; ++j)
      everywhere = termHas(&poly->terms[j], last->factors[i]);
    if (everywhere && test(state, last->factors[i]))
      return last->factors[i];
  }
  return NULL;
}

const Poly *proverWithoutAtom(SymBuilder *builder, const Poly *poly,
                              const Atom *atom) {
  Arena *arena = builder->arena;
  Term *terms = arenaCopy(arena, poly->terms, poly->numTerms * sizeof(Term));
  for (size_t i = 0; i < poly->numTerms; ++i) {
    const Term *term = &poly->terms[i];
    const Atom **factors = ARENA_ARRAY(arena, const Atom *, term->numFactors);
    size_t used = 0;
    bool taken = false;
    for (size_t j = 0; j < term->numFactors; ++j) {
      bool same = !taken && symAtomCompare(term->factors[j], atom) == 0;
      taken |= same;
      if (!same)
        factors[used++] = term->factors[j];
    }
    terms[i].factors = factors;
    terms[i].numFactors = used;
  }
  return symPolyFromTerms(builder, terms, poly->numTerms);
}

static bool isPositive(void *state, const Atom *atom) {
  const BoundTable *table = state;
  return SYM_BROKEN(SYM_FAULT_CANCEL) ||
         symAtomRange(atom, &table->bounds).low >= 1;
}

static const Poly *cancelled(Prover *prover, const Poly *poly,
                             BoundTable *table) {
  for (int round = 0; round < MAX_ROUNDS; ++round) {
    const Atom *atom = proverCommonAtom(poly, isPositive, table);
    const Poly *less =
        atom ? proverTake(prover,
                          proverWithoutAtom(&prover->builder, poly, atom))
             : NULL;
    if (!less)
      break;
    poly = less;
  }
  return poly;
}

static bool cancelList(Prover *prover, PolyList *list, BoundTable *table,
                       SymFactKind kind) {
  bool changed = false;
  for (size_t i = 0; i < list->count && !proverExhausted(prover); ++i) {
    prover->steps += list->items[i]->words;
    const Poly *less = cancelled(prover, list->items[i], table);
    if (less == list->items[i])
      continue;
    traceRule(prover, "common factor of at least 1", kind, less);
    list->items[i] = less;
    changed = true;
  }
  return changed;
}

bool proverCancel(Prover *prover, System *system, BoundTable *table) {
  bool changed = cancelList(prover, &system->zero, table, SYM_FACT_EQ);
  changed |= cancelList(prover, &system->nonNegative, table, SYM_FACT_LE);
  if (system->kind != GOAL_IN)
    system->goal.poly = cancelled(prover, system->goal.poly, table);
  return changed;
}
