//===- Clone.c - copies whose binders get symbols of their own ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Clauses.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The symbols in an operation
//===----------------------------------------------------------------------===//

typedef struct NameEntry {
  char *key;
  char value;
} NameEntry;

typedef struct Names {
  Arena *arena;
  NameEntry *seen; // stb_ds string map, keys in the arena
  StrRef *list;    // stb_ds array
} Names;

static void addName(StrRef name, void *userData) {
  Names *names = userData;
  StrRef copy = arenaCopyString(names->arena, name);
  if (strMapFind(names->seen, copy.data) >= 0)
    return;
  shput(names->seen, (char *)copy.data, 1);
  arrput(names->list, copy);
}

static void addNames(MlirAttribute list, Names *names) {
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(list); i < e; ++i)
    addName(bridgeTextAt(list, i), names);
}

static void addClause(MlirOperation op, const char *clause, Names *names) {
  MlirAttribute list = symClauseNames(op, clause);
  if (list.ptr)
    addNames(list, names);
}

static void addFunctionType(MlirOperation op, Names *names) {
  MlirAttribute attribute = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("function_type"));
  if (!attribute.ptr || !mlirAttributeIsAType(attribute))
    return;
  MlirType type = mlirTypeAttrGetValue(attribute);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i)
    symWalkTypeSymbols(mlirFunctionTypeGetInput(type, i), addName, names);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(type); i < e; ++i)
    symWalkTypeSymbols(mlirFunctionTypeGetResult(type, i), addName, names);
}

static MlirWalkResult collect(MlirOperation op, void *userData) {
  Names *names = userData;
  addFunctionType(op, names);
  addClause(op, "any", names);
  addClause(op, "symbols", names);
  addClause(op, "binds", names);
  symWalkOperationSymbols(op, addName, names);
  symWalkDefinedSymbols(op, addName, names);
  return MlirWalkResultAdvance;
}

size_t symNamesIn(MlirOperation root, Arena *arena, StrRef **list) {
  Names names = {.arena = arena};
  mlirOperationWalk(root, collect, &names, MlirWalkPreOrder);
  size_t count = arrlenu(names.list);
  *list = arenaCopy(arena, names.list, count * sizeof(StrRef));
  arrfree(names.list);
  shfree(names.seen);
  return count;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static MlirWalkResult collectBound(MlirOperation op, void *userData) {
  Names *names = userData;
  addClause(op, "any", names);
  addClause(op, "symbols", names);
  addClause(op, "binds", names);
  if (mlirOperationGetNumRegions(op))
    addNames(symRegionBinds(op), names);
  return MlirWalkResultAdvance;
}

size_t symBoundIn(MlirOperation root, Arena *arena, StrRef **list) {
  Names names = {.arena = arena};
  mlirOperationWalk(root, collectBound, &names, MlirWalkPreOrder);
  size_t count = arrlenu(names.list);
  *list = arenaCopy(arena, names.list, count * sizeof(StrRef));
  arrfree(names.list);
  shfree(names.seen);
  return count;
}

MlirOperation symCloneFresh(MlirOperation op, MlirOperation function,
                            SymMap *outer) {
  Arena *arena = outer ? outer->arena : arenaCreate();
  Names bound = {.arena = arena};
  mlirOperationWalk(op, collectBound, &bound, MlirWalkPreOrder);
  size_t numOuter = outer ? outer->count : 0, numBound = arrlenu(bound.list);
  StrRef *used;
  size_t numUsed = symNamesIn(function, arena, &used), count = numUsed;
  StrRef *taken = ARENA_ARRAY(arena, StrRef, numUsed + numBound);
  StrRef *names = ARENA_ARRAY(arena, StrRef, numOuter + numBound);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, numOuter + numBound);
  if (numUsed)
    memcpy(taken, used, numUsed * sizeof(StrRef));
  for (size_t i = 0; i < numOuter; ++i) {
    names[i] = outer->names[i];
    values[i] = outer->values[i];
  }
  for (size_t i = 0; i < numBound; ++i) {
    taken[count] = symFreshName(arena, bound.list[i], taken, count);
    names[numOuter + i] = bound.list[i];
    values[numOuter + i] = symExprSymbol(arena, taken[count++]);
  }
  MlirOperation copy = mlirOperationClone(op);
  SymMap map = {arena, names, values, numOuter + numBound, SYM_OK};
  if (symSubstitute(copy, &map) != SYM_OK) {
    mlirOperationDestroy(copy);
    copy.ptr = NULL;
  }
  arrfree(bound.list);
  shfree(bound.seen);
  if (outer)
    outer->status = map.status;
  else
    arenaDestroy(arena);
  return copy;
}
