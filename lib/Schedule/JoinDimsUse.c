//===- JoinDimsUse.c - where one dimension is better than two -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A row that is known to hold whole vectors gives them constant extents, which
// a join with an unknown number of rows would take away. Shorter ones leave
// lanes idle. What becomes lanes needs another loop for the threads.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Schedule/Computes.h"
#include "lib/Schedule/JoinDims.h"

#include <stb/stb_ds.h>

/// -1: unknown.
static int64_t extentOf(JoinProgram *p, MlirOperation compute, intptr_t i) {
  intptr_t count;
  int64_t extent;
  const SymExpr *bounds = scheduleExprs(p->scheduler, compute, &count);
  return symExprIsConst(bounds[count / 2 + i], &extent) ? extent : -1;
}

/// Are there lanes along the inner iterator: does what is written lie side by
/// side, and something that is loaded, if anything is?
static bool hasLanes(JoinProgram *p, const JoinPair *pair) {
  bool written = false, loaded = false, loads = false;
  MlirValue iterator = bridgeArgument(pair->compute, pair->inner);
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a) {
    const ScheduleAccess *access = &p->accesses[a];
    if (!mlirOperationEqual(joinComputeOf(p, access->op), pair->compute))
      continue;
    bool along = scheduleStrideOf(p->scheduler, access, iterator) == 1;
    written |= along && access->writes;
    loaded |= along && tirIsLoad(access->op);
    loads |= tirIsLoad(access->op);
  }
  return written && (loaded || !loads);
}

/// A loop of enough rounds for the threads beside the pair.
static bool leavesLoop(JoinProgram *p, const JoinPair *pair) {
  int64_t least = p->reduces ? 2 : p->limits.parallelRounds;
  intptr_t count = bridgeNumArguments(pair->compute);
  for (intptr_t i = 0; i < count; ++i)
    if (i != pair->outer && i != pair->inner &&
        tirComputeIsKind(pair->compute, i, "spatial") &&
        extentOf(p, pair->compute, i) >= least)
      return true;
  return false;
}

bool joinIsUseful(JoinProgram *program, const Join *join) {
  bool useful = true;
  for (ptrdiff_t i = 0; i < arrlen(join->pairs) && useful; ++i) {
    const JoinPair *pair = &join->pairs[i];
    if (tirComputeIsKind(pair->compute, pair->outer, "reduce"))
      continue;
    int64_t rows = extentOf(program, pair->compute, pair->outer);
    int64_t row = extentOf(program, pair->compute, pair->inner);
    useful = row < program->limits.lanes || rows >= 0;
    if (hasLanes(program, pair))
      useful &= leavesLoop(program, pair);
  }
  return useful && arrlen(join->pairs) > 0;
}
