//===- Remap.c - the primitive tir.remap ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// In which order rounds begin that are independent of each other changes no
// value. So the loop is marked, and the table is what its body loads first:
// whoever reads it before the loop reads what every round reads anyway.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Rows.h"
#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

/// The load of an i64 at the iterator, in the body itself; null if there is
/// none.
static MlirOperation findLoad(Scheduler *s, MlirOperation loop,
                              MlirValue table) {
  SymExpr round = scheduleSymbolOf(s, scheduleIterator(loop));
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(loop), &op);) {
    intptr_t count;
    if (!tirIsLoad(op) || !mlirValueEqual(tirLoadGetBuffer(op), table) ||
        !mlirTypeEqual(bridgeResultType(op),
                       mlirIntegerTypeGet(s->context, 64)))
      continue;
    const SymExpr *exprs = scheduleExprs(s, op, &count);
    if (count == 1 && symExprEqual(exprs[0], round) && !tirLoadGetPad(op).ptr)
      return op;
  }
  return (MlirOperation){NULL};
}

static bool isWritten(Scheduler *s, MlirValue table) {
  ScheduleAccess *accesses = scheduleAccesses(s, s->func);
  bool written = false;
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
    written |= accesses[a].writes && mlirValueEqual(accesses[a].buffer, table);
  arrfree(accesses);
  return written;
}

MlirLogicalResult scheduleRemap(Scheduler *s) {
  MlirOperation loop = scheduleLoopOf(s, tirRemapGetLoop(s->primitive));
  MlirValue table = scheduleBufferOf(s, tirRemapGetTable(s->primitive));
  if (!loop.ptr || !table.ptr)
    return mlirLogicalResultFailure();
  StrRef name = scheduleNameOf(loop), from = scheduleBufferName(table);
  if (!scheduleLoopIs(loop, "parallel"))
    return scheduleError(s,
                         "loop '%.*s': expected a parallel one ('tir.parallel' "
                         "before)",
                         SPREAD(name));
  MlirOperation load = findLoad(s, loop, table);
  if (!load.ptr || isWritten(s, table))
    return scheduleError(s,
                         "the body of loop '%.*s' does not load '%.*s' at its "
                         "iterator as an i64 that nothing writes",
                         SPREAD(name), SPREAD(from));
  MlirOperation first = mlirBlockGetFirstOperation(bridgeBody(loop));
  if (!mlirOperationEqual(first, load))
    mlirOperationMoveBefore(load, first);
  mlirOperationSetDiscardableAttributeByName(
      loop, mlirStringRefCreateFromCString(TIR_LONGEST),
      mlirUnitAttrGet(s->context));
  return mlirLogicalResultSuccess();
}
