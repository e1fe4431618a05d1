//===- PatternCheckRewrite.c - a rewrite beside its pattern ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Labels and names of the rewrite are the pattern's, every symbol is bound by
// something that is matched, and what the rewrite gives is of the type that it
// takes the place of, as far as types say it and facts prove it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Pattern.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Patterns/Match.h"

//===----------------------------------------------------------------------===//
// Names and labels
//===----------------------------------------------------------------------===//

static bool patternHasName(const Pattern *pattern, StrRef name) {
  for (size_t i = 0; i < pattern->numOps; ++i)
    for (size_t k = 0; k < pattern->ops[i].numAttributes; ++k) {
      MlirAttribute with = pattern->ops[i].attributes[k].with;
      if (with.ptr && mlirAttributeIsAString(with) &&
          strRefEqual(bridgeText(with), name))
        return true;
    }
  return false;
}

static bool checkWith(const Rewrite *rewrite, MlirOperation op) {
  MlirAttribute with = relaxPatternWithOf(op);
  for (intptr_t i = 0; with.ptr && i < mlirDictionaryAttrGetNumElements(with);
       ++i) {
    MlirAttribute value = mlirDictionaryAttrGetElement(with, i).attribute;
    if (relaxWithKind(value) != RELAX_WITH_NAME)
      continue;
    StrRef name = bridgeText(value);
    if (patternHasName(rewrite->pattern, name))
      continue;
    bridgeEmitOpError(op,
                      "'with': the pattern gives no attribute the name "
                      "'%.*s'",
                      (int)name.length, name.data);
    return false;
  }
  return true;
}

static const PatternValue *findLabel(const Pattern *pattern, StrRef label) {
  for (size_t i = 0; i < pattern->numValues; ++i)
    if (pattern->values[i].label.length &&
        strRefEqual(pattern->values[i].label, label))
      return &pattern->values[i];
  return NULL;
}

static bool checkLabel(const Rewrite *rewrite, MlirOperation op) {
  bool any = relaxIsMatchAny(op);
  StrRef label = any ? relaxMatchAnyGetLabel(op) : relaxMatchChainGetLabel(op);
  const PatternValue *value = findLabel(rewrite->pattern, label);
  if (!value || value->kind != (any ? PATTERN_ANY : PATTERN_CHAIN)) {
    bridgeEmitOpError(op, "the pattern has no '%s' of the label '%.*s'",
                      any ? "relax.match_any" : "relax.match_chain",
                      (int)label.length, label.data);
    return false;
  }
  if (!any || (intptr_t)value->numFrom == mlirOperationGetNumOperands(op))
    return true;
  bridgeEmitOpError(op, "expected %zu alternatives as in the pattern, got %ld",
                    value->numFrom, (long)mlirOperationGetNumOperands(op));
  return false;
}

static bool checkOperations(const Rewrite *rewrite) {
  MlirBlock body = bridgeBody(rewrite->op);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (relaxIsMatchCheck(op)) {
      bridgeEmitOpError(op, "stands in patterns only");
      return false;
    }
    if (((relaxIsMatchAny(op) || relaxIsMatchChain(op)) &&
         !checkLabel(rewrite, op)) ||
        !checkWith(rewrite, op))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static bool isBoundBy(MlirAttribute with, StrRef name) {
  StrRef symbol;
  if (symIsExprAttr(with))
    return symAttributeIsSymbol(with, &symbol) && strRefEqual(symbol, name);
  for (intptr_t i = 0;
       mlirAttributeIsAArray(with) && i < mlirArrayAttrGetNumElements(with);
       ++i)
    if (isBoundBy(mlirArrayAttrGetElement(with, i), name))
      return true;
  return false;
}

static bool hasBareDim(MlirType type, StrRef name) {
  const MlirAttribute *dims;
  StrRef symbol;
  intptr_t rank = symTypeDims(type, &dims);
  for (intptr_t i = 0; i < rank; ++i)
    if (symAttributeIsSymbol(dims[i], &symbol) && strRefEqual(symbol, name))
      return true;
  return false;
}

static bool checkSymbols(const Rewrite *rewrite) {
  const Pattern *pattern = rewrite->pattern;
  MlirAttribute symbols = relaxPatternGetSymbols(pattern->op);
  for (intptr_t i = 0; symbols.ptr && i < mlirArrayAttrGetNumElements(symbols);
       ++i) {
    StrRef name = bridgeTextAt(symbols, i);
    bool bound = false;
    for (size_t v = 0; v < pattern->numValues && !bound; ++v)
      bound = hasBareDim(pattern->values[v].type, name);
    for (size_t o = 0; o < pattern->numOps && !bound; ++o)
      for (size_t k = 0; k < pattern->ops[o].numAttributes && !bound; ++k)
        bound = pattern->ops[o].attributes[k].with.ptr &&
                isBoundBy(pattern->ops[o].attributes[k].with, name);
    if (bound)
      continue;
    bridgeEmitOpError(pattern->op,
                      "symbol '%.*s' is bound by no 'with' and by no dimension",
                      (int)name.length, name.data);
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Unknown agrees with everything: what is found will say it.
static bool mayAgree(const Facts *facts, MlirType want, MlirType got) {
  RelaxTensorInfo a, b;
  if (mlirTypeEqual(want, got))
    return true;
  if (!relaxTensorInfo(want, &a) || !relaxTensorInfo(got, &b) ||
      (!mlirTypeEqual(a.elementType, b.elementType) &&
       !relaxElementIsUnknown(a.elementType) &&
       !relaxElementIsUnknown(b.elementType)))
    return false;
  if (!a.ranked || !b.ranked)
    return true;
  bool agree = a.rank == b.rank;
  for (intptr_t i = 0; agree && i < a.rank; ++i)
    agree = symAttributeIsUnknown(a.dims[i]) ||
            symAttributeIsUnknown(b.dims[i]) ||
            relaxDimEqual(a.dims[i], b.dims[i]) ||
            factsEqual(facts, symExprOf(facts->arena, a.dims[i]),
                       symExprOf(facts->arena, b.dims[i]));
  return agree;
}

static bool checkTypes(Arena *arena, const Rewrite *rewrite) {
  Facts facts = {.arena = arena};
  MlirOperation end = mlirBlockGetTerminator(bridgeBody(rewrite->op));
  factsAddList(&facts, rewrite->pattern->facts);
  factsAddList(&facts, rewrite->facts);
  for (size_t i = 0; i < rewrite->pattern->numRoots; ++i) {
    MlirType want = rewrite->pattern->values[rewrite->pattern->roots[i]].type;
    MlirType got = mlirValueGetType(mlirOperationGetOperand(end, (intptr_t)i));
    if (mayAgree(&facts, want, got))
      continue;
    StrBuf text = {0}, other = {0};
    bridgePrintType(want, &text);
    bridgePrintType(got, &other);
    bridgeEmitOpError(rewrite->op,
                      "result %zu: expected %s, the type in the pattern, got "
                      "%s, and the facts do not show that they are equal",
                      i, strBufText(&text), strBufText(&other));
    strBufFree(&text);
    strBufFree(&other);
    return false;
  }
  return true;
}

bool patternCheckRewrite(Arena *arena, const Rewrite *rewrite) {
  return checkOperations(rewrite) && checkSymbols(rewrite) &&
         checkTypes(arena, rewrite);
}
