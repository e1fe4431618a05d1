//===- Parallel.c - the primitives tir.parallel and tir.unroll ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

static MlirLogicalResult expectSerial(Scheduler *s, MlirOperation loop) {
  StrRef name = scheduleNameOf(loop);
  StrRef kind = tirForGetKind(loop);
  if (scheduleLoopIs(loop, "serial"))
    return mlirLogicalResultSuccess();
  return scheduleError(s, "loop '%.*s' is of kind '%.*s' already", SPREAD(name),
                       SPREAD(kind));
}

/// A `tir.ascends` of this table, by that one alone if it is not null, for
/// which a check stops.
bool scheduleAscendsBy(MlirValue table, MlirValue lengths) {
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(table, &use);) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (!tirIsAscends(op) || !mlirValueEqual(tirAscendsGetStarts(op), table) ||
        (lengths.ptr &&
         (tirAscendsGetNumLengths(op) != 1 ||
          !mlirValueEqual(tirAscendsGetLengths(op, 0), lengths))))
      continue;
    MlirOpOperand asked = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
    for (; !mlirOpOperandIsNull(asked);
         asked = mlirOpOperandGetNextUse(asked)) {
      MlirOperation check = mlirOpOperandGetOwner(asked);
      if (tirIsCheck(check) && tirCheckGetStops(check))
        return true;
    }
  }
  return false;
}

/// Has it where a row begins that the iterator chooses? Whether a round stays
/// within its rows `tir-check-bounds` proves, or makes the loop a serial one.
static bool hasOwnRow(Scheduler *s, SymExpr expr, MlirValue iterator) {
  for (size_t k = 0; k < expr.numSymbols; ++k) {
    MlirOperation op = scheduleLoadBehind(scheduleValueOf(s, expr.symbols[k]));
    intptr_t count;
    if (op.ptr && scheduleAscendsBy(tirLoadGetBuffer(op), (MlirValue){NULL}) &&
        scheduleExprUses(s, scheduleExprs(s, op, &count)[0], iterator))
      return true;
  }
  return false;
}

/// Every round writes elements of its own, or memory of its own.
static MlirLogicalResult checkWrites(Scheduler *s, MlirOperation loop) {
  ScheduleAccess *accesses = scheduleAccesses(s, loop);
  MlirValue iterator = scheduleIterator(loop), shared = {NULL};
  for (ptrdiff_t a = 0; a < arrlen(accesses) && !shared.ptr; ++a) {
    bool distinct =
        !accesses[a].writes || scheduleIsLocalTo(accesses[a].buffer, loop);
    for (intptr_t d = 0; d < accesses[a].rank; ++d)
      distinct |= scheduleExprUses(s, accesses[a].exprs[d], iterator) ||
                  hasOwnRow(s, accesses[a].exprs[d], iterator);
    if (!distinct)
      shared = accesses[a].buffer;
  }
  arrfree(accesses);
  if (!shared.ptr)
    return mlirLogicalResultSuccess();
  StrRef name = scheduleBufferName(shared), loopName = scheduleNameOf(loop);
  return scheduleError(s,
                       "rounds of loop '%.*s' write the same elements of "
                       "'%.*s'",
                       SPREAD(loopName), SPREAD(name));
}

/// Threads have no workspaces of their own.
static MlirLogicalResult checkMemory(Scheduler *s, MlirOperation loop) {
  ScheduleOps ops = scheduleCollect(loop);
  MlirOperation shared = {NULL};
  for (ptrdiff_t i = 0; i < arrlen(ops) && !shared.ptr; ++i)
    if (tirIsAlloc(ops[i]) &&
        scheduleIsWorkspace(mlirOperationGetResult(ops[i], 0)))
      shared = ops[i];
  arrfree(ops);
  if (!shared.ptr)
    return mlirLogicalResultSuccess();
  StrRef name = scheduleNameOf(shared), loopName = scheduleNameOf(loop);
  return scheduleError(s,
                       "'%.*s', a workspace inside of loop '%.*s', would be "
                       "shared by its threads: make it local first ('tir.place "
                       "%%%.*s local')",
                       SPREAD(name), SPREAD(loopName), SPREAD(name));
}

MlirLogicalResult scheduleParallel(Scheduler *s) {
  MlirOperation loop = scheduleLoopOf(s, tirParallelGetLoop(s->primitive));
  if (!loop.ptr || mlirLogicalResultIsFailure(expectSerial(s, loop)))
    return mlirLogicalResultFailure();
  StrRef name = scheduleNameOf(loop), kind = scheduleIteratorKind(loop);
  if (kind.length)
    return scheduleError(s,
                         "loop '%.*s' carries a %s: its rounds depend on "
                         "each other",
                         SPREAD(name),
                         kind.data[0] == 'r' ? "reduction" : "scan");
  for (MlirOperation at = mlirOperationGetParentOperation(loop);
       !mlirOperationEqual(at, s->func);
       at = mlirOperationGetParentOperation(at)) {
    if (!tirIsFor(at) || scheduleLoopIs(at, "serial") ||
        scheduleLoopIs(at, "parallel"))
      continue;
    StrRef outer = scheduleNameOf(at);
    return scheduleError(s,
                         "loop '%.*s' is inside of loop '%.*s', which is "
                         "neither serial nor parallel",
                         SPREAD(name), SPREAD(outer));
  }
  if (mlirLogicalResultIsFailure(checkMemory(s, loop)) ||
      mlirLogicalResultIsFailure(checkWrites(s, loop)) ||
      mlirLogicalResultIsFailure(scheduleCheckIndependent(s, loop)))
    return mlirLogicalResultFailure();
  tirForSetKind(loop, strRefFromC("parallel"));
  return mlirLogicalResultSuccess();
}

/// True if a `tir.specialize` around the loop makes `extent` a constant.
static bool isSpecialized(Scheduler *s, MlirOperation loop, SymExpr extent) {
  for (MlirOperation at = mlirOperationGetParentOperation(loop);
       at.ptr && !mlirOperationEqual(at, s->func);
       at = mlirOperationGetParentOperation(at)) {
    intptr_t count;
    if (tirIsSpecialize(at) &&
        symExprEqual(scheduleExprs(s, at, &count)[0], extent))
      return true;
  }
  return false;
}

MlirLogicalResult scheduleUnroll(Scheduler *s) {
  enum { MAX_ROUNDS = 256 };
  MlirOperation loop = scheduleLoopOf(s, tirUnrollGetLoop(s->primitive));
  if (!loop.ptr || mlirLogicalResultIsFailure(expectSerial(s, loop)))
    return mlirLogicalResultFailure();
  StrRef name = scheduleNameOf(loop);
  SymExpr lower, upper;
  int64_t low, high;
  scheduleBounds(s, loop, &lower, &upper);
  bool constant = symExprIsConst(lower, &low) && symExprIsConst(upper, &high);
  if (constant && high - low > MAX_ROUNDS)
    return scheduleError(s, "loop '%.*s' has %ld rounds, expected at most %d",
                         SPREAD(name), (long)(high - low), MAX_ROUNDS);
  if (!constant && !isSpecialized(s, loop, upper))
    return scheduleError(
        s,
        "extent '%s' of loop '%.*s' is no constant: split it, or give it "
        "variants first",
        scheduleText(s, upper), SPREAD(name));
  tirForSetKind(loop, strRefFromC("unroll"));
  return mlirLogicalResultSuccess();
}
