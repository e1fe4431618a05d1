//===- TableDomain.c - sums over the same entries -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/TableDomain.h"
#include "lib/Sym/FactBase.h"

/// Whether tables of two sums, or of a sum and a fact, are the same.
typedef struct Meeting {
  const Atom *sum;
  StrRef name;
  bool found;
} Meeting;

static void meetName(void *state, const Atom *atom) {
  Meeting *meeting = state;
  meeting->found |=
      atom->kind == SYM_ATOM_SYMBOL && strRefEqual(atom->name, meeting->name);
}

static void meetSum(void *state, const Atom *atom) {
  Meeting *meeting = state;
  if (atom->kind != SYM_ATOM_SYMBOL)
    return;
  meeting->name = atom->name;
  proverVisitAtoms(meeting->sum->lhs, meetName, meeting);
}

static bool meets(const Atom *sum, const Poly *other) {
  Meeting meeting = {.sum = sum};
  proverVisitAtoms(other, meetSum, &meeting);
  return meeting.found;
}

static bool factMeets(SymBuilder *builder, const Atom *sum, SymFact fact) {
  return meets(sum, symDecode(builder, fact.lhs)) ||
         (proverHasRhs(fact) && meets(sum, symDecode(builder, fact.rhs)));
}

bool tablesHaveOneDomain(SymBuilder *builder, const SymFactBase *facts,
                         const Atom *a, const Atom *b) {
  bool one = meets(a, b->lhs);
  for (size_t i = 0; !one && i < facts->numFacts; ++i) {
    SymFact fact = facts->facts[i].fact;
    one = factMeets(builder, a, fact) && factMeets(builder, b, fact);
  }
  return one;
}
