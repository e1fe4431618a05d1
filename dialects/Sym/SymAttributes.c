//===- SymAttributes.c - expressions and facts as MLIR attributes ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Core/Lists.h"

SymExpr symExprOf(Arena *arena, MlirAttribute attribute) {
  const int64_t *code;
  const MlirAttribute *names;
  size_t codeSize = (size_t)symExprAttrGetCode(attribute, &code);
  size_t count = (size_t)symExprAttrGetSymbols(attribute, &names);
  StrRef *symbols = ARENA_ARRAY(arena, StrRef, count);
  for (size_t i = 0; i < count; ++i)
    symbols[i] = bridgeText(names[i]);
  return (SymExpr){code, codeSize, symbols, count};
}

MlirAttribute symExprToAttribute(MlirContext context, SymExpr expr) {
  enum { SMALL = 16 };
  MlirAttribute small[SMALL], *names = small;
  Arena *arena = NULL;
  if (expr.numSymbols > SMALL) {
    arena = arenaCreate();
    names = ARENA_ARRAY(arena, MlirAttribute, expr.numSymbols);
  }
  for (size_t i = 0; i < expr.numSymbols; ++i)
    names[i] = mlirStringAttrGet(context, strRefToMlir(expr.symbols[i]));
  MlirAttribute result =
      symExprAttrGet(context, (intptr_t)expr.codeSize, expr.code,
                     (intptr_t)expr.numSymbols, names);
  if (arena)
    arenaDestroy(arena);
  return result;
}

MlirAttribute symConstAttribute(MlirContext context, int64_t value) {
  int64_t code[3] = {1, value, 0};
  int64_t zero[1] = {0};
  return value == 0 ? symExprAttrGet(context, 1, zero, 0, NULL)
                    : symExprAttrGet(context, 3, code, 0, NULL);
}

MlirAttribute symSymbolAttribute(MlirContext context, StrRef name) {
  int64_t code[] = {1, 1, 1, SYM_ATOM_SYMBOL, 0};
  MlirAttribute symbol = mlirStringAttrGet(context, strRefToMlir(name));
  return symExprAttrGet(context, 5, code, 1, &symbol);
}

MlirAttribute symUnknownAttribute(MlirContext context) {
  int64_t code[] = {1, 1, 1, SYM_ATOM_UNKNOWN};
  return symExprAttrGet(context, 4, code, 0, NULL);
}

bool symAttributeIsConst(MlirAttribute attribute, int64_t *value) {
  const int64_t *code;
  intptr_t size = symExprAttrGetCode(attribute, &code);
  if (size == 1) {
    *value = 0;
    return true;
  }
  if (size != 3 || code[0] != 1 || code[2] != 0)
    return false;
  *value = code[1];
  return true;
}

bool symAttributeIsUnknown(MlirAttribute attribute) {
  const int64_t *code;
  intptr_t size = symExprAttrGetCode(attribute, &code);
  return size == 4 && code[2] == 1 && code[3] == SYM_ATOM_UNKNOWN;
}

bool symAttributeIsSymbol(MlirAttribute attribute, StrRef *name) {
  const int64_t *code;
  const MlirAttribute *symbols;
  intptr_t size = symExprAttrGetCode(attribute, &code);
  if (size != 5 || code[1] != 1 || code[3] != SYM_ATOM_SYMBOL)
    return false;
  symExprAttrGetSymbols(attribute, &symbols);
  *name = bridgeText(symbols[0]);
  return true;
}

SymFact symFactOf(Arena *arena, MlirAttribute attribute) {
  SymFact fact = {(SymFactKind)symFactAttrGetKind(attribute),
                  symFactAttrGetLikely(attribute),
                  symExprOf(arena, symFactAttrGetLhs(attribute)),
                  {0},
                  NULL,
                  0};
  fact.numValues = (size_t)symFactAttrGetValues(attribute, &fact.values);
  if (fact.kind != SYM_FACT_IN)
    fact.rhs = symExprOf(arena, symFactAttrGetRhs(attribute));
  return fact;
}

MlirAttribute symFactToAttribute(MlirContext context, SymFact fact) {
  MlirAttribute lhs = symExprToAttribute(context, fact.lhs);
  MlirAttribute rhs = fact.kind == SYM_FACT_IN
                          ? symConstAttribute(context, 0)
                          : symExprToAttribute(context, fact.rhs);
  return symFactAttrGet(context, fact.kind, fact.likely, lhs, rhs,
                        (intptr_t)fact.numValues, fact.values);
}
