//===- RuleNest.c - rules for one loop over rows around computes ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As relax-fuse-rows makes them: the loops over rows are for the threads, the
// computes of a row for the lanes. In other programs with loops, which say by
// themselves what is parallel (instances of a ragged batch), the computes get
// what they would get alone, but no threads.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rules.h"

#include <stb/stb_ds.h>

/// The only loop among operations that need no schedule; null if there is
/// something else.
static MlirOperation onlyLoop(MlirBlock block) {
  MlirOperation loop = {NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (tirIsView(op) || tirIsReturn(op))
      continue;
    if (!tirIsFor(op) || loop.ptr || !scheduleLoopIs(op, "serial") ||
        scheduleIteratorKind(op).length)
      return (MlirOperation){NULL};
    loop = op;
  }
  return loop;
}

bool ruleFindNest(MlirOperation func, ScheduleOps *loops,
                  ScheduleOps *computes) {
  MlirBlock block = scheduleBody(func);
  for (MlirOperation loop = onlyLoop(block); loop.ptr; loop = onlyLoop(block)) {
    arrput(*loops, loop);
    block = scheduleBody(loop);
  }
  if (!arrlen(*loops))
    return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (tirIsCompute(op))
      arrput(*computes, op);
    else if (!tirIsAlloc(op))
      return false;
  }
  return arrlen(*computes) > 1;
}

/// The loops and the longest of the computes as the iterators of one compute.
static RuleCompute wholeNest(Rules *r, const ScheduleOps loops,
                             const ScheduleOps computes) {
  Scheduler *s = &r->scheduler;
  RuleCompute longest = {0}, all = {.lanes = -1};
  for (ptrdiff_t i = 0; i < arrlen(computes); ++i) {
    RuleCompute compute = ruleLookAt(r, computes[i]);
    if (i == 0 || ruleIsLonger(&compute, &longest))
      longest = compute;
  }
  all.count = arrlen(loops) + longest.count;
  all.spatial = ARENA_ARRAY(s->arena, bool, all.count);
  all.extent = ARENA_ARRAY(s->arena, int64_t, all.count);
  for (ptrdiff_t i = 0; i < all.count; ++i) {
    ptrdiff_t inner = i - arrlen(loops);
    SymExpr lower, upper;
    all.spatial[i] = inner < 0 || longest.spatial[inner];
    if (inner >= 0) {
      all.extent[i] = longest.extent[inner];
      continue;
    }
    scheduleBounds(s, loops[i], &lower, &upper);
    if (!symExprIsConst(upper, &all.extent[i]))
      all.extent[i] = -1;
  }
  return all;
}

void ruleNest(Rules *r, const ScheduleOps loops, const ScheduleOps computes) {
  RuleCompute all = wholeNest(r, loops, computes);
  if (!ruleIsLarge(r, &all))
    return;
  intptr_t count = arrlen(loops), first;
  first = ruleOutermost(r, all.extent, count);
  MlirValue *handles = ARENA_ARRAY(r->scheduler.arena, MlirValue, count);
  for (intptr_t i = first; i < count; ++i)
    handles[i] = ruleFind(r, scheduleNameOf(loops[i]));
  ruleParallelLoops(r, &all, handles + first, all.extent + first,
                    count - first);
}

/// The computes of a block, and behind them those of the loops in it.
static bool findRuns(MlirBlock block, ScheduleOps **runs) {
  ScheduleOps run = NULL;
  bool good = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr && good;
       op = mlirOperationGetNextInBlock(op)) {
    if (tirIsCompute(op))
      arrput(run, op);
    else if (tirIsFor(op))
      good = (scheduleLoopIs(op, "serial") || scheduleLoopIs(op, "parallel")) &&
             findRuns(scheduleBody(op), runs);
    else
      good = mlirOperationGetNumRegions(op) == 0;
    if (tirIsFor(op) && run) {
      arrput(*runs, run);
      run = NULL;
    }
  }
  if (run)
    arrput(*runs, run);
  return good;
}

bool ruleFindRuns(MlirOperation func, ScheduleOps **runs) {
  return findRuns(scheduleBody(func), runs) && arrlen(*runs) > 0;
}
