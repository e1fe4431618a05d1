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
// values the body runs as it is.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

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

/// An empty `tir.specialize`, detached.
static MlirOperation make(Scheduler *s) {
  TirSpecializeArgs args = {.expr = symConstAttribute(s->context, 0),
                            .low = tirVariantsGetLow(s->primitive),
                            .high = tirVariantsGetHigh(s->primitive)};
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
  while (at.ptr && tirIsAlloc(at))
    at = mlirOperationGetNextInBlock(at);
  if (at.ptr)
    mlirBlockInsertOwnedOperationBefore(body, at, op);
  else
    mlirBlockAppendOwnedOperation(body, op);
  while (at.ptr) {
    MlirOperation next = mlirOperationGetNextInBlock(at);
    scheduleMoveToEnd(at, scheduleBody(op));
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
                         (int)name.length, name.data, scheduleText(s, lower));
  if (symExprIsConst(upper, &value))
    return scheduleError(s, "extent %ld of loop '%.*s' is a constant already",
                         (long)value, (int)name.length, name.data);
  MlirOperation op = make(s), scope = scopeOf(s, loop, upper);
  if (scope.ptr) {
    wrapBody(op, scheduleBody(scope));
  } else { // the nest stands in the function itself
    MlirOperation outermost = loop;
    for (MlirOperation at = mlirOperationGetParentOperation(loop);
         !mlirOperationEqual(at, s->func);
         at = mlirOperationGetParentOperation(at))
      outermost = at;
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(outermost),
                                        outermost, op);
    scheduleMoveToEnd(outermost, scheduleBody(op));
  }
  scheduleSetExprs(s, op, &upper, 1);
  return mlirLogicalResultSuccess();
}
