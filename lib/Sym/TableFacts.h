//===- TableFacts.h - questions about tables (internal) -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// To the rest of the prover `len[i]` and `sum(len)` are extents with those
// texts as names. What is known of every entry (`len <= 128`, a table without
// brackets) becomes facts about sums here. Such facts are kept apart: there may
// be no entry, so that they never contradict anything. A name is known as a
// table's where some fact or the question reads or sums it; `0 <= sum(len)`
// says it of a table that nothing else is said of.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_TABLEFACTS_H
#define RELAX_SYM_TABLEFACTS_H

#include "lib/Sym/Prover.h"

/// A fact reads or sums a table.
static inline bool factHasTables(SymFact fact) {
  return symExprHasTables(fact.lhs) ||
         (fact.kind != SYM_FACT_IN && symExprHasTables(fact.rhs));
}

#endif // RELAX_SYM_TABLEFACTS_H
