//===- Substitute.c - other expressions in the place of symbols -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Substitute.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Interfaces.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static MlirAttribute substituteExpr(SymMap *map, MlirAttribute attribute) {
  SymExpr expr = symExprOf(map->arena, attribute), result;
  SymStatus status = symExprSubstitute(map->arena, expr, map->names,
                                       map->values, map->count, &result);
  if (status == SYM_OK)
    return symExprToAttribute(mlirAttributeGetContext(attribute), result);
  if (map->status == SYM_OK)
    map->status = status;
  return attribute;
}

static MlirAttribute substituteFact(SymMap *map, MlirAttribute attribute) {
  SymFact fact = symFactOf(map->arena, attribute), result;
  SymStatus status = symFactSubstitute(map->arena, fact, map->names,
                                       map->values, map->count, &result);
  if (status == SYM_OK)
    return symFactToAttribute(mlirAttributeGetContext(attribute), result);
  if (map->status == SYM_OK)
    map->status = status;
  return attribute;
}

static MlirAttribute attributePart(MlirAttribute part, void *map) {
  return symSubstituteAttribute(map, part);
}

static MlirType typePart(MlirType part, void *map) {
  return symSubstituteType(map, part);
}

MlirAttribute symSubstituteAttribute(SymMap *map, MlirAttribute attribute) {
  if (symIsExprAttr(attribute))
    return substituteExpr(map, attribute);
  if (symIsFactAttr(attribute))
    return substituteFact(map, attribute);
  SymNewParts parts = {attributePart, typePart, map};
  return symAttributeReplaceParts(attribute, &parts);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// What takes the place of the symbols that a type binds, and of all others.
typedef struct OwnSymbols {
  SymMap map;
  const MlirAttribute *fresh; // `left` names that are still to be met
  intptr_t left;
  StrRef *taken; // stb_ds; see addPutIn
} OwnSymbols;

static MlirAttribute attributeOfBinder(MlirAttribute part, void *userData) {
  OwnSymbols *own = userData; // the names are the first parts
  if (own->left == 0)
    return symSubstituteAttribute(&own->map, part);
  --own->left;
  return *own->fresh++;
}

static MlirType typeOfBinder(MlirType part, void *userData) {
  OwnSymbols *own = userData;
  return symSubstituteType(&own->map, part);
}

/// The symbols of what takes the place of those that the type does not bind
/// (stb_ds), in the order of the type: no name decides which.
static void addPutIn(StrRef name, void *userData) {
  OwnSymbols *own = userData;
  for (size_t i = 0; i < own->map.count; ++i)
    if (strRefEqual(own->map.names[i], name)) {
      for (size_t s = 0; s < own->map.values[i].numSymbols; ++s)
        arrput(own->taken, own->map.values[i].symbols[s]);
      return;
    }
  arrput(own->taken, name);
}

/// The listed symbols are the type's own: nothing is put in their place, and
/// they give way to equal names in what is put in.
static MlirType substituteBinder(SymMap *map, MlirType type, intptr_t numOwn,
                                 const MlirAttribute *own) {
  MlirContext context = mlirTypeGetContext(type);
  OwnSymbols outer = {.map = *map};
  symWalkTypeSymbols(type, addPutIn, &outer);
  StrRef *taken = outer.taken;
  StrRef *names = ARENA_ARRAY(map->arena, StrRef, numOwn + map->count);
  SymExpr *values = ARENA_ARRAY(map->arena, SymExpr, numOwn + map->count);
  MlirAttribute *fresh = ARENA_ARRAY(map->arena, MlirAttribute, numOwn);
  for (intptr_t i = 0; i < numOwn; ++i) {
    names[i] = bridgeText(own[i]);
    StrRef name =
        symFreshName(map->arena, names[i], taken, (size_t)arrlen(taken));
    arrput(taken, name);
    values[i] = symExprSymbol(map->arena, name);
    fresh[i] = mlirStringAttrGet(context, strRefToMlir(name));
  }
  for (size_t i = 0; i < map->count; ++i) {
    names[numOwn + i] = map->names[i];
    values[numOwn + i] = map->values[i];
  }
  arrfree(taken);
  // Of two entries for one name the first counts.
  OwnSymbols inner = {
      {map->arena, names, values, (size_t)numOwn + map->count, SYM_OK},
      fresh,
      numOwn,
      NULL};
  SymNewParts parts = {attributeOfBinder, typeOfBinder, &inner};
  MlirType result = symTypeReplaceParts(type, &parts);
  if (map->status == SYM_OK)
    map->status = inner.map.status;
  return result;
}

MlirType symSubstituteType(SymMap *map, MlirType type) {
  const MlirAttribute *own;
  intptr_t numOwn = symTypeSymbols(type, &own);
  if (numOwn)
    return substituteBinder(map, type, numOwn, own);
  SymNewParts parts = {attributePart, typePart, map};
  return symTypeReplaceParts(type, &parts);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The names of a `symbols (...)` or `binds (...)` clause; null if none is
/// left.
static MlirAttribute substituteClause(SymMap *map, MlirAttribute clause) {
  intptr_t count = mlirArrayAttrGetNumElements(clause), kept = 0;
  MlirContext context = mlirAttributeGetContext(clause);
  MlirAttribute *names = ARENA_ARRAY(map->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute name = mlirArrayAttrGetElement(clause, i), value;
    StrRef renamed;
    value =
        substituteExpr(map, symSymbolAttribute(context, bridgeText(name)));
    if (symAttributeIsSymbol(value, &renamed))
      names[kept++] = mlirStringAttrGet(context, strRefToMlir(renamed));
  }
  return kept ? mlirArrayAttrGet(context, kept, names) : (MlirAttribute){NULL};
}

static bool isClause(StrRef key, MlirAttribute value) {
  return (strRefEqual(key, strRefFromC("symbols")) ||
          strRefEqual(key, strRefFromC("any")) ||
          strRefEqual(key, strRefFromC("binds"))) &&
         mlirAttributeIsAArray(value) &&
         mlirArrayAttrGetNumElements(value) > 0 &&
         mlirAttributeIsAString(mlirArrayAttrGetElement(value, 0));
}

static void substituteAttributes(SymMap *map, MlirOperation op) {
  MlirAttribute attributes = bridgeAttributesOf(op);
  intptr_t count = mlirDictionaryAttrGetNumElements(attributes);
  // Setting one may move the others.
  MlirNamedAttribute *all = ARENA_ARRAY(map->arena, MlirNamedAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    all[i] = mlirDictionaryAttrGetElement(attributes, i);
  for (intptr_t i = 0; i < count; ++i) {
    MlirStringRef key = mlirIdentifierStr(all[i].name);
    MlirAttribute old = all[i].attribute;
    MlirAttribute fresh = isClause(strRefFromMlir(key), old)
                              ? substituteClause(map, old)
                              : symSubstituteAttribute(map, old);
    if (!fresh.ptr)
      mlirOperationRemoveAttributeByName(op, key);
    else if (!mlirAttributeEqual(fresh, old))
      mlirOperationSetAttributeByName(op, key, fresh);
  }
}

static void mapValueType(MlirValue value,
                         MlirType (*now)(MlirType type, void *userData),
                         void *userData) {
  MlirType old = mlirValueGetType(value), type = now(old, userData);
  if (!mlirTypeEqual(old, type))
    mlirValueSetType(value, type);
}

void symMapValueTypes(MlirOperation op,
                      MlirType (*now)(MlirType type, void *userData),
                      void *userData) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    mapValueType(mlirOperationGetResult(op, i), now, userData);
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    for (MlirBlock block = bridgeBlock(op, r); block.ptr;
         block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i)
        mapValueType(mlirBlockGetArgument(block, i), now, userData);
}

/// What takes the place of types, at any depth of attributes.
typedef struct TypeMap {
  MlirType (*now)(MlirType type, void *userData);
  void *userData;
} TypeMap;

static MlirType mappedType(MlirType type, void *userData) {
  const TypeMap *map = userData;
  return map->now(type, map->userData);
}

static MlirAttribute mappedAttribute(MlirAttribute attribute, void *userData) {
  SymNewParts parts = {mappedAttribute, mappedType, userData};
  return symAttributeReplaceParts(attribute, &parts);
}

static MlirWalkResult mapTypes(MlirOperation op, void *userData) {
  TypeMap *map = userData;
  MlirAttribute attributes = bridgeAttributesOf(op);
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attributes); i < e;
       ++i) {
    MlirNamedAttribute named = mlirDictionaryAttrGetElement(attributes, i);
    MlirAttribute other = mappedAttribute(named.attribute, map);
    if (!mlirAttributeEqual(other, named.attribute))
      mlirOperationSetAttributeByName(op, mlirIdentifierStr(named.name), other);
  }
  symMapValueTypes(op, map->now, map->userData);
  return MlirWalkResultAdvance;
}

void symMapTypes(MlirOperation op,
                 MlirType (*now)(MlirType type, void *userData),
                 void *userData) {
  TypeMap map = {now, userData};
  mlirOperationWalk(op, mapTypes, &map, MlirWalkPreOrder);
}

static MlirAttribute insideAttribute(MlirAttribute attribute, void *userData);

static MlirType insideOut(MlirType type, void *userData) {
  SymNewParts parts = {insideAttribute, insideOut, userData};
  return mappedType(symTypeReplaceParts(type, &parts), userData);
}

static MlirAttribute insideAttribute(MlirAttribute attribute, void *userData) {
  SymNewParts parts = {insideAttribute, insideOut, userData};
  return symAttributeReplaceParts(attribute, &parts);
}

MlirType symTypeInsideOut(MlirType type,
                          MlirType (*now)(MlirType type, void *userData),
                          void *userData) {
  TypeMap map = {now, userData};
  return insideOut(type, &map);
}

static MlirType substituted(MlirType type, void *userData) {
  return symSubstituteType(userData, type);
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  SymMap *map = userData;
  substituteAttributes(map, op);
  symMapValueTypes(op, substituted, map);
  return map->status == SYM_OK ? MlirWalkResultAdvance
                               : MlirWalkResultInterrupt;
}

SymStatus symSubstitute(MlirOperation root, SymMap *map) {
  mlirOperationWalk(root, visit, map, MlirWalkPreOrder);
  return map->status;
}
