//===- Variants.c - the primitive tir.variants ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Puts a `tir.specialize` on the extent of the loop around the body of the
// innermost loop that carries no reduction and that the extent may depend on:
// so the choice is made once in front of the reduce loops, and what
// initialises and writes back sees the same constant. Always legal: an extent
// that is none of the values takes the body as it is.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

/// The loop whose body is specialised; null if the loop stands alone.
static MlirOperation scopeOf(Scheduler *s, MlirOperation loop, SymExpr extent) {
  for (MlirOperation at = mlirOperationGetParentOperation(loop); at.ptr;
       at = mlirOperationGetParentOperation(at)) {
    if (!tirIsFor(at) || scheduleIteratorKind(at).length == 0 ||
        scheduleExprUses(s, extent, scheduleIterator(at)))
      return at;
  }
  return (MlirOperation){NULL};
}

/// An empty `tir.specialize` on `extent`, detached.
static MlirOperation make(Scheduler *s, SymExpr extent) {
  TirSpecializeArgs args = {.expr = symConstAttribute(s->context, 0),
                            .low = tirVariantsGetLow(s->primitive),
                            .high = tirVariantsGetHigh(s->primitive)};
  (void)extent;
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
    return scheduleRefuse(s, "loop '%.*s' starts at '%s', expected 0",
                          (int)name.length, name.data, scheduleText(s, lower));
  if (symExprIsConst(upper, &value))
    return scheduleRefuse(s, "extent %ld of loop '%.*s' is a constant already",
                          (long)value, (int)name.length, name.data);
  MlirOperation op = make(s, upper), scope = scopeOf(s, loop, upper);
  if (scope.ptr && tirIsFor(scope)) {
    wrapBody(op, scheduleBody(scope));
  } else if (scope.ptr && tirIsSpecialize(scope)) {
    wrapBody(op, scheduleBody(scope));
  } else { // the loop nest stands in the function itself
    MlirOperation outermost = loop;
    for (MlirOperation at = mlirOperationGetParentOperation(loop);
         tirIsFor(at); at = mlirOperationGetParentOperation(at))
      outermost = at;
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(outermost),
                                        outermost, op);
    scheduleMoveToEnd(outermost, scheduleBody(op));
  }
  scheduleSetExprs(s, op, &upper, 1);
  return mlirLogicalResultSuccess();
}
