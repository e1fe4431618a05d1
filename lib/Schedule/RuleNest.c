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

static bool isSerial(MlirOperation op) {
  return tirIsFor(op) && scheduleLoopIs(op, "serial") &&
         !scheduleIteratorKind(op).length;
}

/// The only operation of a loop, if that is a loop; or null.
static MlirOperation loopIn(MlirOperation loop) {
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(loop));
  return op.ptr && scheduleIsAlone(op) && isSerial(op) ? op
                                                       : (MlirOperation){NULL};
}

/// Reads the nest that `loop` is the outermost loop of.
static bool readNest(Scheduler *s, MlirOperation loop, RuleNest *nest) {
  MlirOperation innermost = loop;
  for (; loop.ptr; loop = loopIn(loop)) {
    SymExpr lower, upper;
    scheduleBounds(s, loop, &lower, &upper);
    // One round or none is a branch.
    if (scheduleUpperBound(s, loop, upper) > 1)
      arrput(nest->loops, loop);
    innermost = loop;
  }
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(innermost), &op);) {
    if (tirIsCompute(op))
      arrput(nest->computes, op);
    else if (!tirIsAlloc(op))
      return false;
  }
  return arrlen(nest->computes) > 1;
}

RuleNest *ruleFindNests(Scheduler *s, ScheduleOps *computes) {
  RuleNest *nests = NULL;
  bool good = true;
  for (MlirOperation op = {NULL};
       good && bridgeAdvance(bridgeBody(s->func), &op);) {
    if (tirIsView(op) || tirIsReturn(op))
      continue;
    if (tirIsCompute(op) && !nests) { // what is checked before
      arrput(*computes, op);
      continue;
    }
    RuleNest nest = {NULL, NULL};
    good = isSerial(op) && readNest(s, op, &nest);
    arrput(nests, nest);
  }
  if (!good) {
    ruleFreeNests(&nests);
    arrfree(*computes);
  }
  return nests;
}

void ruleFreeNests(RuleNest **nests) {
  for (ptrdiff_t i = 0; i < arrlen(*nests); ++i) {
    arrfree((*nests)[i].loops);
    arrfree((*nests)[i].computes);
  }
  arrfree(*nests);
}

/// The loops and the longest of the computes as the iterators of one compute.
static RuleCompute wholeNest(Rules *r, const RuleNest *nest) {
  Scheduler *s = &r->scheduler;
  RuleCompute longest = {0}, all = {.lanes = -1};
  for (ptrdiff_t i = 0; i < arrlen(nest->computes); ++i) {
    RuleCompute compute = ruleLookAt(r, nest->computes[i]);
    if (i == 0 || ruleIsLonger(&compute, &longest))
      longest = compute;
  }
  all.count = arrlen(nest->loops) + longest.count;
  all.spatial = ARENA_ARRAY(s->arena, bool, all.count);
  all.extent = ARENA_ARRAY(s->arena, int64_t, all.count);
  for (ptrdiff_t i = 0; i < all.count; ++i) {
    ptrdiff_t inner = i - arrlen(nest->loops);
    SymExpr lower, upper;
    all.spatial[i] = inner < 0 || longest.spatial[inner];
    if (inner >= 0) {
      all.extent[i] = longest.extent[inner];
      continue;
    }
    scheduleBounds(s, nest->loops[i], &lower, &upper);
    if (!symExprIsConst(upper, &all.extent[i]))
      all.extent[i] = -1;
  }
  return all;
}

/// Threads share the rounds of the loops.
static void shareRounds(Rules *r, const RuleNest *nest) {
  RuleCompute all = wholeNest(r, nest);
  intptr_t count = arrlen(nest->loops);
  if (count == 0 || !ruleIsLarge(r, &all))
    return;
  intptr_t first = ruleOutermost(r, all.extent, count);
  MlirValue *handles = ARENA_ARRAY(r->scheduler.arena, MlirValue, count);
  for (intptr_t i = first; i < count; ++i)
    handles[i] = ruleFind(r, scheduleNameOf(nest->loops[i]));
  ruleParallelLoops(r, &all, handles + first, all.extent + first,
                    count - first);
}

void ruleNest(Rules *r, const RuleNest *nest) {
  r->nested = true;
  for (ptrdiff_t i = 0; i < arrlen(nest->computes); ++i) {
    RuleCompute compute = ruleLookAt(r, nest->computes[i]);
    if (!ruleElementwise(r, &compute))
      ruleTile(r, &compute, NULL);
  }
  r->nested = false;
  shareRounds(r, nest);
}

/// The computes of a block, and behind them those of the loops in it. Other
/// regions (lanes, variants) are left out, or nothing is good (`all`).
static bool findRuns(MlirBlock block, bool all, ScheduleOps **runs) {
  ScheduleOps run = NULL;
  bool good = true;
  for (MlirOperation op = {NULL}; good && bridgeAdvance(block, &op);) {
    if (tirIsCompute(op))
      arrput(run, op);
    else if (tirIsFor(op) &&
             (scheduleLoopIs(op, "serial") || scheduleLoopIs(op, "parallel")))
      good = findRuns(bridgeBody(op), all, runs);
    else
      good = !all || mlirOperationGetNumRegions(op) == 0;
    if (!tirIsCompute(op) && mlirOperationGetNumRegions(op) && run) {
      arrput(*runs, run);
      run = NULL;
    }
  }
  if (run)
    arrput(*runs, run);
  return good;
}

bool ruleFindRuns(MlirOperation func, bool all, ScheduleOps **runs) {
  return findRuns(bridgeBody(func), all, runs) && arrlen(*runs) > 0;
}
