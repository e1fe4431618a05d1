//===- TurnFactors.c - the pass relax-turn-factors ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A product of rows with rows (queries with keys, points with points) has both
// factors side by side along the sum, where lanes of sums have to be added in
// the end: a short sum is hardly more than that. With many rows it is faster to
// turn one factor first, into a workspace, and to have lanes side by side in
// the result. With few it is not: where the run decides, there is a product of
// a single row as well, as `tir.fork` makes it, and one of both has no rounds.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/TurnFactors.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Monoid.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Schedule/Callers.h"
#include "lib/Schedule/Layout.h"
#include "lib/Schedule/Limits.h"

#include <stb/stb_ds.h>

enum { COUNTER_TURNED };

static MlirValue iteratorOf(const Product *p, intptr_t i) {
  return bridgeArgument(p->compute, i);
}

static bool uses(const Product *p, const ScheduleAccess *access, intptr_t i) {
  bool used = false;
  for (intptr_t d = 0; d < access->rank; ++d)
    used |= scheduleExprUses(p->s, access->exprs[d], iteratorOf(p, i));
  return used;
}

/// Spatial iterators from 0 on, then one sum.
static bool lookAtLoops(Product *p) {
  SymExpr *bounds = scheduleExprs(p->s, p->compute, &p->count);
  p->count /= 2;
  p->upper = bounds + p->count;
  if (p->count < 2 || tirComputeGetUpdate(p->compute))
    return false;
  for (intptr_t i = 0; i < p->count; ++i)
    if (!symExprIs(bounds[i], 0) || !scheduleIsOfFunction(p->upper[i]) ||
        !tirComputeIsKind(p->compute, i,
                          i + 1 < p->count ? "spatial" : "reduce"))
      return false;
  return true;
}

/// A sum of what two loads make, by arithmetic alone.
static bool isSumOfTwo(const Product *p) {
  intptr_t loads = 0, sums = 0;
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(p->compute), &op);) {
    if (tirIsReduce(op)) {
      MlirOperation monoid = scheduleMonoidOf(p->s, op);
      sums += monoid.ptr && strRefIs(tirMonoidKind(monoid), "add");
      if (tirReduceGetNumValues(op) != 1)
        return false;
    } else if (tirIsLoad(op) && !tirLoadGetPad(op).ptr) {
      ++loads;
    } else if (!scheduleIsElementwise(op)) {
      return false;
    }
  }
  return loads == 2 && sums == 1;
}

/// The iterator along which the result lies side by side, and that along which
/// the other factor is used again.
static bool findSides(Product *p, const ScheduleAccess *accesses) {
  const ScheduleAccess *target = &accesses[2];
  intptr_t sum = p->count - 1;
  p->row = p->column = -1;
  for (intptr_t i = 0; i < sum; ++i)
    if (scheduleStrideOf(p->s, target, iteratorOf(p, i)) == 1)
      p->column = i;
  for (int a = 0; a < 2 && p->column >= 0; ++a)
    if (scheduleStrideOf(p->s, &accesses[a], iteratorOf(p, sum)) != 1)
      return false;
  if (p->column < 0)
    return false;
  bool second = uses(p, &accesses[1], p->column);
  const ScheduleAccess *rows = &accesses[!second];
  p->columns = accesses[second];
  if (uses(p, rows, p->column) || !uses(p, &p->columns, p->column))
    return false;
  for (intptr_t i = 0; i < sum; ++i)
    if (uses(p, rows, i) && !uses(p, &p->columns, i) && uses(p, target, i))
      p->row = i;
  return p->row >= 0;
}

/// Is it one whose rows may be many and whose columns fill a vector?
static bool isWorthIt(const Product *p, const ScheduleLimits *limits) {
  int64_t columns;
  bool narrow =
      symExprIsConst(p->upper[p->column], &columns) && columns < limits->lanes;
  // A weight gets a layout of its own.
  return !narrow && layoutRefusal(p->s, p->columns.buffer) &&
         scheduleForkParts(p->s, p->compute, p->row, limits->dotRows) !=
             FORK_ALL_FEW;
}

static bool lookAt(Product *p, const ScheduleLimits *limits) {
  if (!lookAtLoops(p) || !isSumOfTwo(p))
    return false;
  ScheduleAccess *accesses = scheduleAccesses(p->s, p->compute);
  enum { LOADS_AND_SUM = 3 };
  bool found = arrlen(accesses) == LOADS_AND_SUM && findSides(p, accesses) &&
               isWorthIt(p, limits);
  arrfree(accesses);
  if (!found)
    return false;
  p->used = ARENA_ARRAY(p->s->arena, bool, p->count);
  for (intptr_t i = 0; i < p->count; ++i)
    p->used[i] = uses(p, &p->columns, i);
  return true;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// All products at the top of a program.
static MlirLogicalResult turnIn(RelaxPassRun *run,
                                const ScheduleCallers *callers,
                                MlirOperation func,
                                const ScheduleLimits *limits) {
  Scheduler s = scheduleOpen(run, callers, func);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = {NULL}, next = op;
       mlirLogicalResultIsSuccess(outcome) &&
       bridgeAdvanceErasing(bridgeBody(func), &op, &next);) {
    Product product = {.s = &s, .compute = op};
    if (!tirIsCompute(op) || !lookAt(&product, limits) ||
        !passMayRewrite(run, func))
      continue;
    outcome = turnFactor(&product) ? mlirLogicalResultSuccess()
                                   : mlirLogicalResultFailure();
    ++run->counters[COUNTER_TURNED];
  }
  scheduleFree(&s);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  return scheduleVisitOpen(run, turnIn);
}

const RelaxPass relaxTurnFactorsPass = {
    .name = "relax-turn-factors",
    .summary = "copy a factor of products of rows with rows the other way",
    .documentation =
        "In a `tir.func` without a schedule, a sum of products whose factors "
        "both lie side by side along the sum, and the result along another "
        "iterator: the factor that goes with the latter is copied to a "
        "workspace in which its elements lie as those of the result do, so "
        "that `relax-schedule-rules` finds lanes for it. A weight is left, "
        "which gets a layout at load, and so is what has few rows; where the "
        "run decides how many there are, the product is forked as by "
        "`tir.fork`, and a single row uses no copy.",
    .anchor = "builtin.module",
    .counters = {"turned"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
