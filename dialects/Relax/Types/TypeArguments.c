//===- TypeArguments.c - types in the place of type parameters ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/TypeArguments.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Interfaces.h"
#include "dialects/Sym/Walk.h"

#include <stb/stb_ds.h>

static intptr_t paramIndex(MlirAttribute names, MlirType var) {
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(names); i < e; ++i)
    if (mlirAttributeEqual(mlirArrayAttrGetElement(names, i),
                           relaxVarTypeGetName(var)))
      return i;
  return -1;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// The parts of two types side by side.
typedef struct Sides {
  RelaxTypeArguments *arguments;
  MlirType *actual; // stb_ds
  ptrdiff_t next;
} Sides;

static void listPart(MlirType part, void *userData) {
  Sides *sides = userData;
  arrput(sides->actual, part);
}

static void matchPart(MlirType part, void *userData) {
  Sides *sides = userData;
  if (sides->next < arrlen(sides->actual))
    relaxTypeArgumentsMatch(sides->arguments, part,
                            sides->actual[sides->next++]);
}

void relaxTypeArgumentsMatch(RelaxTypeArguments *arguments, MlirType formal,
                             MlirType actual) {
  if (relaxIsVarType(formal)) {
    intptr_t index = paramIndex(arguments->names, formal);
    if (index >= 0 && !arguments->types[index].ptr)
      arguments->types[index] = actual;
    return;
  }
  if (!mlirTypeIDEqual(mlirTypeGetTypeID(formal), mlirTypeGetTypeID(actual)))
    return;
  Sides sides = {arguments, NULL, 0};
  SymParts list = {NULL, listPart, &sides}, both = {NULL, matchPart, &sides};
  symTypeWalkParts(actual, &list);
  symTypeWalkParts(formal, &both);
  arrfree(sides.actual);
}

//===----------------------------------------------------------------------===//
// Replacing
//===----------------------------------------------------------------------===//

static MlirAttribute keepAttribute(MlirAttribute part, void *userData) {
  (void)userData;
  return part;
}

/// Names that the types have, put where a substitution sees them: own symbols
/// of function types with these names get others.
typedef struct Apart {
  Arena *arena;
  SymExpr sum;
} Apart;

static void addName(StrRef name, void *userData) {
  Apart *apart = userData;
  symExprAdd(apart->arena, apart->sum, symExprSymbol(apart->arena, name),
             &apart->sum);
}

static MlirType replaceParams(MlirType type, void *userData) {
  RelaxTypeArguments *arguments = userData;
  SymNewParts parts = {keepAttribute, replaceParams, arguments};
  if (!relaxIsVarType(type))
    return symTypeReplaceParts(type, &parts);
  intptr_t index = paramIndex(arguments->names, type);
  return index >= 0 && arguments->types[index].ptr ? arguments->types[index]
                                                   : type;
}

MlirType relaxTypeArgumentsApply(const RelaxTypeArguments *arguments,
                                 MlirType type) {
  Apart apart = {.arena = arenaCreate()};
  apart.sum = symExprConst(apart.arena, 0);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(arguments->names); i < e;
       ++i)
    if (arguments->types[i].ptr)
      symWalkTypeSymbols(arguments->types[i], addName, &apart);
  // No text has this name, so nothing but the own symbols changes.
  StrRef none = strRefFromC(".");
  SymMap map = {apart.arena, &none, &apart.sum, 1, SYM_OK};
  MlirType opened = symSubstituteType(&map, type);
  arenaDestroy(apart.arena);
  return replaceParams(opened, (void *)arguments);
}
