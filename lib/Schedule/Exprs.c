//===- Exprs.c - index expressions of operations --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

static StrRef numbered(Arena *arena, const char *format, intptr_t n) {
  char text[24];
  int length = snprintf(text, sizeof(text), format, (long)n);
  return arenaCopyString(arena, (StrRef){text, (size_t)length});
}

/// The n-th value of the scheduler. Terms of expressions are sorted by name,
/// and how many values came before must not decide: all have as many digits.
static StrRef valueName(Arena *arena, intptr_t n) {
  return numbered(arena, "%%%06ld", n);
}

/// The n-th index operand, as attributes name it.
static StrRef operandName(Arena *arena, intptr_t n) {
  return numbered(arena, "%%%ld", n);
}

static intptr_t numberOf(StrRef name) {
  return name.length > 1 && name.data[0] == '%' ? atol(name.data + 1) : -1;
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
  intptr_t n = numberOf(name);
  return n >= 0 && n < arrlen(s->values) ? s->values[n] : (MlirValue){NULL};
}

//===----------------------------------------------------------------------===//
// Where expressions lie in operations
//===----------------------------------------------------------------------===//

/// The index operands of an operation: [first, first + count).
static bool indexOperands(MlirOperation op, intptr_t *first, intptr_t *count) {
  *first = 0;
  if (tirIsCompute(op))
    *count = tirComputeGetNumIndices(op);
  else if (tirIsFor(op))
    *count = tirForGetNumIndices(op);
  else if (tirIsExtent(op))
    *count = tirExtentGetNumIndices(op);
  else if (tirIsSpecialize(op))
    *count = tirSpecializeGetNumIndices(op);
  else if (tirIsLoad(op))
    *first = 1, *count = tirLoadGetNumIndices(op);
  else if (tirIsFetch(op))
    *first = 1, *count = tirFetchGetNumIndices(op);
  else if (tirIsStore(op))
    *first = 2, *count = tirStoreGetNumIndices(op);
  else if (tirIsReduce(op))
    *first = 2 * tirReduceGetNumValues(op), *count = tirReduceGetNumIndices(op);
  else
    return false;
  return true;
}

static void takeArray(MlirAttribute array, MlirAttribute **list) {
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(array); i < e; ++i)
    arrput(*list, mlirArrayAttrGetElement(array, i));
}

/// The attributes of all expressions (stb_ds).
static MlirAttribute *attributesOf(MlirOperation op) {
  MlirAttribute *list = NULL;
  if (tirIsCompute(op)) {
    takeArray(tirComputeGetLower(op), &list);
    takeArray(tirComputeGetUpper(op), &list);
  } else if (tirIsFor(op)) {
    takeArray(tirForGetLower(op), &list);
    takeArray(tirForGetUpper(op), &list);
  } else if (tirIsLoad(op)) {
    takeArray(tirLoadGetExprs(op), &list);
  } else if (tirIsFetch(op)) {
    takeArray(tirFetchGetExprs(op), &list);
  } else if (tirIsStore(op)) {
    takeArray(tirStoreGetExprs(op), &list);
  } else if (tirIsReduce(op)) {
    MlirAttribute targets = tirReduceGetExprs(op);
    for (intptr_t t = 0, e = mlirArrayAttrGetNumElements(targets); t < e; ++t)
      takeArray(mlirArrayAttrGetElement(targets, t), &list);
  } else if (tirIsExtent(op)) {
    arrput(list, tirExtentGetExpr(op));
  } else if (tirIsSpecialize(op)) {
    arrput(list, tirSpecializeGetExpr(op));
  }
  return list;
}

static void setAttributes(Scheduler *s, MlirOperation op,
                          const MlirAttribute *list, intptr_t count) {
  if (tirIsCompute(op)) {
    tirComputeSetLower(op, mlirArrayAttrGet(s->context, count / 2, list));
    tirComputeSetUpper(
        op, mlirArrayAttrGet(s->context, count / 2, list + count / 2));
  } else if (tirIsFor(op)) {
    tirForSetLower(op, mlirArrayAttrGet(s->context, 1, list));
    tirForSetUpper(op, mlirArrayAttrGet(s->context, 1, list + 1));
  } else if (tirIsLoad(op)) {
    tirLoadSetExprs(op, mlirArrayAttrGet(s->context, count, list));
  } else if (tirIsFetch(op)) {
    tirFetchSetExprs(op, mlirArrayAttrGet(s->context, count, list));
  } else if (tirIsStore(op)) {
    tirStoreSetExprs(op, mlirArrayAttrGet(s->context, count, list));
  } else if (tirIsReduce(op)) {
    MlirAttribute targets = tirReduceGetExprs(op);
    intptr_t number = mlirArrayAttrGetNumElements(targets);
    MlirAttribute *arrays = ARENA_ARRAY(s->arena, MlirAttribute, number);
    for (intptr_t t = 0; t < number; ++t) {
      intptr_t rank =
          mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(targets, t));
      arrays[t] = mlirArrayAttrGet(s->context, rank, list);
      list += rank;
    }
    tirReduceSetExprs(op, mlirArrayAttrGet(s->context, number, arrays));
  } else if (tirIsExtent(op)) {
    tirExtentSetExpr(op, list[0]);
  } else {
    tirSpecializeSetExpr(op, list[0]);
  }
}

static void setOperands(Scheduler *s, MlirOperation op,
                        const MlirValue *indices, intptr_t count) {
  intptr_t first, old, all = mlirOperationGetNumOperands(op);
  indexOperands(op, &first, &old);
  MlirValue *operands = ARENA_ARRAY(s->arena, MlirValue, all - old + count);
  intptr_t n = 0;
  for (intptr_t i = 0; i < first; ++i)
    operands[n++] = mlirOperationGetOperand(op, i);
  for (intptr_t i = 0; i < count; ++i)
    operands[n++] = indices[i];
  for (intptr_t i = first + old; i < all; ++i)
    operands[n++] = mlirOperationGetOperand(op, i);
  int32_t segments[3] = {1, (int32_t)count, (int32_t)(all - first - old)};
  if (tirIsReduce(op)) {
    segments[0] = segments[1] = (int32_t)tirReduceGetNumValues(op);
    segments[2] = (int32_t)count;
  }
  mlirOperationSetOperands(op, n, operands);
  if (tirIsLoad(op) || tirIsReduce(op))
    mlirOperationSetInherentAttributeByName(
        op, mlirStringRefCreateFromCString("operandSegmentSizes"),
        mlirDenseI32ArrayGet(s->context, 3, segments));
}

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

SymExpr *scheduleExprs(Scheduler *s, MlirOperation op, intptr_t *count) {
  intptr_t first, operands;
  *count = 0;
  if (!indexOperands(op, &first, &operands))
    return NULL;
  StrRef *names = ARENA_ARRAY(s->arena, StrRef, operands);
  SymExpr *values = ARENA_ARRAY(s->arena, SymExpr, operands);
  for (intptr_t i = 0; i < operands; ++i) {
    names[i] = operandName(s->arena, i);
    values[i] = scheduleSymbolOf(s, mlirOperationGetOperand(op, first + i));
  }
  MlirAttribute *list = attributesOf(op);
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
      intptr_t n = numberOf(exprs[e].symbols[k]);
      ptrdiff_t at = 0;
      while (at < arrlen(order) && order[at] != n)
        ++at;
      if (n >= 0 && at == arrlen(order))
        arrput(order, n);
    }
  return order;
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
    MlirValue *next = ARENA_ARRAY(s->arena, MlirValue, used);
    for (intptr_t p = 0; p < used; ++p) {
      names[p] = (round ? operandName : valueName)(s->arena, order[p]);
      fresh[p] = symExprSymbol(s->arena, operandName(s->arena, p));
      next[p] = values[order[p]];
      stays &= order[p] == p;
    }
    arrfree(order);
    values = next;
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
  setOperands(s, op, values, used);
}

bool scheduleExprUses(Scheduler *s, SymExpr expr, MlirValue value) {
  intptr_t n = valueNumber(s, value);
  for (size_t k = 0; k < expr.numSymbols; ++k)
    if (numberOf(expr.symbols[k]) == n)
      return true;
  return false;
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

MlirLogicalResult scheduleReplaceValue(Scheduler *s, MlirOperation root,
                                       MlirValue value, SymExpr by,
                                       MlirBlock block) {
  ScheduleOps ops = scheduleCollect(root);
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(ops) && good; ++i) {
    intptr_t count;
    bool uses = false;
    SymExpr *exprs = scheduleExprs(s, ops[i], &count);
    for (intptr_t k = 0; k < count && good; ++k)
      if (scheduleExprUses(s, exprs[k], value)) {
        uses = true;
        good = scheduleSubstitute(s, &exprs[k], value, by);
      }
    if (uses && good)
      scheduleSetExprs(s, ops[i], exprs, count);
  }
  arrfree(ops);
  if (!good)
    return mlirLogicalResultFailure();
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(value)))
    return mlirLogicalResultSuccess();
  TirExtentArgs args = {.expr = symConstAttribute(s->context, 0),
                        .resultType = mlirIndexTypeGet(s->context)};
  MlirOperation extent = tirExtentCreate(mlirValueGetLocation(value), &args);
  mlirBlockInsertOwnedOperation(block, 0, extent);
  scheduleSetExprs(s, extent, &by, 1);
  mlirValueReplaceAllUsesOfWith(value, mlirOperationGetResult(extent, 0));
  return mlirLogicalResultSuccess();
}
