//===- Lemmas.c - what atoms mean, as linear inequalities -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// q = x floordiv d:  d * q <= x <= d * q + d - 1      (d >= 1)
// p = x ceildiv d:   x <= d * p <= x + d - 1
// min(a, b) <= a, b;  max(a, b) >= a, b
// x mod d has been rewritten to x - d * (x floordiv d) before.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

enum { MAX_ATOMS = 24 };

typedef struct Collector {
  Prover *prover;
  PolyList *list;
  const Atom *seen[MAX_ATOMS];
  size_t numSeen;
} Collector;

/// Adds larger - smaller >= 0.
static void addOrder(Collector *collector, const Poly *smaller,
                     const Poly *larger) {
  Prover *prover = collector->prover;
  proverPush(prover, collector->list,
             proverTake(prover, symPolySub(&prover->builder, larger, smaller)));
}

static void addDivision(Collector *collector, const Atom *atom,
                        const Poly *self) {
  SymBuilder *builder = &collector->prover->builder;
  const Poly *product = symPolyMul(builder, atom->rhs, self);
  int64_t margin = SYM_BROKEN(SYM_FAULT_LEMMA) ? 2 : 1;
  const Poly *slack =
      symPolySub(builder, atom->rhs, symPolyConst(builder, margin));
  bool up = atom->kind == SYM_ATOM_CEILDIV;
  const Poly *low = up ? atom->lhs : product;
  const Poly *high = up ? product : atom->lhs;
  const Poly *limit = symPolyAdd(builder, low, slack);
  builder->status = SYM_OK;
  if (low && high)
    addOrder(collector, low, high);
  if (limit && high)
    addOrder(collector, high, limit);
}

static void addAtom(Collector *collector, const Atom *atom) {
  if (atom->kind == SYM_ATOM_SYMBOL || collector->numSeen == MAX_ATOMS)
    return;
  for (size_t i = 0; i < collector->numSeen; ++i)
    if (symAtomCompare(collector->seen[i], atom) == 0)
      return;
  collector->seen[collector->numSeen++] = atom;
  Prover *prover = collector->prover;
  const Poly *self = proverTake(prover, symPolyOfAtom(&prover->builder, atom));
  if (!self)
    return;
  switch (atom->kind) {
  case SYM_ATOM_MIN:
    addOrder(collector, self, atom->lhs);
    addOrder(collector, self, atom->rhs);
    break;
  case SYM_ATOM_MAX:
    addOrder(collector, atom->lhs, self);
    addOrder(collector, atom->rhs, self);
    break;
  case SYM_ATOM_FLOORDIV:
  case SYM_ATOM_CEILDIV:
    addDivision(collector, atom, self);
    break;
  default:
    break;
  }
}

void proverAddLemmas(Prover *prover, PolyList *list) {
  Collector collector = {.prover = prover, .list = list};
  // The list grows while it is walked: lemmas speak of inner atoms.
  for (size_t i = 0; i < list->count && !proverExhausted(prover); ++i) {
    const Poly *poly = list->items[i];
    for (size_t j = 0; j < poly->numTerms; ++j)
      for (size_t k = 0; k < poly->terms[j].numFactors; ++k)
        addAtom(&collector, poly->terms[j].factors[k]);
  }
}
