//===- MatchTypes.c - types and attributes of what a pattern finds --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Patterns/Match.h"

/// The extent `actual` stands where the pattern has `formal`. The same name on
/// both sides is two symbols: only numbers are compared as they are.
static void matchExtent(Match *match, SymExpr formal, SymExpr actual) {
  StrRef name;
  int64_t number;
  if (symExprIsUnknown(formal) ||
      (symExprIsConst(formal, &number) && symExprIs(actual, number)))
    return;
  if (symExprIsSymbol(formal, &name) &&
      !relaxMatchKnows(&match->symbols, name)) {
    relaxMatchAddExpr(&match->symbols, name, actual);
    return;
  }
  match->equations =
      arenaGrow(match->arena, match->equations, match->numEquations,
                &match->equationCapacity, sizeof *match->equations);
  match->equations[match->numEquations++] = (PatternEquation){formal, actual};
}

static bool differ(Match *match, MlirType formal, MlirType actual) {
  if (!match->trace)
    return false;
  StrBuf want = {0}, got = {0};
  bridgePrintType(formal, &want);
  bridgePrintType(actual, &got);
  matchFail(match, "expected a value of type %s, got %s", strBufText(&want),
            strBufText(&got));
  strBufFree(&want);
  strBufFree(&got);
  return false;
}

bool matchType(Match *match, MlirType formal, MlirType actual) {
  RelaxTensorInfo want, got;
  if (!relaxTensorInfo(formal, &want))
    return mlirTypeEqual(formal, actual) || differ(match, formal, actual);
  if (!relaxTensorInfo(actual, &got) ||
      (!relaxElementIsUnknown(want.elementType) &&
       !mlirTypeEqual(want.elementType, got.elementType)) ||
      (want.ranked && (!got.ranked || want.rank != got.rank)) ||
      (want.device.ptr &&
       !(got.device.ptr && mlirAttributeEqual(want.device, got.device))))
    return differ(match, formal, actual);
  for (intptr_t i = 0; want.ranked && i < want.rank; ++i)
    matchExtent(match, symExprOf(match->arena, want.dims[i]),
                symExprOf(match->arena, got.dims[i]));
  return true;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// The number of an integer attribute, or the expression that it is.
static bool numberOf(Arena *arena, MlirAttribute attribute, SymExpr *out) {
  if (symIsExprAttr(attribute)) {
    *out = symExprOf(arena, attribute);
    return true;
  }
  if (!mlirAttributeIsAInteger(attribute))
    return false;
  *out = symExprConst(arena, mlirIntegerAttrGetValueInt(attribute));
  return true;
}

static intptr_t countOf(MlirAttribute list) {
  if (mlirAttributeIsADenseI64Array(list))
    return mlirDenseArrayGetNumElements(list);
  return mlirAttributeIsAArray(list) ? mlirArrayAttrGetNumElements(list) : -1;
}

static bool elementOf(Arena *arena, MlirAttribute list, intptr_t i,
                      SymExpr *out) {
  if (!mlirAttributeIsADenseI64Array(list))
    return numberOf(arena, mlirArrayAttrGetElement(list, i), out);
  *out = symExprConst(arena, mlirDenseI64ArrayGetElement(list, i));
  return true;
}

static bool matchWith(Match *match, MlirAttribute with, MlirAttribute got) {
  SymExpr number;
  if (relaxWithKind(with) == RELAX_WITH_NAME) {
    StrRef name = bridgeText(with);
    MlirAttribute known = matchName(match, name);
    if (known.ptr)
      return mlirAttributeEqual(known, got);
    match->names[match->numNames++] = (PatternName){name, got};
    return true;
  }
  if (relaxWithKind(with) == RELAX_WITH_EXPR) {
    if (!numberOf(match->arena, got, &number))
      return false;
    matchExtent(match, symExprOf(match->arena, with), number);
    return true;
  }
  if (countOf(got) != mlirArrayAttrGetNumElements(with))
    return false;
  for (intptr_t i = 0; i < countOf(got); ++i) {
    if (!elementOf(match->arena, got, i, &number))
      return false;
    matchExtent(match,
                symExprOf(match->arena, mlirArrayAttrGetElement(with, i)),
                number);
  }
  return true;
}

/// Equal constants: the same elements, or everywhere the same number.
static bool sameConstant(MlirAttribute want, MlirAttribute got) {
  if (mlirAttributeEqual(want, got))
    return true;
  return mlirAttributeIsADenseElements(want) &&
         mlirAttributeIsADenseElements(got) &&
         mlirDenseElementsAttrIsSplat(want) &&
         mlirDenseElementsAttrIsSplat(got) &&
         mlirAttributeEqual(mlirDenseElementsAttrGetSplatValue(want),
                            mlirDenseElementsAttrGetSplatValue(got));
}

static bool refuse(Match *match, const PatternOperation *want,
                   MlirStringRef name) {
  return matchFail(match, "'%.*s' has another '%.*s'", (int)want->name.length,
                   want->name.data, (int)name.length, name.data);
}

/// What a library has that the pattern does not know of may matter.
static bool hasOthers(const PatternOperation *want, MlirOperation op,
                      MlirStringRef *other) {
  MlirAttribute all = bridgeAttributesOf(op);
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(all); ++i) {
    *other = mlirIdentifierStr(mlirDictionaryAttrGetElement(all, i).name);
    bool known = !relaxHasOwnAttribute(op, *other);
    for (size_t k = 0; k < want->numAttributes && !known; ++k)
      known = mlirStringRefEqual(want->attributes[k].name, *other);
    if (!known)
      return true;
  }
  return false;
}

bool matchAttributes(Match *match, const PatternOperation *want,
                     MlirOperation op) {
  MlirStringRef other;
  for (size_t i = 0; i < want->numAttributes; ++i) {
    const PatternAttribute *attribute = &want->attributes[i];
    MlirAttribute got =
        mlirOperationGetInherentAttributeByName(op, attribute->name);
    bool fits = got.ptr &&
                (attribute->with.ptr ? matchWith(match, attribute->with, got)
                 : want->constant ? sameConstant(attribute->value, got)
                                  : mlirAttributeEqual(attribute->value, got));
    if (!fits)
      return refuse(match, want, attribute->name);
  }
  return !hasOthers(want, op, &other) || refuse(match, want, other);
}
