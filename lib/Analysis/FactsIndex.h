//===- FactsIndex.h - a list of facts, prepared for many questions --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What Facts.c keeps between questions. Equal symbols become one before the
// prover sees them (union by the number of facts that go with a symbol), as
// BladeDISC does it: else every check in a long function would tie its symbols
// to one group of facts, which is prepared anew for every fact that is added.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_FACTSINDEX_H
#define RELAX_ANALYSIS_FACTSINDEX_H

#include "lib/Sym/Prover.h"

/// A symbol that occurs in the facts.
typedef struct FactsSymbol {
  char *key;
  SymFact *facts; // stb_ds; those that mention it, as the prover has them
  bool replaced;  // `value` stands for it; its `facts` are those before that
  SymExpr value;
} FactsSymbol;

/// Zero is empty.
typedef struct FactsIndex {
  Arena *arena; // null: nothing added yet
  SymFactBase *base;
  FactsSymbol *symbols; // stb_ds string map
  size_t numFacts;      // added so far
} FactsIndex;

void factsIndexAdd(FactsIndex *index, SymFact fact);
bool factsIndexProve(FactsIndex *index, SymFact fact);
/// Forgets everything.
void factsIndexClear(FactsIndex *index);

#endif // RELAX_ANALYSIS_FACTSINDEX_H
