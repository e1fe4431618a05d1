//===- Prover.h - parts of the prover (internal) --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A System holds what is known and one goal. It is simplified by its equalities
// (Equalities.c), its atoms get intervals (Bounds.c), the goal is tried by
// linear arithmetic over monomials (Linear.c), and if that fails the system is
// split into cases (Split.c). Everything is exact over the integers without
// limit; what leaves 64 bits is forgotten, which can only lose a proof.
//
// Divisors in a system are taken to be >= 1: Prove.c shows that first.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_PROVER_H
#define RELAX_SYM_PROVER_H

#include "lib/Sym/Poly.h"

/// Work of one question. Steps are words built and row elements combined.
typedef struct Prover {
  SymBuilder builder;
  uint64_t steps, limit;
  unsigned numFresh;
} Prover;

typedef struct PolyList {
  const Poly **items;
  size_t count, capacity;
} PolyList;

/// `poly` takes one of `values` (ascending).
typedef struct ValueSet {
  const Poly *poly;
  const int64_t *values;
  size_t numValues;
} ValueSet;

typedef enum GoalKind { GOAL_ZERO, GOAL_NONNEGATIVE, GOAL_IN } GoalKind;

typedef struct System {
  PolyList zero;        // == 0
  PolyList nonNegative; // >= 0
  ValueSet *sets;
  size_t numSets;
  GoalKind kind;
  ValueSet goal; // values only for GOAL_IN
  bool contradictory;
} System;

typedef struct BoundEntry {
  const Atom *atom;
  SymInterval range;
} BoundEntry;

typedef struct BoundTable {
  BoundEntry *entries;
  size_t count, capacity;
  SymAtomBounds bounds; // for symPolyRange
} BoundTable;

/// True when the budget is spent: stop and answer "not shown".
bool proverExhausted(Prover *prover);
/// Passes a result on and forgets a failure, so that work can go on without it.
static inline const Poly *proverTake(Prover *prover, const Poly *poly) {
  prover->builder.status = SYM_OK;
  return poly;
}
/// Ignores NULL.
void proverPush(Prover *prover, PolyList *list, const Poly *poly);
/// A new symbol that no user can write. Like every symbol it is >= 0.
const Poly *proverFresh(Prover *prover);

//===----------------------------------------------------------------------===//
// System.c
//===----------------------------------------------------------------------===//

static inline bool proverHasRhs(SymFact fact) {
  return fact.kind != SYM_FACT_IN;
}
bool proverHasUnknown(SymFact fact);
/// What the facts say that have to do with the expressions `about`, without a
/// goal. Likely facts and facts with `?` are left out.
System proverMakeSystem(Prover *prover, const SymFact *facts, size_t numFacts,
                        const SymExpr *about, size_t numAbout);
/// The divisors in `poly` that might be below 1, those of operands first.
PolyList proverDivisors(Prover *prover, const Poly *poly);
/// Adds that these are at least 1.
void proverAddDefinedness(Prover *prover, System *system, const Poly *poly);
const Poly *proverMinusOne(Prover *prover, const Poly *poly);

//===----------------------------------------------------------------------===//
// Rewrite.c
//===----------------------------------------------------------------------===//

/// Gives what stands for `atom` (operands already rewritten), or NULL to keep
/// it.
typedef const Poly *AtomRewriter(void *state, SymBuilder *builder,
                                 const Atom *atom);
const Poly *proverRewrite(SymBuilder *builder, const Poly *poly,
                          AtomRewriter *rewriter, void *state);
/// Rewrites everything. Facts that overflow are dropped; false if the goal
/// does.
bool proverRewriteSystem(Prover *prover, System *system, AtomRewriter *rewriter,
                         void *state);
/// Replaces one atom (often a symbol) everywhere.
bool proverReplace(Prover *prover, System *system, const Atom *atom,
                   const Poly *value);
/// Takes multiples of symbolic divisors out of divisions.
bool proverSimplifyDivisions(Prover *prover, System *system);
bool proverMentions(const Poly *poly, const Atom *atom);
/// Calls `visit` for every atom, operands before their atom.
void proverVisitAtoms(const Poly *poly, void (*visit)(void *, const Atom *),
                      void *state);
System proverCopySystem(Prover *prover, const System *system);

//===----------------------------------------------------------------------===//
// The steps of a proof
//===----------------------------------------------------------------------===//

/// Eliminates what equalities define, sets `contradictory` if they clash. False
/// if the goal was lost.
bool proverEliminate(Prover *prover, System *system);
/// Fills `table`; sets `contradictory` on an empty interval.
void proverBounds(Prover *prover, System *system, BoundTable *table);
/// The facts alone imply poly >= 0 (by intervals or linear arithmetic).
bool proverImplies(Prover *prover, const System *system,
                   const BoundTable *table, const Poly *poly);
/// What linear arithmetic knows about the values of `poly`.
SymInterval proverProject(Prover *prover, const System *system,
                          const BoundTable *table, const Poly *poly);
/// Adds what holds for the atoms in `list` by their meaning.
void proverAddLemmas(Prover *prover, PolyList *list);

/// Cases that together cover the system. Zero if there is nothing to split.
size_t proverSplit(Prover *prover, const System *system,
                   const BoundTable *table, System **cases);

/// Small assignments; true with a witness that satisfies all facts and at which
/// the question is false.
bool symFindWitness(Arena *arena, const SymFact *facts, size_t numFacts,
                    SymFact question, uint64_t limit, SymProof *proof);

#endif // RELAX_SYM_PROVER_H
