//===- Definitions.h - the symbols of a function while it is verified -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to Scope.c and Definitions.c: who defines which symbol, in the order
// of the text, and which of them still hold.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_DEFINITIONS_H
#define RELAX_DIALECTS_SYM_DEFINITIONS_H

#include "dialects/Sym/SymAttributes.h"

/// A symbol and the place that defines it. Names stay taken after the region
/// that defines them.
typedef struct SymDefinition {
  StrRef name;
  MlirLocation loc;
  StrRef region; // behind the region's end: the operation that has it
} SymDefinition;

typedef struct SymScope {
  Arena *arena;
  SymDefinition *definitions;
  size_t count, capacity;
  uint32_t *slots; // hash table: 1 + the place in `definitions`, or 0
  size_t numSlots; // a power of 2, or 0
  MlirOperation function;
} SymScope;

/// The place is behind the end of the region that defines it.
bool symIsOver(const SymDefinition *definition);
/// NULL if there is none.
SymDefinition *symScopeFind(SymScope *scope, StrRef name);
void symScopeDefine(SymScope *scope, StrRef name, MlirLocation loc);
/// The names from `first` on do not hold behind the regions of `op`.
void symScopeClose(SymScope *scope, size_t first, MlirOperation op);
/// Defines the names of a `symbols (...)` or `binds (...)` clause.
MlirLogicalResult symScopeDefineClause(SymScope *scope, MlirOperation op,
                                       const char *clause);
/// Bare dimensions of entry arguments define symbols, unless they are in scope.
MlirLogicalResult symScopeDefineBareDims(SymScope *scope, MlirOperation op,
                                         MlirBlock block);
/// A use of a symbol of a region that has ended.
MlirLogicalResult symScopeReportOver(MlirLocation loc, const char *prefix,
                                     const char *what,
                                     const SymDefinition *definition);

/// Uses of symbols at a place.
typedef struct SymScopeUse {
  SymScope *scope;
  MlirLocation loc;
  const char *what;
  MlirLogicalResult outcome;
} SymScopeUse;

/// A SymVisitor over a SymScopeUse: an error if the name is not in scope.
void symScopeRequire(StrRef name, void *userData);

#endif // RELAX_DIALECTS_SYM_DEFINITIONS_H
