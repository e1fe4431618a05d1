//===- Facts.h - what is known of the symbols of a function ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The facts that hold at an operation (docs/language/symbols.md, rule 6): those
// of its function and of the binders before it. A pass that walks forward
// starts with the function's and adds those of each operation that it leaves
// behind. Questions go to the prover; only its yes counts.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_FACTS_H
#define RELAX_ANALYSIS_FACTS_H

#include "dialects/Sym/SymAttributes.h"

/// A growing list of facts in `arena`. Zero-initialise, then set `arena`.
typedef struct Facts {
  Arena *arena;
  SymFact *items;
  MlirOperation *owners; // that state them; null for facts from elsewhere
  size_t count, capacity;
  struct FactsIndex *index; // see factsIndexCreate, or null
} Facts;

void factsAdd(Facts *facts, SymFact fact);
/// Keeps what the prover prepares from one question to the next, for many
/// questions about a list that grows: each then costs what the facts about its
/// own symbols cost. Copies of `facts` share it, so that only one list is used.
void factsIndexCreate(Facts *facts);
void factsIndexDestroy(Facts *facts);
/// Drops all facts but the first `count`.
void factsRewind(Facts *facts, size_t count);
/// Adds the `where (...)` clause of a function or binder, if it has one.
void factsAddClause(Facts *facts, MlirOperation op);
/// The same, and what a relax.match_cast finds to be equal, its operand's
/// extents and those of its result, and how many results an operation that
/// chooses among elements has at most.
void factsAddOf(Facts *facts, MlirOperation op);
/// Adds an array of facts (may be null).
void factsAddList(Facts *facts, MlirAttribute list);
/// Adds what holds inside of a region of `op`: a loop's invariant, an arm's
/// guard, what constructors of a case say.
void factsAddRegion(Facts *facts, MlirOperation op, MlirRegion region);
/// Adds what holds before `op`: the facts of what encloses it and of the
/// binders that dominate it.
void factsAddAt(Facts *facts, MlirOperation op);
/// The fact follows from the list.
bool factsProve(const Facts *facts, SymFact fact);

SymFact factEqual(SymExpr a, SymExpr b);
/// a <= b
SymFact factAtMost(SymExpr a, SymExpr b);

/// Equal, at most, different at every assignment that satisfies the facts.
/// `?` is none of these to anything.
bool factsEqual(const Facts *facts, SymExpr a, SymExpr b);
bool factsAtMost(const Facts *facts, SymExpr a, SymExpr b);
bool factsLess(const Facts *facts, SymExpr a, SymExpr b);
bool factsDifferent(const Facts *facts, SymExpr a, SymExpr b);

#endif // RELAX_ANALYSIS_FACTS_H
