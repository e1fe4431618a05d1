//===- RuleDot.c - the rule for products of rows with rows ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where both factors of a product lie side by side along the reduction (a row
// of queries with a row of keys, a row of activations with a row of a weight
// that is stored output by output), the lanes of a vector are rounds of the
// reduction. Nothing is transposed or packed: every row is read from its first
// element to its last.
//
// Several rows make a tile of rows x columns of such vectors, which stays in
// registers and uses each of them again. A single row uses nothing again and
// goes through the other factor as fast as memory is, one row of it after the
// other: the machine fetches one long line ahead, and not four. Where the
// program decides between the two, both are there (`tir.fork`).
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/RuleDot.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Monoid.h"
#include "lib/Schedule/Computes.h"

#include <limits.h>
#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// What it is for
//===----------------------------------------------------------------------===//

/// Null where a condition stands around it.
static MlirOperation reduceOf(const RuleCompute *c) {
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(c->op));
  while (op.ptr && !tirIsReduce(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// A sum of products of two values. Sums of squares keep their order
/// (lib/Conversion/TIRToSCF/Contract.c).
static bool isProduct(Dot *d) {
  MlirOperation reduce = reduceOf(d->compute);
  if (!reduce.ptr)
    return false;
  MlirOperation monoid = scheduleMonoidOf(&d->r->scheduler, reduce);
  MlirOperation op = bridgeDefiner(tirReduceGetValues(reduce, 0));
  return monoid.ptr && strRefIs(tirMonoidKind(monoid), "add") &&
         (bridgeIsNamed(op, "arith.mulf") || bridgeIsNamed(op, "arith.muli")) &&
         !mlirValueEqual(mlirOperationGetOperand(op, 0),
                         mlirOperationGetOperand(op, 1));
}

static bool usesIterator(Dot *d, const ScheduleAccess *access, intptr_t i) {
  MlirValue iterator = bridgeArgument(d->compute->op, i);
  for (intptr_t k = 0; k < access->rank; ++k)
    if (scheduleExprUses(&d->r->scheduler, access->exprs[k], iterator))
      return true;
  return false;
}

/// A bit of a set each.
enum { MOST_LOADS = sizeof(uint64_t) * CHAR_BIT };

/// The loads that go on to the next element with the reduction: do all others
/// stay where they are, and which iterators use them again? A bit per load.
static bool lookAtLoads(Dot *d, const ScheduleAccess *accesses,
                        uint64_t *reused) {
  const RuleCompute *c = d->compute;
  MlirValue last = bridgeArgument(c->op, c->count - 1);
  intptr_t loads = 0;
  for (ptrdiff_t a = 0; a < arrlen(accesses) && a < MOST_LOADS; ++a) {
    if (accesses[a].writes)
      continue;
    if (!scheduleAccessFitsLanes(&d->r->scheduler, &accesses[a], last))
      return false;
    if (scheduleStrideOf(&d->r->scheduler, &accesses[a], last) != 1)
      continue;
    ++loads;
    for (intptr_t i = 0; i < d->spatial; ++i)
      if (!usesIterator(d, &accesses[a], i))
        reused[i] |= UINT64_C(1) << a;
  }
  return loads > 1;
}

/// The tile's iterators: each uses what the other one goes through again.
static bool findTile(Dot *d) {
  const RuleCompute *c = d->compute;
  ScheduleAccess *accesses = scheduleAccesses(&d->r->scheduler, c->op);
  uint64_t *reused = ARENA_ARRAY(d->r->scheduler.arena, uint64_t, c->count);
  bool good = lookAtLoads(d, accesses, reused);
  d->row = d->column = -1;
  for (intptr_t i = d->spatial; good && i-- > 0;) {
    if (c->extent[i] == 1 || !reused[i])
      continue;
    if (d->column < 0)
      d->column = i;
    else if (d->row < 0 && !(reused[i] & reused[d->column]))
      d->row = i;
  }
  for (ptrdiff_t a = 0; d->column >= 0 && a < arrlen(accesses); ++a)
    if (!accesses[a].writes && usesIterator(d, &accesses[a], d->column) &&
        usesIterator(d, &accesses[a], c->count - 1))
      d->columns = accesses[a].buffer;
  arrfree(accesses);
  return d->column >= 0;
}

/// Rounds of a sum of so many lanes; what is left behind them is done one by
/// one, in a loop of its own.
static int64_t roundsOf(int64_t extent, int64_t lanes) {
  return extent / lanes + 2 * (extent % lanes);
}

/// Elements of the accumulator in the widest vector, or fewer for a short
/// reduction.
static bool findLanes(Dot *d) {
  const RuleCompute *c = d->compute;
  MlirType type = tirBufferTypeGetElementType(mlirValueGetType(c->target));
  int64_t bytes = tirElementBytes(type);
  int64_t extent = c->extent[c->count - 1];
  d->lanes = d->r->lanes;
  while (d->lanes > 1 && (d->lanes * bytes > d->r->limits.vectorBytes ||
                          (extent >= 0 && d->lanes > extent)))
    d->lanes /= 2;
  for (int64_t fewer = d->lanes / 2;
       extent >= 0 && fewer >= d->r->limits.leastLanes; fewer /= 2)
    if (roundsOf(extent, fewer) < roundsOf(extent, d->lanes))
      d->lanes = fewer;
  return d->lanes >= d->r->limits.leastLanes;
}

/// Spatial iterators, then the reductions.
static bool isInOrder(Dot *d) {
  const RuleCompute *c = d->compute;
  d->spatial = 0;
  while (d->spatial < c->count && c->spatial[d->spatial])
    ++d->spatial;
  for (intptr_t i = d->spatial; i < c->count; ++i)
    if (c->spatial[i])
      return false;
  return d->spatial > 0 && d->spatial < c->count;
}

bool ruleDot(Rules *r, const RuleCompute *c, bool alone) {
  Dot d = {.r = r, .compute = c};
  if (!c->reduces || !c->simple || !c->target.ptr || !isInOrder(&d) ||
      !isProduct(&d) || !ruleIsArithmetic(c->op) || !findTile(&d) ||
      !findLanes(&d))
    return false;
  StrRef name = scheduleNameOf(c->op);
  MlirValue compute = ruleFind(r, name);
  ScheduleForkParts parts =
      d.row < 0 ? FORK_ALL_FEW
      : c->extent[d.row] >= 0
          ? FORK_ALL_MANY
          : scheduleForkParts(&r->scheduler, c->op, d.row, 1);
  d.single = parts == FORK_ALL_FEW;
  if (parts == FORK_BOTH) {
    ruleFork(r, compute, d.row, 1);
    d.single = true;
    dotEmit(&d, ruleFindSuffix(r, name, ".few"), ruleName(r, name, ".few"),
            false);
    d.single = alone = false;
  }
  dotEmit(&d, compute, name, alone);
  return true;
}
