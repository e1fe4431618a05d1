//===- System.c - from facts to a system of polynomials -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

bool proverHasUnknown(SymFact fact) {
  return symExprIsUnknown(fact.lhs) ||
         (proverHasRhs(fact) && symExprIsUnknown(fact.rhs));
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

void proverAddFact(Prover *prover, System *system, SymFact fact) {
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
