//===- Walk.c - the symbols in types and attributes -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Walk.h"
#include "dialects/Sym/Interfaces.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

#include <stdlib.h>

static void walkExpr(MlirAttribute expr, SymVisitor visit, void *userData) {
  const MlirAttribute *symbols;
  intptr_t count = symExprAttrGetSymbols(expr, &symbols);
  for (intptr_t i = 0; i < count; ++i) {
    StrRef name = bridgeText(symbols[i]);
    // The index of a dimension is local to its type.
    if (name.length == 0 || (name.data[0] != '%' && name.data[0] != '$'))
      visit(name, userData);
  }
}

bool symTypesHaveSameDims(MlirType a, MlirType b) {
  const MlirAttribute *x, *y;
  intptr_t rank = symTypeDims(a, &x);
  bool same = symTypeDims(b, &y) == rank;
  for (intptr_t i = 0; same && i < rank; ++i)
    same = mlirAttributeEqual(x[i], y[i]);
  return same;
}

/// A visitor, and a type whose own symbols it does not see.
typedef struct TypeWalk {
  MlirType type;
  SymVisitor visit;
  void *userData;
} TypeWalk;

static void visitOthers(StrRef name, void *userData) {
  const TypeWalk *walk = userData;
  const MlirAttribute *own;
  for (intptr_t i = 0, e = symTypeSymbols(walk->type, &own); i < e; ++i)
    if (strRefEqual(name, bridgeText(own[i])))
      return;
  walk->visit(name, walk->userData);
}

static void walkAttributePart(MlirAttribute part, void *userData) {
  const TypeWalk *walk = userData;
  symWalkAttributeSymbols(part, walk->visit, walk->userData);
}

static void walkTypePart(MlirType part, void *userData) {
  const TypeWalk *walk = userData;
  symWalkTypeSymbols(part, walk->visit, walk->userData);
}

void symWalkTypeSymbols(MlirType type, SymVisitor visit, void *userData) {
  const MlirAttribute *own;
  TypeWalk others = {type, visit, userData}, walk = others;
  if (symTypeSymbols(type, &own))
    walk = (TypeWalk){type, visitOthers, &others};
  SymParts parts = {walkAttributePart, walkTypePart, &walk};
  symTypeWalkParts(type, &parts);
}

/// A later dimension depends on the index of an earlier one: in memory, where
/// these are one, the extent between them is only a factor.
static bool liesBetween(const MlirAttribute *dims, intptr_t count, intptr_t k) {
  for (intptr_t m = k + 1; m < count; ++m) {
    const MlirAttribute *symbols;
    for (intptr_t s = 0, e = symExprAttrGetSymbols(dims[m], &symbols); s < e;
         ++s) {
      StrRef name = bridgeText(symbols[s]);
      if (name.length > 1 && name.data[0] == '$' &&
          strtol(name.data + 1, NULL, 10) < k)
        return true;
    }
  }
  return false;
}

void symWalkBareDims(MlirType type, SymVisitor visit, void *userData) {
  const MlirAttribute *dims;
  intptr_t count = symTypeDims(type, &dims);
  StrRef name;
  for (intptr_t i = 0; i < count; ++i)
    if (symAttributeIsSymbol(dims[i], &name) && !liesBetween(dims, count, i))
      visit(name, userData);
  if (mlirTypeIsATuple(type))
    for (intptr_t i = 0, e = mlirTupleTypeGetNumTypes(type); i < e; ++i)
      symWalkBareDims(mlirTupleTypeGetType(type, i), visit, userData);
}

void symWalkAttributeSymbols(MlirAttribute attribute, SymVisitor visit,
                             void *userData) {
  TypeWalk walk = {{NULL}, visit, userData};
  SymParts parts = {walkAttributePart, NULL, &walk};
  if (symIsExprAttr(attribute))
    walkExpr(attribute, visit, userData);
  else
    symAttributeWalkParts(attribute, &parts);
}

void symWalkOperationSymbols(MlirOperation op, SymVisitor visit,
                             void *userData) {
  MlirAttribute attributes = bridgeAttributesOf(op);
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attributes); i < e;
       ++i)
    symWalkAttributeSymbols(
        mlirDictionaryAttrGetElement(attributes, i).attribute, visit, userData);
}

void symMatchName(StrRef name, void *userData) {
  SymMatch *match = userData;
  match->found |= strRefEqual(name, match->name);
}

bool symTypeHasSymbol(MlirType type, StrRef name) {
  SymMatch match = {name, false};
  symWalkTypeSymbols(type, symMatchName, &match);
  return match.found;
}

void symWalkDefinedSymbols(MlirOperation op, SymVisitor visit, void *userData) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    symWalkTypeSymbols(mlirValueGetType(mlirOperationGetResult(op, i)), visit,
                       userData);
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    for (MlirBlock block = bridgeBlock(op, r); block.ptr;
         block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i)
        symWalkTypeSymbols(mlirValueGetType(mlirBlockGetArgument(block, i)),
                           visit, userData);
}
