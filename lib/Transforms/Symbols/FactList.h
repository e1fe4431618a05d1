//===- FactList.h - where (...) clauses after a substitution --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SYMBOLS_FACTLIST_H
#define RELAX_TRANSFORMS_SYMBOLS_FACTLIST_H

#include "dialects/Sym/SymAttributes.h"

/// The `where (...)` clause of a function or binder; null if it has none.
MlirAttribute factListOf(MlirOperation op);
/// Null or empty removes the clause.
void factListSet(MlirOperation op, MlirAttribute facts);
/// Drops the facts of `op` that its other facts say word by word or that hold
/// by their form alone (`n == n`, `4 <= 8`, decided hints). Returns the index
/// of the first that is false by its form, or -1.
intptr_t factListSimplify(Arena *arena, MlirOperation op);
/// `n <= 8`, in the arena.
const char *factText(Arena *arena, MlirAttribute fact);

#endif // RELAX_TRANSFORMS_SYMBOLS_FACTLIST_H
