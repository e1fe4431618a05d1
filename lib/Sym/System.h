//===- System.h - parts of the prover (internal) --------------------------===//
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

#ifndef RELAX_SYM_SYSTEM_H
#define RELAX_SYM_SYSTEM_H

#include "lib/Sym/Fault.h"
#include "lib/Sym/Poly.h"
#include "lib/Sym/Prover.h"

/// An atom and what stands for it.
typedef struct Definition {
  const Atom *atom;
  const Poly *value;
} Definition;

/// Replacements in the order in which they were made.
typedef struct DefinitionList {
  Definition *items;
  size_t count, capacity;
} DefinitionList;

/// The steps of a derivation as they are made (Explain.c).
typedef struct Trace {
  Arena *arena;
  SymStep *steps;
  size_t count, capacity;
  unsigned depth;
} Trace;

/// Work of one question. Steps are words built and row elements combined.
typedef struct Prover {
  SymBuilder builder;
  uint64_t steps, limit;
  unsigned numFresh;
  DefinitionList *record; // while facts are prepared, else NULL
  Trace *trace;           // only to explain, else NULL
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
  /// Eliminated, and its bounds are `bounds`; only the goal is new.
  bool prepared;
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
void proverRecord(Prover *prover, const Atom *atom, const Poly *value);
/// A new symbol that no user can write. Like every symbol it is >= 0.
const Poly *proverFresh(Prover *prover);

//===----------------------------------------------------------------------===//
// System.c
//===----------------------------------------------------------------------===//

static inline bool proverHasRhs(SymFact fact) {
  return fact.kind != SYM_FACT_IN;
}
bool proverHasUnknown(SymFact fact);
/// `system->sets` must have room for one more set.
void proverAddFact(Prover *prover, System *system, SymFact fact);
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
const Poly *proverReplaceIn(SymBuilder *builder, const Poly *poly,
                            const Atom *atom, const Poly *value);
bool proverReplace(Prover *prover, System *system, const Atom *atom,
                   const Poly *value);
/// Takes multiples of symbolic divisors out of divisions.
bool proverSimplifyDivisions(Prover *prover, System *system);
/// The same for the goal alone; false if it is lost.
bool proverSimplifyGoal(Prover *prover, System *system);
bool proverMentions(const Poly *poly, const Atom *atom);
/// Calls `visit` for every atom, operands before their atom.
void proverVisitAtoms(const Poly *poly, void (*visit)(void *, const Atom *),
                      void *state);
System proverCopySystem(Prover *prover, const System *system);

//===----------------------------------------------------------------------===//
// Cancel.c
//===----------------------------------------------------------------------===//

typedef bool AtomTest(void *state, const Atom *atom);
/// An atom that every term contains and that passes the test, or NULL.
const Atom *proverCommonAtom(const Poly *poly, AtomTest *test, void *state);
/// Every term without one factor `atom`.
const Poly *proverWithoutAtom(SymBuilder *builder, const Poly *poly,
                              const Atom *atom);
/// Divides by common factors that `table` knows to be at least 1. True if a
/// fact changed.
bool proverCancel(Prover *prover, System *system, BoundTable *table);

//===----------------------------------------------------------------------===//
// The steps of a proof
//===----------------------------------------------------------------------===//

/// Eliminates what equalities define, sets `contradictory` if they clash. False
/// if the goal was lost.
bool proverEliminate(Prover *prover, System *system);
/// Eliminates, finds intervals and cancels until nothing changes. False if the
/// goal was lost.
bool proverSolve(Prover *prover, System *system, BoundTable *table);
/// Fills `table`; sets `contradictory` on an empty interval.
void proverBounds(Prover *prover, System *system, BoundTable *table);
/// Makes `table->bounds` look into `table`, which must then stay where it is.
void proverBoundsLookUp(BoundTable *table);
/// poly >= 0 by the intervals, or because it is at least a multiple of one
/// known inequality.
bool proverDominated(Prover *prover, const System *system,
                     const BoundTable *table, const Poly *poly);
/// goal >= 0 by a chain of what is known to be >= 0: quick, and no is no answer.
bool proverChain(Prover *prover, const PolyList *known,
                 const SymAtomBounds *bounds, const Poly *goal);
/// goal >= 0 because quotients of one dividend are nearly multiples of each
/// other: quick, and no is no answer.
bool proverGrain(Prover *prover, const BoundTable *table, const Poly *goal);
/// The greatest common divisor; that of 0 and x is x.
static inline uint64_t symCommonDivisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
/// The facts alone imply poly >= 0 (by intervals or linear arithmetic).
bool proverImplies(Prover *prover, const System *system,
                   const BoundTable *table, const Poly *poly);
/// What linear arithmetic knows about the values of `poly`.
SymInterval proverProject(Prover *prover, const System *system,
                          const BoundTable *table, const Poly *poly);
/// Adds products of what is known, where products of symbols occur at all.
void proverAddProducts(Prover *prover, PolyList *zero, PolyList *nonNegative,
                       const BoundTable *table);
/// Adds what holds for the atoms in `list` by their meaning.
void proverAddLemmas(Prover *prover, PolyList *list);

/// x mod d written as x - d * (x floordiv d). NULL if that leaves 64 bits.
const Poly *proverWithoutMods(Prover *prover, const Poly *poly);

/// Cases by the values of a set or by which operand a min or max is.
size_t proverSplitAlternatives(Prover *prover, const System *system,
                               System **cases);
/// Cases that together cover the system. Zero if there is nothing to split.
size_t proverSplit(Prover *prover, const System *system,
                   const BoundTable *table, System **cases);

/// The goal follows from the facts, which may be split into cases so deep.
bool proveSystem(Prover *prover, System *system, const BoundTable *bounds);

/// Adds a step to the trace, if there is one: `lhs == 0`, `lhs >= 0`, or
/// nothing for a NULL.
void traceRule(Prover *prover, const char *rule, SymFactKind kind,
               const Poly *lhs);
/// The same with `lhs - rhs` for a replacement of lhs.
void traceReplacement(Prover *prover, const char *rule, const Atom *atom,
                      const Poly *value);
void traceNest(Prover *prover, int by);
/// What is traced after a mark is taken back when an attempt fails.
size_t traceMark(const Prover *prover);
void traceCut(Prover *prover, size_t mark);

#endif // RELAX_SYM_SYSTEM_H
