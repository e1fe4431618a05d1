//===- Substitute.h - other expressions in the place of symbols -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// With symCloneFresh (Clone.h) the only ways to move an operation between the
// scopes of two functions (docs/language/symbols.md, rule 4). Substitution is
// simultaneous and reaches every type and attribute: result and argument types,
// function types, facts, expressions, and the names in `symbols (...)` and
// `binds
// (...)`. The keys of a call's `symbols (m = ...)` belong to the callee and
// stay.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_SUBSTITUTE_H
#define RELAX_DIALECTS_SYM_SUBSTITUTE_H

#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// `names[i]` becomes `values[i]`. A name whose value is no bare symbol leaves
/// the `symbols` and `binds` clauses: its value is no longer found at run time.
typedef struct SymMap {
  Arena *arena;
  const StrRef *names;
  const SymExpr *values;
  size_t count;
  /// The first failure; what could not be computed is left as it was.
  SymStatus status;
} SymMap;

MlirType symSubstituteType(SymMap *map, MlirType type);
MlirAttribute symSubstituteAttribute(SymMap *map, MlirAttribute attribute);
/// Gives the results of an operation and the arguments of its regions' blocks
/// the types that `now` makes of theirs.
void symMapValueTypes(MlirOperation op,
                      MlirType (*now)(MlirType type, void *userData),
                      void *userData);
/// The same of the operation and of everything in it, and for every type in
/// attributes.
void symMapTypes(MlirOperation op,
                 MlirType (*now)(MlirType type, void *userData),
                 void *userData);
/// `type` with what `now` makes of the types inside of it, then of the whole.
MlirType symTypeInsideOut(MlirType type,
                          MlirType (*now)(MlirType type, void *userData),
                          void *userData);
/// Rewrites `root` and everything in it. On another status than SYM_OK the
/// operation is half rewritten and has to be dropped.
SymStatus symSubstitute(MlirOperation root, SymMap *map);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_SUBSTITUTE_H
