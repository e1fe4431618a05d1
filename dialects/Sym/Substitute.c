//===- Substitute.c - other expressions in the place of symbols -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Substitute.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/TIRBase.gen.h"

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

static MlirAttribute substituteArray(SymMap *map, MlirAttribute attribute) {
  intptr_t count = mlirArrayAttrGetNumElements(attribute);
  MlirAttribute *elements = ARENA_ARRAY(map->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    elements[i] =
        symSubstituteAttribute(map, mlirArrayAttrGetElement(attribute, i));
  return mlirArrayAttrGet(mlirAttributeGetContext(attribute), count, elements);
}

static MlirAttribute substituteDictionary(SymMap *map,
                                          MlirAttribute attribute) {
  intptr_t count = mlirDictionaryAttrGetNumElements(attribute);
  MlirNamedAttribute *entries =
      ARENA_ARRAY(map->arena, MlirNamedAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    entries[i] = mlirDictionaryAttrGetElement(attribute, i);
    entries[i].attribute = symSubstituteAttribute(map, entries[i].attribute);
  }
  return mlirDictionaryAttrGet(mlirAttributeGetContext(attribute), count,
                               entries);
}

MlirAttribute symSubstituteAttribute(SymMap *map, MlirAttribute attribute) {
  if (symIsExprAttr(attribute))
    return substituteExpr(map, attribute);
  if (symIsFactAttr(attribute))
    return substituteFact(map, attribute);
  if (mlirAttributeIsAArray(attribute))
    return substituteArray(map, attribute);
  if (mlirAttributeIsADictionary(attribute))
    return substituteDictionary(map, attribute);
  if (mlirAttributeIsAType(attribute))
    return mlirTypeAttrGet(
        symSubstituteType(map, mlirTypeAttrGetValue(attribute)));
  return attribute;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static MlirType substituteDims(SymMap *map, MlirType type) {
  const MlirAttribute *dims;
  intptr_t count = symTypeDims(type, &dims);
  MlirContext context = mlirTypeGetContext(type);
  MlirAttribute *result = ARENA_ARRAY(map->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    result[i] = substituteExpr(map, dims[i]);
  if (relaxIsTensorType(type))
    return relaxTensorTypeGet(context, relaxTensorTypeGetRanked(type), count,
                              result, relaxTensorTypeGetElementType(type),
                              relaxTensorTypeGetDevice(type));
  if (relaxIsShapeType(type))
    return relaxShapeTypeGet(context, relaxShapeTypeGetRanked(type), count,
                             result);
  return tirBufferTypeGet(context, count, result,
                          tirBufferTypeGetElementType(type));
}

static MlirType substituteFunction(SymMap *map, MlirType type) {
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t numResults = mlirFunctionTypeGetNumResults(type);
  MlirType *inputs = ARENA_ARRAY(map->arena, MlirType, numInputs);
  MlirType *results = ARENA_ARRAY(map->arena, MlirType, numResults);
  for (intptr_t i = 0; i < numInputs; ++i)
    inputs[i] = symSubstituteType(map, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < numResults; ++i)
    results[i] = symSubstituteType(map, mlirFunctionTypeGetResult(type, i));
  return mlirFunctionTypeGet(mlirTypeGetContext(type), numInputs, inputs,
                             numResults, results);
}

/// The listed symbols are the function's own: nothing is put in their place,
/// and they give way to equal names in what is put in.
static MlirType substituteFn(SymMap *map, MlirType type) {
  const MlirAttribute *own, *rule;
  intptr_t numOwn = relaxFnTypeGetSymbols(type, &own);
  intptr_t numRule = relaxFnTypeGetRule(type, &rule);
  MlirContext context = mlirTypeGetContext(type);
  StrRef *taken = NULL;
  for (size_t i = 0; i < map->count; ++i)
    for (size_t s = 0; s < map->values[i].numSymbols; ++s)
      arrput(taken, map->values[i].symbols[s]);
  StrRef *names = ARENA_ARRAY(map->arena, StrRef, numOwn + map->count);
  SymExpr *values = ARENA_ARRAY(map->arena, SymExpr, numOwn + map->count);
  MlirAttribute *fresh = ARENA_ARRAY(map->arena, MlirAttribute, numOwn);
  for (intptr_t i = 0; i < numOwn; ++i) {
    names[i] = strRefFromMlir(mlirStringAttrGetValue(own[i]));
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
  SymMap inner = {map->arena, names, values, (size_t)numOwn + map->count,
                  SYM_OK};
  MlirType signature = symSubstituteType(&inner, relaxFnTypeGetSignature(type));
  if (map->status == SYM_OK)
    map->status = inner.status;
  return relaxFnTypeGet(context, numOwn, fresh, signature, numRule, rule);
}

MlirType symSubstituteType(SymMap *map, MlirType type) {
  if (relaxIsScalarType(type))
    return relaxScalarTypeGet(
        mlirTypeGetContext(type),
        substituteExpr(map, relaxScalarTypeGetValue(type)),
        relaxScalarTypeGetElementType(type));
  if (relaxIsFnType(type))
    return substituteFn(map, type);
  if (relaxIsTensorType(type) || relaxIsShapeType(type) ||
      tirIsBufferType(type))
    return substituteDims(map, type);
  if (mlirTypeIsAFunction(type))
    return substituteFunction(map, type);
  MlirType contained = relaxContainedType(type);
  if (contained.ptr)
    return relaxContainerOf(type, symSubstituteType(map, contained));
  if (relaxIsAdtType(type)) {
    const MlirType *old;
    intptr_t numArguments = relaxAdtTypeGetArguments(type, &old);
    MlirType *arguments = ARENA_ARRAY(map->arena, MlirType, numArguments);
    for (intptr_t i = 0; i < numArguments; ++i)
      arguments[i] = symSubstituteType(map, old[i]);
    return relaxAdtTypeGet(mlirTypeGetContext(type), relaxAdtTypeGetName(type),
                           numArguments, arguments);
  }
  if (!mlirTypeIsATuple(type))
    return type;
  intptr_t count = mlirTupleTypeGetNumTypes(type);
  MlirType *parts = ARENA_ARRAY(map->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i)
    parts[i] = symSubstituteType(map, mlirTupleTypeGetType(type, i));
  return mlirTupleTypeGet(mlirTypeGetContext(type), count, parts);
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
    value = substituteExpr(
        map, symSymbolAttribute(context,
                                strRefFromMlir(mlirStringAttrGetValue(name))));
    if (symAttributeIsSymbol(value, &renamed))
      names[kept++] = mlirStringAttrGet(context, strRefToMlir(renamed));
  }
  return kept ? mlirArrayAttrGet(context, kept, names) : (MlirAttribute){NULL};
}

static bool isClause(StrRef key, MlirAttribute value) {
  return (strRefEqual(key, strRefFromC("symbols")) ||
          strRefEqual(key, strRefFromC("binds"))) &&
         mlirAttributeIsAArray(value) &&
         mlirArrayAttrGetNumElements(value) > 0 &&
         mlirAttributeIsAString(mlirArrayAttrGetElement(value, 0));
}

static void substituteAttributes(SymMap *map, MlirOperation op) {
  intptr_t count = mlirOperationGetNumAttributes(op);
  // Setting one may move the others.
  MlirNamedAttribute *all = ARENA_ARRAY(map->arena, MlirNamedAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    all[i] = mlirOperationGetAttribute(op, i);
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

static void substituteValue(SymMap *map, MlirValue value) {
  MlirType old = mlirValueGetType(value), type = symSubstituteType(map, old);
  if (!mlirTypeEqual(old, type))
    mlirValueSetType(value, type);
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  SymMap *map = userData;
  substituteAttributes(map, op);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    substituteValue(map, mlirOperationGetResult(op, i));
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         block.ptr; block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i)
        substituteValue(map, mlirBlockGetArgument(block, i));
  return map->status == SYM_OK ? MlirWalkResultAdvance
                               : MlirWalkResultInterrupt;
}

SymStatus symSubstitute(MlirOperation root, SymMap *map) {
  mlirOperationWalk(root, visit, map, MlirWalkPreOrder);
  return map->status;
}
