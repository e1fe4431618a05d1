//===- Cut.c - the primitives tir.cut and tir.hfuse -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Rounds in the same order, in two loops or in one: always legal. Of e rounds a
// cut by f leaves f * (e floordiv f) to the first loop. A loop of two goes
// through the rounds of both; each body stands in a loop of at most one round,
// which has that round where it is its turn.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

static MlirLogicalResult refuseKind(Scheduler *s, MlirOperation loop) {
  StrRef name = scheduleNameOf(loop);
  return scheduleError(
      s, "loop '%.*s' has a kind already: expected a serial one", SPREAD(name));
}

/// Rounds of a loop, 0 where its bounds say less.
static SymExpr roundsOf(Scheduler *s, MlirOperation loop, SymExpr lower,
                        SymExpr upper, bool *good) {
  SymExpr rounds = scheduleCombine(s, symExprSub, upper, lower, good);
  Facts facts = scheduleFactsAt(s, loop);
  SymExpr zero = scheduleConst(s, 0);
  return factsAtMost(&facts, zero, rounds)
             ? rounds
             : scheduleCombine(s, symExprMax, zero, rounds, good);
}

static void rename(MlirOperation op, StrRef name) {
  if (tirIsFor(op))
    tirForSetName(op, name);
  else if (tirIsCompute(op))
    tirComputeSetName(op, name);
  else if (tirIsAlloc(op))
    tirAllocSetName(op, name);
}

/// A copy behind the loop; everything in it has a name of its own.
static MlirOperation copyBehind(Scheduler *s, MlirOperation loop) {
  MlirOperation copy = mlirOperationClone(loop);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(loop), loop, copy);
  ScheduleOps ops = scheduleCollect(copy);
  arrput(ops, copy);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    StrRef name = scheduleNameOf(ops[i]);
    if (name.length)
      rename(ops[i], scheduleUniqueName(s, name, ".rest"));
  }
  arrfree(ops);
  return copy;
}

MlirLogicalResult scheduleCut(Scheduler *s) {
  MlirOperation loop = scheduleLoopOf(s, tirCutGetLoop(s->primitive));
  if (!loop.ptr)
    return mlirLogicalResultFailure();
  if (!scheduleLoopIs(loop, "serial"))
    return refuseKind(s, loop);
  bool good = true;
  SymExpr lower, upper;
  scheduleBounds(s, loop, &lower, &upper);
  SymExpr f = scheduleConst(s, tirCutGetFactor(s->primitive));
  SymExpr rounds = roundsOf(s, loop, lower, upper, &good);
  SymExpr whole = scheduleCombine(
      s, symExprMul, f, scheduleCombine(s, symExprFloorDiv, rounds, f, &good),
      &good);
  SymExpr point = scheduleCombine(s, symExprAdd, lower, whole, &good);
  if (!good)
    return mlirLogicalResultFailure();
  MlirOperation rest = copyBehind(s, loop);
  SymExpr first[] = {lower, point}, second[] = {point, upper};
  scheduleSetExprs(s, loop, first, 2);
  scheduleSetExprs(s, rest, second, 2);
  scheduleBind(s, mlirOperationGetResult(s->primitive, 0), loop);
  scheduleBind(s, mlirOperationGetResult(s->primitive, 1), rest);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// tir.hfuse
//===----------------------------------------------------------------------===//

/// Nothing but local memory and numbers stand between the loops; they move in
/// front.
static bool follows(MlirOperation first, MlirOperation second) {
  MlirOperation op = mlirOperationGetNextInBlock(first);
  while (op.ptr && !mlirOperationEqual(op, second) &&
         (tirIsAlloc(op) || tirIsExtent(op) ||
          bridgeIsNamed(op, "arith.constant")))
    op = mlirOperationGetNextInBlock(op);
  return op.ptr && mlirOperationEqual(op, second);
}

static MlirLogicalResult check(Scheduler *s, MlirOperation first,
                               MlirOperation second) {
  const MlirOperation loops[] = {first, second};
  for (int i = 0; i < 2; ++i)
    if (!scheduleLoopIs(loops[i], "serial"))
      return refuseKind(s, loops[i]);
  StrRef a = scheduleNameOf(first), b = scheduleNameOf(second);
  if (!follows(first, second))
    return scheduleError(s, "loop '%.*s' does not follow loop '%.*s'",
                         SPREAD(b), SPREAD(a));
  for (int i = 0; i < 2; ++i)
    if (scheduleIteratorKind(loops[i]).length)
      return scheduleError(s,
                           "loop '%.*s' carries a %.*s: expected one whose "
                           "rounds are independent",
                           (int)scheduleNameOf(loops[i]).length,
                           scheduleNameOf(loops[i]).data,
                           (int)scheduleIteratorKind(loops[i]).length,
                           scheduleIteratorKind(loops[i]).data);
  return mlirLogicalResultSuccess();
}

/// The body of `loop` at the end of `both`, in round `at` of it where that is
/// one of its `rounds`.
static bool takeTurn(Scheduler *s, MlirOperation both, MlirOperation loop,
                     SymExpr at, SymExpr turn, SymExpr lower) {
  bool good = true;
  SymExpr one = scheduleConst(s, 1), zero = scheduleConst(s, 0);
  SymExpr upper =
      scheduleCombine(s, symExprMin, one,
                      scheduleCombine(s, symExprMax, zero, turn, &good), &good);
  MlirOperation own = scheduleMakeFor(
      s, loop, scheduleUniqueName(s, scheduleNameOf(loop), ".turn"), zero,
      upper, (MlirAttribute){NULL},
      mlirValueGetLocation(scheduleIterator(loop)));
  SymExpr value = scheduleCombine(s, symExprAdd, lower, at, &good);
  MlirValue old = scheduleIterator(loop);
  scheduleMoveBody(bridgeBody(loop), bridgeBody(own));
  good = good && mlirLogicalResultIsSuccess(
                     scheduleReplaceValue(s, own, old, value, bridgeBody(own)));
  scheduleRetire(s, old);
  scheduleForget(s, loop);
  scheduleDestroy(s, loop);
  scheduleMoveToEnd(own, bridgeBody(both));
  return good;
}

MlirLogicalResult scheduleHfuse(Scheduler *s) {
  MlirOperation first = scheduleLoopOf(s, tirHfuseGetFirst(s->primitive));
  MlirOperation second = scheduleLoopOf(s, tirHfuseGetSecond(s->primitive));
  if (!first.ptr || !second.ptr ||
      mlirLogicalResultIsFailure(check(s, first, second)))
    return mlirLogicalResultFailure();
  for (MlirOperation op; op = mlirOperationGetNextInBlock(first),
                         !mlirOperationEqual(op, second);)
    mlirOperationMoveBefore(op, first);
  bool good = true;
  SymExpr low[2], up[2];
  scheduleBounds(s, first, &low[0], &up[0]);
  scheduleBounds(s, second, &low[1], &up[1]);
  SymExpr a = roundsOf(s, first, low[0], up[0], &good);
  SymExpr b = roundsOf(s, first, low[1], up[1], &good);
  StrRef name = scheduleUniqueName(s, scheduleNameOf(first), "_both");
  MlirOperation both = scheduleMakeFor(
      s, first, name, scheduleConst(s, 0),
      scheduleCombine(s, symExprAdd, a, b, &good), (MlirAttribute){NULL},
      mlirValueGetLocation(scheduleIterator(first)));
  SymExpr f = scheduleSymbolOf(s, scheduleIterator(both));
  SymExpr behind = scheduleCombine(s, symExprSub, f, a, &good);
  SymExpr left = scheduleCombine(s, symExprSub, a, f, &good);
  SymExpr come =
      scheduleCombine(s, symExprAdd, behind, scheduleConst(s, 1), &good);
  good = good && takeTurn(s, both, first, f, left, low[0]) &&
         takeTurn(s, both, second, behind, come, low[1]);
  scheduleBind(s, mlirOperationGetResult(s->primitive, 0), both);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
