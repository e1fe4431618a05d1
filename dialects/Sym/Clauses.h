//===- Clauses.h - binds, symbols and facts of operations -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a clause may hold by itself; where its names hold is Scope.c's.
// Operations inside of a function are not verified yet when the function is:
// their attributes may be anything.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_CLAUSES_H
#define RELAX_DIALECTS_SYM_CLAUSES_H

#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The array behind `symbols (...)` or `binds (...)`; null if the operation has
/// none.
MlirAttribute symClauseNames(MlirOperation op, const char *clause);
/// An element of it as a symbol's name; reports what is no name or reserved.
MlirLogicalResult symClauseName(MlirOperation op, const char *clause,
                                MlirAttribute element, StrRef *name);
/// Every name of `binds (...)` is the extent of a result: nothing else could
/// say what it is when the program runs. The names were checked before.
MlirLogicalResult symCheckBinds(MlirOperation op, intptr_t count,
                                const MlirType *results);
/// `where (...)` holds facts.
MlirLogicalResult symCheckFacts(MlirOperation op);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_CLAUSES_H
