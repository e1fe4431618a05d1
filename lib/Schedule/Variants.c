//===- Variants.c - the primitive tir.variants ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Puts a `tir.specialize` on the extent of the loop around the body of the
// innermost loop that the extent depends on: so the choice is made once, in
// front of all that lies between, and whatever else has the same extent there
// has it as a constant, too. Always legal: where the extent is none of the
// values the body runs as it is. More variants of the same extent join those
// that are there; when they are all that a split makes, there is no other body.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

/// The loop whose body is specialised; null if the extent depends on none.
static MlirOperation scopeOf(Scheduler *s, MlirOperation loop, SymExpr extent) {
  MlirOperation at = mlirOperationGetParentOperation(loop);
  while (at.ptr && !mlirOperationEqual(at, s->func)) {
    if (tirIsFor(at) && scheduleExprUses(s, extent, scheduleIterator(at)))
      return at;
    at = mlirOperationGetParentOperation(at);
  }
  return (MlirOperation){NULL};
}

/// A set of small values: tiles are up to five vectors wide.
typedef unsigned __int128 Values;

enum { MAX_VALUE = 127 };

static Values rangeOf(int64_t low, int64_t high) {
  Values values = 0;
  for (int64_t v = low; v <= high; ++v)
    values |= (Values)1 << v;
  return values;
}

/// All values that the extent can have, if a split made it; else none.
static Values valuesOfSplit(Scheduler *s, SymExpr extent) {
  for (ptrdiff_t i = 0; i < arrlen(s->splits); ++i) {
    const ScheduleSplit *split = &s->splits[i];
    int64_t rounds, factor = split->factor;
    SymExpr whole;
    if (!symExprEqual(split->size, extent) || factor > MAX_VALUE)
      continue;
    if (symExprSub(s->arena, split->upper, split->lower, &whole) != SYM_OK ||
        !symExprIsConst(whole, &rounds))
      return rangeOf(1, factor);
    if (rounds <= factor)
      return rounds > 0 ? rangeOf(rounds, rounds) : 0;
    int64_t panels = (rounds + factor - 1) / factor;
    if (split->balanced)
      return rangeOf(rounds / panels, (rounds + panels - 1) / panels);
    return rangeOf(factor, factor) |
           (rounds % factor ? rangeOf(rounds % factor, rounds % factor) : 0);
  }
  return 0;
}

/// The values of the primitive; `*small` unset if some are too large for a set.
static Values valuesOfPrimitive(Scheduler *s, bool *small) {
  int64_t low = tirVariantsGetLow(s->primitive);
  int64_t high = tirVariantsGetHigh(s->primitive);
  *small = high <= MAX_VALUE;
  return *small ? rangeOf(low, high) : 0;
}

static MlirAttribute listOf(Scheduler *s, Values values) {
  int64_t list[MAX_VALUE + 1];
  intptr_t count = 0;
  for (int64_t v = 0; v <= MAX_VALUE; ++v)
    if (values >> v & 1)
      list[count++] = v;
  return mlirDenseI64ArrayGet(s->context, count, list);
}

static void setValues(Scheduler *s, MlirOperation op, Values values,
                      SymExpr extent) {
  Values all = valuesOfSplit(s, extent);
  tirSpecializeSetValues(op, listOf(s, values));
  if (all && !(all & ~values))
    tirSpecializeSetOnly(op, true);
}

static Values valuesOf(MlirOperation op) {
  MlirAttribute list = tirSpecializeGetValues(op);
  Values values = 0;
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(list); i < e; ++i) {
    int64_t value = mlirDenseI64ArrayGetElement(list, i);
    values |= value <= MAX_VALUE ? (Values)1 << value : 0;
  }
  return values;
}

/// Variants of the same extent that stand around the loop already.
static MlirOperation existing(Scheduler *s, MlirOperation loop,
                              SymExpr extent) {
  for (MlirOperation at = mlirOperationGetParentOperation(loop);
       !mlirOperationEqual(at, s->func);
       at = mlirOperationGetParentOperation(at)) {
    intptr_t count;
    if (tirIsSpecialize(at) &&
        symExprEqual(*scheduleExprs(s, at, &count), extent))
      return at;
  }
  return (MlirOperation){NULL};
}

/// An empty `tir.specialize`, detached.
static MlirOperation make(Scheduler *s) {
  TirSpecializeArgs args = {.expr = symConstAttribute(s->context, 0),
                            .values = listOf(s, 0)};
  MlirOperation op =
      tirSpecializeCreate(mlirOperationGetLocation(s->primitive), &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 0),
                             mlirBlockCreate(0, NULL, NULL));
  return op;
}

/// Around the whole body: local buffers stay outside, so that all variants
/// share them.
static void wrapBody(MlirOperation op, MlirBlock body) {
  MlirOperation at = mlirBlockGetFirstOperation(body);
  while (tirIsAlloc(at))
    at = mlirOperationGetNextInBlock(at);
  mlirBlockInsertOwnedOperationBefore(body, at, op); // or at the end
  while (at.ptr) {
    MlirOperation next = mlirOperationGetNextInBlock(at);
    scheduleMoveToEnd(at, bridgeBody(op));
    at = next;
  }
}

MlirLogicalResult scheduleVariants(Scheduler *s) {
  MlirOperation loop = scheduleLoopOf(s, tirVariantsGetLoop(s->primitive));
  if (!loop.ptr)
    return mlirLogicalResultFailure();
  SymExpr lower, upper;
  int64_t value;
  StrRef name = scheduleNameOf(loop);
  scheduleBounds(s, loop, &lower, &upper);
  if (!symExprIsConst(lower, &value) || value != 0)
    return scheduleError(s, "loop '%.*s' starts at '%s', expected 0",
                         SPREAD(name), scheduleText(s, lower));
  bool small;
  Values values = valuesOfPrimitive(s, &small);
  if (!small)
    return scheduleError(s, "values: expected at most %d", MAX_VALUE);
  // A fact made it one of them: there is nothing to choose.
  if (symExprIsConst(upper, &value))
    return value >= 0 && value <= MAX_VALUE && (values >> value & 1)
               ? mlirLogicalResultSuccess()
               : scheduleError(s,
                               "extent %ld of loop '%.*s' is a constant, "
                               "and none of the values",
                               (long)value, SPREAD(name));
  MlirOperation op = existing(s, loop, upper);
  if (op.ptr) {
    setValues(s, op, valuesOf(op) | values, upper);
    return mlirLogicalResultSuccess();
  }
  op = make(s);
  MlirOperation scope = scopeOf(s, loop, upper);
  if (scope.ptr) {
    wrapBody(op, bridgeBody(scope));
  } else { // the nest stands in the function itself
    MlirOperation outermost = loop;
    for (MlirOperation at = mlirOperationGetParentOperation(loop);
         !mlirOperationEqual(at, s->func);
         at = mlirOperationGetParentOperation(at))
      outermost = at;
    bridgeInsert(outermost, op);
    scheduleMoveToEnd(outermost, bridgeBody(op));
  }
  scheduleSetExprs(s, op, &upper, 1);
  setValues(s, op, values, upper);
  return mlirLogicalResultSuccess();
}
