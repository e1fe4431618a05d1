//===- Exprs.c - index expressions of operations --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Indexed.h"
#include "lib/Schedule/Scheduler.h"
#include "lib/Sym/Operand.h"

#include <stb/stb_ds.h>
#include <stdio.h>

/// The n-th value of the scheduler. Terms of expressions are sorted by name,
/// and how many values came before must not decide: all have as many digits.
static StrRef valueName(Arena *arena, intptr_t n) {
  return arenaFormat(arena, "%%%06ld", (long)n);
}

static intptr_t valueNumber(Scheduler *s, MlirValue value) {
  for (ptrdiff_t i = 0; i < arrlen(s->values); ++i)
    if (mlirValueEqual(s->values[i], value))
      return i;
  arrput(s->values, value);
  return arrlen(s->values) - 1;
}

SymExpr scheduleSymbolOf(Scheduler *s, MlirValue value) {
  return symExprSymbol(s->arena, valueName(s->arena, valueNumber(s, value)));
}

void scheduleRetire(Scheduler *s, MlirValue value) {
  for (ptrdiff_t i = 0; i < arrlen(s->values); ++i)
    if (mlirValueEqual(s->values[i], value))
      s->values[i].ptr = NULL;
}

MlirValue scheduleValueOf(Scheduler *s, StrRef name) {
  intptr_t n = symOperandNumber(name);
  return n >= 0 && n < arrlen(s->values) ? s->values[n] : (MlirValue){NULL};
}

bool scheduleIsOfFunction(SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (symOperandNumber(expr.symbols[i]) >= 0)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

static MlirAttribute take(MlirAttribute expr, void *userData) {
  MlirAttribute **list = userData;
  arrput(*list, expr);
  return expr;
}

SymExpr *scheduleExprs(Scheduler *s, MlirOperation op, intptr_t *count) {
  *count = 0;
  if (!tirIndexedOf(op))
    return NULL;
  intptr_t operands;
  MlirValue *indices = tirIndexValues(op, s->arena, &operands);
  StrRef *names = ARENA_ARRAY(s->arena, StrRef, operands);
  SymExpr *values = ARENA_ARRAY(s->arena, SymExpr, operands);
  for (intptr_t i = 0; i < operands; ++i) {
    names[i] = symOperandName(s->arena, i);
    values[i] = scheduleSymbolOf(s, indices[i]);
  }
  MlirAttribute *list = NULL;
  tirMapExprs(op, s->arena, take, &list);
  *count = arrlen(list);
  SymExpr *exprs = ARENA_ARRAY(s->arena, SymExpr, *count);
  for (intptr_t i = 0; i < *count; ++i) {
    exprs[i] = symExprOf(s->arena, list[i]);
    // A renaming never overflows.
    (void)symExprSubstitute(s->arena, exprs[i], names, values, (size_t)operands,
                            &exprs[i]);
  }
  arrfree(list);
  return exprs;
}

/// Numbers of values in order of first use (stb_ds).
static intptr_t *firstUses(const SymExpr *exprs, intptr_t count) {
  intptr_t *order = NULL;
  for (intptr_t e = 0; e < count; ++e)
    for (size_t k = 0; k < exprs[e].numSymbols; ++k) {
      intptr_t n = symOperandNumber(exprs[e].symbols[k]);
      ptrdiff_t at = 0;
      while (at < arrlen(order) && order[at] != n)
        ++at;
      if (n >= 0 && at == arrlen(order))
        arrput(order, n);
    }
  return order;
}

static MlirAttribute next(MlirAttribute expr, void *userData) {
  (void)expr;
  return *(*(const MlirAttribute **)userData)++;
}

/// Lists may get another length, with the rank of a buffer or the iterators of
/// a compute, all the same; lists of lists keep theirs.
static void setAttributes(Scheduler *s, MlirOperation op,
                          const MlirAttribute *list, intptr_t count) {
  const SymExprAttribute *exprs = tirIndexedOf(op)->exprs;
  MlirAttribute first = exprs->get(op);
  bool areLists = mlirAttributeIsAArray(first) &&
                  (mlirArrayAttrGetNumElements(first) == 0 ||
                   symIsExprAttr(mlirArrayAttrGetElement(first, 0)));
  intptr_t lists = 0;
  while (exprs[lists].get)
    ++lists;
  for (intptr_t i = 0; areLists && i < lists; ++i)
    exprs[i].set(op, mlirArrayAttrGet(s->context, count / lists,
                                      list + i * (count / lists)));
  if (!areLists)
    tirMapExprs(op, s->arena, next, &list);
}

void scheduleSetExprs(Scheduler *s, MlirOperation op, const SymExpr *exprs,
                      intptr_t count) {
  enum { MAX_ROUNDS = 8 };
  SymExpr *now = ARENA_ARRAY(s->arena, SymExpr, count);
  for (intptr_t i = 0; i < count; ++i)
    now[i] = exprs[i];
  MlirValue *values = s->values;
  intptr_t used = 0;
  // The normal form orders terms by name, so that renaming may change the
  // order of first use, by which the parser numbers: until it stays.
  for (int round = 0; round < MAX_ROUNDS; ++round) {
    intptr_t *order = firstUses(now, count);
    used = arrlen(order);
    bool stays = round > 0;
    StrRef *names = ARENA_ARRAY(s->arena, StrRef, used);
    SymExpr *fresh = ARENA_ARRAY(s->arena, SymExpr, used);
    MlirValue *renamed = ARENA_ARRAY(s->arena, MlirValue, used);
    for (intptr_t p = 0; p < used; ++p) {
      names[p] = (round ? symOperandName : valueName)(s->arena, order[p]);
      fresh[p] = symOperandExpr(s->arena, p);
      renamed[p] = values[order[p]];
      stays &= order[p] == p;
    }
    arrfree(order);
    values = renamed;
    if (stays)
      break;
    for (intptr_t i = 0; i < count; ++i)
      (void)symExprSubstitute(s->arena, now[i], names, fresh, (size_t)used,
                              &now[i]);
  }
  MlirAttribute *list = ARENA_ARRAY(s->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    list[i] = symExprToAttribute(s->context, now[i]);
  setAttributes(s, op, list, count);
  tirIndexedOf(op)->setIndices(op, used, values);
}

bool scheduleExprUses(Scheduler *s, SymExpr expr, MlirValue value) {
  intptr_t n = valueNumber(s, value);
  for (size_t k = 0; k < expr.numSymbols; ++k)
    if (symOperandNumber(expr.symbols[k]) == n)
      return true;
  return false;
}

intptr_t scheduleIteratorIn(Scheduler *s, MlirOperation compute, SymExpr expr,
                            SymExpr *base) {
  MlirBlock body = bridgeBody(compute);
  intptr_t found = -1;
  *base = expr;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i) {
    MlirValue iterator = mlirBlockGetArgument(body, i);
    if (!scheduleExprUses(s, *base, iterator))
      continue;
    if (found >= 0 ||
        symExprSub(s->arena, *base, scheduleSymbolOf(s, iterator), base) !=
            SYM_OK ||
        scheduleExprUses(s, *base, iterator))
      return -2;
    found = i;
  }
  return found;
}

bool scheduleSubstitute(Scheduler *s, SymExpr *expr, MlirValue value,
                        SymExpr by) {
  StrRef name = valueName(s->arena, valueNumber(s, value));
  SymStatus status = symExprSubstitute(s->arena, *expr, &name, &by, 1, expr);
  if (status == SYM_OK)
    return true;
  scheduleError(s, "index expression: %s", symStatusText(status));
  return false;
}
