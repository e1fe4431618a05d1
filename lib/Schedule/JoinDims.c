//===- JoinDims.c - the pass relax-join-dims ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where all accesses of a program go through two dimensions as memory lies
// (rows and places of a pointwise convolution, all axes of a reduction), they
// are one dimension of a longer run: `[7, n]` has vectors of 7 * n elements,
// not 7 rows of n. Iterators and dimensions are joined pair by pair.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/JoinDims.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Schedule/Callers.h"

#include <stb/stb_ds.h>

enum { COUNTER_JOINED };

/// Iterators of one round are 0.
static void dropUnits(JoinProgram *p, ScheduleAccess *access) {
  intptr_t count;
  Scheduler *s = p->scheduler;
  MlirOperation compute = joinComputeOf(p, access->op);
  SymExpr *bounds = scheduleExprs(s, compute, &count);
  for (intptr_t i = 0; i < count / 2; ++i)
    for (intptr_t d = 0; d < access->rank && symExprIs(bounds[i], 0) &&
                         symExprIs(bounds[count / 2 + i], 1);
         ++d)
      scheduleSubstitute(s, &access->exprs[d], bridgeArgument(compute, i),
                         scheduleConst(s, 0));
}

/// Looks at a program of computes; false of any other.
static bool lookAt(JoinProgram *p) {
  Scheduler *s = p->scheduler;
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(s->func), &op);)
    if (!tirIsCompute(op) && !tirIsAlloc(op) && !tirIsView(op) &&
        !tirIsReturn(op))
      return false;
  p->accesses = scheduleAccesses(s, s->func);
  p->reduces = false;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a) {
    dropUnits(p, &p->accesses[a]);
    p->reduces |= tirIsReduce(p->accesses[a].op);
  }
  return true;
}

/// Finds iterators that stand beside each other in an access and can be joined,
/// and joins them: the innermost first, where lanes are.
static bool joinOne(JoinProgram *p, MlirLogicalResult *outcome) {
  bool found = false;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses) && !found; ++a) {
    const ScheduleAccess *access = &p->accesses[a];
    for (intptr_t d = access->rank - 1; d > 0 && !found; --d) {
      Join join = {NULL, NULL};
      JoinDims dims = {.buffer = access->buffer, .outer = d - 1, .inner = d};
      arrput(join.dims, dims);
      found = joinClose(p, &join) && joinIsUseful(p, &join);
      if (found)
        *outcome = joinApply(p, &join);
      arrfree(join.pairs);
      arrfree(join.dims);
    }
  }
  return found && mlirLogicalResultIsSuccess(*outcome);
}

static MlirLogicalResult joinIn(RelaxPassRun *run,
                                const ScheduleCallers *callers,
                                MlirOperation func,
                                const ScheduleLimits *limits) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  bool again = true;
  while (again) {
    Scheduler s = scheduleOpen(run, callers, func);
    JoinProgram program = {.scheduler = &s, .limits = *limits};
    again = lookAt(&program) && joinOne(&program, &outcome);
    run->counters[COUNTER_JOINED] += again;
    arrfree(program.accesses);
    scheduleFree(&s);
  }
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  return scheduleVisitOpen(run, joinIn);
}

const RelaxPass relaxJoinDimsPass = {
    .name = "relax-join-dims",
    .summary = "make one dimension of those that lie in memory as one",
    .documentation =
        "In a `tir.func` of computes, two iterators that every access uses as "
        "one index into memory become one, and so do the dimensions of the "
        "buffers: an argument gets a `tir.view`. Vectors and tiles then run "
        "over the ends of rows. It is done where rows are short, or where "
        "nobody knows how long they are, and where a loop is left for the "
        "threads. Weights of products, which get a layout of their own, stay "
        "as they are.",
    .anchor = "builtin.module",
    .counters = {"joined"},
    .run = run,
};
