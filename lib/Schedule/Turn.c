//===- Turn.c - the primitive tir.turn ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A copy in another order goes along memory on one side only, element by
// element on the other. Square by square it goes along both: vectors that are
// loaded side by side are turned in registers and stored side by side the other
// way (lib/Conversion/TIRToSCF/Squares.c).
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

static MlirLogicalResult checkLoop(Scheduler *s, MlirOperation loop) {
  StrRef name = scheduleNameOf(loop);
  if (!scheduleLoopIs(loop, "serial"))
    return scheduleError(s, "loop '%.*s' has a kind already", SPREAD(name));
  if (scheduleIteratorKind(loop).length)
    return scheduleError(s, "loop '%.*s' carries a reduction or a scan",
                         SPREAD(name));
  return mlirLogicalResultSuccess();
}

/// Loads go along the inner iterator, the store along the outer one.
static MlirLogicalResult checkAccess(Scheduler *s, const ScheduleAccess *access,
                                     MlirValue outer, MlirValue inner) {
  StrRef buffer = scheduleBufferName(access->buffer);
  int stride = scheduleStrideOf(s, access, access->writes ? outer : inner);
  bool moves = false;
  for (intptr_t d = 0; d < access->rank; ++d)
    moves |= scheduleExprUses(s, access->exprs[d], inner);
  if (tirIsLoad(access->op) ? stride == 0 || stride == 1
                            : tirIsStore(access->op) && stride == 1 && moves)
    return mlirLogicalResultSuccess();
  return scheduleError(s, "%s of '%.*s' has no unit stride along the %s loop",
                       access->writes ? "store" : "load", SPREAD(buffer),
                       access->writes ? "outer" : "inner");
}

static MlirLogicalResult checkBody(Scheduler *s, MlirOperation outer,
                                   MlirOperation inner) {
  intptr_t stores = 0;
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(inner), &op);) {
    bool fits = tirIsLoad(op) || tirIsStore(op) ||
                (scheduleIsElementwise(op) && !tirIsCheck(op));
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op);
         i < e && !tirIsLoad(op) && !tirIsStore(op); ++i)
      fits &=
          !mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetOperand(op, i)));
    stores += tirIsStore(op);
    StrRef name = bridgeOpName(op), loop = scheduleNameOf(inner);
    if (!fits)
      return scheduleError(s, "'%.*s' in loop '%.*s' is not done in lanes",
                           SPREAD(name), SPREAD(loop));
  }
  StrRef name = scheduleNameOf(outer);
  return stores == 1
             ? mlirLogicalResultSuccess()
             : scheduleError(s, "loop '%.*s' has %ld stores: expected one",
                             SPREAD(name), (long)stores);
}

static MlirLogicalResult check(Scheduler *s, MlirOperation outer,
                               MlirOperation inner) {
  StrRef outerName = scheduleNameOf(outer), innerName = scheduleNameOf(inner);
  if (mlirLogicalResultIsFailure(checkLoop(s, outer)) ||
      mlirLogicalResultIsFailure(checkLoop(s, inner)))
    return mlirLogicalResultFailure();
  if (!mlirOperationEqual(mlirOperationGetParentOperation(inner), outer) ||
      !scheduleIsAlone(inner))
    return scheduleError(s, "loop '%.*s' is not all that is in loop '%.*s'",
                         SPREAD(innerName), SPREAD(outerName));
  SymExpr lower, upper;
  scheduleBounds(s, inner, &lower, &upper);
  if (scheduleExprUses(s, lower, scheduleIterator(outer)) ||
      scheduleExprUses(s, upper, scheduleIterator(outer)))
    return scheduleError(s, "the bounds of loop '%.*s' depend on loop '%.*s'",
                         SPREAD(innerName), SPREAD(outerName));
  if (mlirLogicalResultIsFailure(checkBody(s, outer, inner)) ||
      mlirLogicalResultIsFailure(scheduleCheckIndependent(s, outer)))
    return mlirLogicalResultFailure();
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  ScheduleAccess *accesses = scheduleAccesses(s, inner);
  for (ptrdiff_t a = 0;
       a < arrlen(accesses) && mlirLogicalResultIsSuccess(outcome); ++a)
    outcome = checkAccess(s, &accesses[a], scheduleIterator(outer),
                          scheduleIterator(inner));
  arrfree(accesses);
  return outcome;
}

MlirLogicalResult scheduleTurn(Scheduler *s) {
  MlirOperation outer = scheduleLoopOf(s, tirTurnGetOuter(s->primitive));
  MlirOperation inner =
      outer.ptr ? scheduleLoopOf(s, tirTurnGetInner(s->primitive)) : outer;
  if (!inner.ptr || mlirLogicalResultIsFailure(check(s, outer, inner)))
    return mlirLogicalResultFailure();
  MlirOperation loops[] = {outer, inner};
  for (int i = 0; i < 2; ++i) {
    tirForSetKind(loops[i], strRefFromC("vector"));
    tirForSetLanes(loops[i], scheduleInteger(s, tirTurnGetLanes(s->primitive)));
    if (tirTurnGetMasked(s->primitive))
      tirForSetMasked(loops[i], true);
  }
  return mlirLogicalResultSuccess();
}
