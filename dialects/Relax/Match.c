//===- Match.c - what the symbols of a signature stand for ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Match.h"
#include "dialects/Sym/Walk.h"

bool relaxNamesHave(MlirAttribute names, StrRef name) {
  for (intptr_t i = 0, e = names.ptr ? mlirArrayAttrGetNumElements(names) : 0;
       i < e; ++i)
    if (strRefEqual(name, strRefFromMlir(mlirStringAttrGetValue(
                              mlirArrayAttrGetElement(names, i)))))
      return true;
  return false;
}

bool relaxMatchKnows(const RelaxMatch *match, StrRef name) {
  for (size_t i = 0; i < match->count; ++i)
    if (strRefEqual(match->names[i], name))
      return true;
  return false;
}

void relaxMatchAdd(RelaxMatch *match, StrRef name, MlirAttribute dim) {
  if (match->count == match->capacity) {
    size_t capacity = match->capacity ? match->capacity * 2 : 8;
    StrRef *names = ARENA_ARRAY(match->arena, StrRef, capacity);
    SymExpr *values = ARENA_ARRAY(match->arena, SymExpr, capacity);
    for (size_t i = 0; i < match->count; ++i) {
      names[i] = match->names[i];
      values[i] = match->values[i];
    }
    match->names = names;
    match->values = values;
    match->capacity = capacity;
  }
  match->names[match->count] = name;
  match->values[match->count++] = symExprOf(match->arena, dim);
}

void relaxMatchType(RelaxMatch *match, MlirType formal, MlirType actual,
                    MlirAttribute only) {
  if (mlirTypeIsATuple(formal) && mlirTypeIsATuple(actual)) {
    intptr_t count = mlirTupleTypeGetNumTypes(formal);
    for (intptr_t i = 0; count == mlirTupleTypeGetNumTypes(actual) && i < count;
         ++i)
      relaxMatchType(match, mlirTupleTypeGetType(formal, i),
                     mlirTupleTypeGetType(actual, i), only);
    return;
  }
  const MlirAttribute *from, *to;
  intptr_t rank = symTypeDims(formal, &from);
  StrRef name;
  if (rank != symTypeDims(actual, &to))
    return;
  for (intptr_t i = 0; i < rank; ++i)
    if (symAttributeIsSymbol(from[i], &name) && !relaxMatchKnows(match, name) &&
        (!only.ptr || relaxNamesHave(only, name)))
      relaxMatchAdd(match, name, to[i]);
}

SymMap relaxMatchMap(const RelaxMatch *match) {
  return (SymMap){match->arena, match->names, match->values, match->count,
                  SYM_OK};
}

MlirType relaxMatchSubstitute(const RelaxMatch *match, MlirType type) {
  SymMap map = relaxMatchMap(match);
  MlirType result = symSubstituteType(&map, type);
  return map.status == SYM_OK ? result : (MlirType){NULL};
}
