//===- FuseTIRAccess.c - index operands and shared operations -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/FuseTIR.h"

//===----------------------------------------------------------------------===//
// Index expressions
//===----------------------------------------------------------------------===//

/// Numbers of iterators in order of first use: the count.
static intptr_t firstUses(const SymExpr *exprs, intptr_t count, Arena *arena,
                          intptr_t **order) {
  size_t limit = 0;
  for (intptr_t e = 0; e < count; ++e)
    limit += exprs[e].numSymbols;
  *order = ARENA_ARRAY(arena, intptr_t, limit);
  intptr_t found = 0;
  for (intptr_t e = 0; e < count; ++e)
    for (size_t s = 0; s < exprs[e].numSymbols; ++s) {
      intptr_t k = tirIteratorOf(exprs[e].symbols[s]), at = 0;
      while (at < found && (*order)[at] != k)
        ++at;
      if (k >= 0 && at == found)
        (*order)[found++] = k;
    }
  return found;
}

/// Renames "%order[p]" to "%p".
static void renumber(FuseBuilder *b, SymExpr *exprs, intptr_t count,
                     const intptr_t *order, intptr_t used) {
  StrRef *names = ARENA_ARRAY(b->arena, StrRef, used);
  SymExpr *values = ARENA_ARRAY(b->arena, SymExpr, used);
  for (intptr_t p = 0; p < used; ++p) {
    names[p] = tirIteratorSymbol(b->arena, order[p]);
    values[p] = symExprSymbol(b->arena, tirIteratorSymbol(b->arena, p));
  }
  for (intptr_t e = 0; e < count; ++e)
    b->failed |= symExprSubstitute(b->arena, exprs[e], names, values,
                                   (size_t)used, &exprs[e]) != SYM_OK;
}

static bool isCounting(const intptr_t *order, intptr_t count) {
  for (intptr_t p = 0; p < count; ++p)
    if (order[p] != p)
      return false;
  return true;
}

FuseIndices fuseIndices(FuseBuilder *b, const SymExpr *exprs, intptr_t count) {
  // Renaming may change the order of terms, and with it that of first use.
  enum { MAX_ROUNDS = 8 };
  SymExpr *renamed =
      arenaCopy(b->arena, exprs, (size_t)count * sizeof(SymExpr));
  FuseIndices result = {.operands = b->iterators};
  for (int round = 0; round < MAX_ROUNDS; ++round) {
    intptr_t *order;
    result.numOperands = firstUses(renamed, count, b->arena, &order);
    MlirValue *operands = ARENA_ARRAY(b->arena, MlirValue, result.numOperands);
    for (intptr_t p = 0; p < result.numOperands; ++p)
      operands[p] = result.operands[order[p]];
    result.operands = operands;
    if (isCounting(order, result.numOperands))
      break;
    renumber(b, renamed, count, order, result.numOperands);
  }
  MlirAttribute *list = ARENA_ARRAY(b->arena, MlirAttribute, count);
  for (intptr_t e = 0; e < count; ++e)
    list[e] = symExprToAttribute(b->context, renamed[e]);
  result.exprs = mlirArrayAttrGet(b->context, count, list);
  return result;
}

//===----------------------------------------------------------------------===//
// Equal operations are computed once
//===----------------------------------------------------------------------===//

static bool sameAttributes(MlirOperation a, MlirOperation b) {
  intptr_t count = mlirOperationGetNumAttributes(a);
  if (mlirOperationGetNumAttributes(b) != count)
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute x = mlirOperationGetAttribute(a, i);
    MlirNamedAttribute y = mlirOperationGetAttribute(b, i);
    if (!mlirIdentifierEqual(x.name, y.name) ||
        !mlirAttributeEqual(x.attribute, y.attribute))
      return false;
  }
  return true;
}

static bool sameOperation(MlirOperation a, MlirOperation b) {
  intptr_t count = mlirOperationGetNumOperands(a);
  if (!mlirIdentifierEqual(mlirOperationGetName(a), mlirOperationGetName(b)) ||
      mlirOperationGetNumOperands(b) != count ||
      mlirOperationGetNumResults(a) != 1 || mlirOperationGetNumResults(b) != 1)
    return false;
  for (intptr_t i = 0; i < count; ++i)
    if (!mlirValueEqual(mlirOperationGetOperand(a, i),
                        mlirOperationGetOperand(b, i)))
      return false;
  return mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(a, 0)),
                       mlirValueGetType(mlirOperationGetResult(b, 0))) &&
         sameAttributes(a, b);
}

MlirOperation fuseAppendShared(FuseBuilder *b, MlirOperation op) {
  for (MlirOperation other = mlirBlockGetFirstOperation(b->block); other.ptr;
       other = mlirOperationGetNextInBlock(other))
    if (sameOperation(other, op)) {
      mlirOperationDestroy(op);
      return other;
    }
  mlirBlockAppendOwnedOperation(b->block, op);
  return op;
}
