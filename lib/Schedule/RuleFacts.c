//===- RuleFacts.c - what a compute does, for rules -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Schedule/Rules.h"

#include <limits.h>
#include <stb/stb_ds.h>

bool ruleIsArithmetic(MlirOperation compute) {
  bool fits = true;
  for (MlirOperation op = {NULL};
       fits && bridgeAdvance(bridgeBody(compute), &op);) {
    if (tirIsLoad(op) || tirIsStore(op) || tirIsReduce(op))
      continue;
    fits = scheduleIsElementwise(op);
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
      fits &=
          !mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetOperand(op, i)));
  }
  return fits;
}

/// The buffer that all writes go to, at iterators or where none changes.
static void findTarget(Rules *r, RuleCompute *c,
                       const ScheduleAccess *accesses) {
  Scheduler *s = &r->scheduler;
  bool good = true;
  for (ptrdiff_t a = 0; a < arrlen(accesses) && good; ++a) {
    const ScheduleAccess *access = &accesses[a];
    if (!access->writes)
      continue;
    good = !c->target.ptr && access->target == 0;
    c->target = access->buffer;
    c->rank = access->rank;
    c->iteratorOf = ARENA_ARRAY(s->arena, intptr_t, access->rank);
    c->base = ARENA_ARRAY(s->arena, SymExpr, access->rank);
    for (intptr_t d = 0; d < access->rank && good; ++d) {
      c->iteratorOf[d] =
          scheduleIteratorIn(s, c->op, access->exprs[d], &c->base[d]);
      good = c->iteratorOf[d] >= -1;
    }
  }
  if (!good)
    c->target.ptr = NULL;
}

RuleCompute ruleLookAt(Rules *r, MlirOperation compute) {
  Scheduler *s = &r->scheduler;
  RuleCompute c = {.op = compute, .lanes = -1, .simple = true};
  SymExpr *bounds = scheduleExprs(s, compute, &c.count);
  c.count /= 2;
  c.spatial = ARENA_ARRAY(s->arena, bool, c.count);
  c.extent = ARENA_ARRAY(s->arena, int64_t, c.count);
  ScheduleAccess *accesses = scheduleAccesses(s, compute);
  for (intptr_t i = 0; i < c.count; ++i) {
    int64_t zero;
    MlirAttribute kind =
        mlirArrayAttrGetElement(tirComputeGetKinds(compute), i);
    StrRef word = bridgeText(kind);
    c.spatial[i] = strRefIs(word, "spatial");
    c.reduces |= strRefIs(word, "reduce");
    c.scans |= strRefIs(word, "scan");
    c.simple &= symExprIsConst(bounds[i], &zero) && zero == 0;
    // A part that may have no rounds, such as that of `tir.fork`, has one.
    if (!symExprIsConst(bounds[c.count + i], &c.extent[i]))
      c.extent[i] =
          scheduleUpperBound(s, compute, bounds[c.count + i]) == 1 ? 1 : -1;
  }
  bool waits = c.scans;
  c.scans = waits && c.simple && !c.reduces;
  c.simple &= !waits;
  ruleFindLanes(r, &c, accesses);
  findTarget(r, &c, accesses);
  arrfree(accesses);
  return c;
}

bool ruleHasWords(Rules *r, const RuleCompute *c, int64_t bytes) {
  bool fits = true;
  ScheduleAccess *accesses = scheduleAccesses(&r->scheduler, c->op);
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    MlirType type =
        tirBufferTypeGetElementType(mlirValueGetType(accesses[a].buffer));
    fits &= mlirTypeIsAFloat(type)
                ? mlirFloatTypeGetWidth(type) >= bytes * CHAR_BIT
                : mlirTypeIsAInteger(type) &&
                      mlirIntegerTypeGetWidth(type) >= bytes * CHAR_BIT;
  }
  arrfree(accesses);
  return fits;
}

bool ruleMasks(Rules *r, const RuleCompute *c, intptr_t iterator) {
  return r->limits.maskBytes > 0 && c->extent[iterator] < 0 &&
         ruleHasWords(r, c, r->limits.maskBytes);
}

/// Does the access read other elements in the next round of iterator `i`? Whole
/// tiles of rows may read the same ones, such as those of a group of channels:
/// runs of so many rounds (`*group`; 0: all of them).
static bool changesWithRow(Rules *r, const RuleCompute *c,
                           const ScheduleAccess *access, intptr_t i,
                           int64_t *group) {
  bool used = false, bare = false;
  MlirValue iterator = bridgeArgument(c->op, i);
  *group = 0;
  for (intptr_t d = 0; d < access->rank; ++d) {
    used |= scheduleExprUses(&r->scheduler, access->exprs[d], iterator);
    bare |= symExprEqual(access->exprs[d],
                         scheduleSymbolOf(&r->scheduler, iterator));
  }
  if (!used || bare || c->extent[i] < 1)
    return used;
  int64_t runs[RULE_MAX_RUNS], least = r->limits.leastRows;
  intptr_t count = ruleRunsOf(r, c, i, runs);
  for (intptr_t k = 0; k <= count && !*group; ++k)
    if (k == count || runs[k] >= least)
      *group = scheduleGroupOf(&r->scheduler, access, iterator, c->extent[i],
                               k < count ? runs[k] : least);
  return !*group;
}

int64_t ruleGroupOfRows(Rules *r, const RuleCompute *c, intptr_t row) {
  MlirValue lanes = bridgeArgument(c->op, c->lanes);
  ScheduleAccess *accesses = scheduleAccesses(&r->scheduler, c->op);
  int64_t least = 0, group;
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
    if (!accesses[a].writes &&
        !changesWithRow(r, c, &accesses[a], row, &group) && group &&
        scheduleStrideOf(&r->scheduler, &accesses[a], lanes) >= 1)
      least = !least || group < least ? group : least;
  arrfree(accesses);
  return least;
}

intptr_t ruleRowIterator(Rules *r, const RuleCompute *c) {
  Scheduler *s = &r->scheduler;
  if (c->lanes < 0 || !c->target.ptr)
    return -1;
  MlirBlock body = bridgeBody(c->op);
  ScheduleAccess *accesses = scheduleAccesses(s, c->op);
  intptr_t best = -1;
  int64_t group;
  for (intptr_t i = 0; i < c->count; ++i) {
    bool inTarget = false, reused = false;
    for (intptr_t d = 0; d < c->rank; ++d)
      inTarget |= c->iteratorOf[d] == i;
    if (!c->spatial[i] || i == c->lanes || c->extent[i] == 1 || !inTarget)
      continue;
    for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
      MlirValue lanes = mlirBlockGetArgument(body, c->lanes);
      if (accesses[a].writes ||
          (scheduleStrideOf(s, &accesses[a], lanes) < 1 &&
           !(c->packed && rulePackFits(r, &accesses[a], lanes))))
        continue;
      reused |= !changesWithRow(r, c, &accesses[a], i, &group);
    }
    // The innermost one, unless a longer one is known.
    if (reused && (best < 0 || c->extent[i] < 0 || c->extent[i] > 1))
      best = i;
  }
  arrfree(accesses);
  return best;
}

/// Has it an iterator that the target does not know, and that may have no
/// round? Then others write the target, too.
static bool mayHaveNoRound(Rules *r, const RuleCompute *c) {
  intptr_t count;
  SymExpr *bounds = scheduleExprs(&r->scheduler, c->op, &count);
  for (intptr_t i = 0; i < c->count; ++i) {
    int64_t rounds;
    bool known = symExprIsConst(bounds[c->count + i], &rounds) && rounds > 0;
    for (intptr_t d = 0; d < c->rank; ++d)
      known |= c->iteratorOf[d] == i;
    if (c->spatial[i] && !known)
      return true;
  }
  return false;
}

bool ruleIsEpilogue(Rules *r, const RuleCompute *c, const RuleCompute *next) {
  Scheduler *s = &r->scheduler;
  if (!next || next->reduces || !next->simple || !c->target.ptr ||
      !next->target.ptr || mayHaveNoRound(r, c))
    return false;
  ScheduleAccess *accesses = scheduleAccesses(s, next->op);
  bool good = true, reads = false;
  for (ptrdiff_t a = 0; a < arrlen(accesses) && good; ++a) {
    if (!mlirValueEqual(accesses[a].buffer, c->target))
      continue;
    reads |= accesses[a].reads;
    for (intptr_t d = 0; d < accesses[a].rank && good; ++d) {
      SymExpr base, zero = scheduleConst(s, 0);
      bool along = c->iteratorOf[d] >= 0;
      intptr_t i = scheduleIteratorIn(s, next->op, accesses[a].exprs[d], &base);
      good = i >= 0 ? symExprEqual(base, along ? c->base[d] : zero)
                    : i == -1 && !along && symExprEqual(base, c->base[d]);
    }
  }
  arrfree(accesses);
  return good && reads;
}

intptr_t ruleShortRounds(const Rules *r, const RuleCompute *c) {
  intptr_t unknown = -1;
  int64_t points = 1;
  for (intptr_t i = 0; i < c->count; ++i) {
    if (c->extent[i] < 0 && (unknown >= 0 || !c->spatial[i]))
      return -1;
    if (c->extent[i] < 0)
      unknown = i;
    else if (__builtin_mul_overflow(points, c->extent[i], &points))
      return -1;
  }
  return points < r->limits.parallelPoints ? unknown : -1;
}

/// INT64_MAX: unknown.
static int64_t pointsOf(const RuleCompute *c) {
  int64_t points = 1;
  for (intptr_t i = 0; i < c->count; ++i)
    if (c->extent[i] < 0 ||
        __builtin_mul_overflow(points, c->extent[i], &points))
      return INT64_MAX;
  return points;
}

bool ruleIsLarge(const Rules *r, const RuleCompute *c) {
  return pointsOf(c) >= r->limits.parallelPoints;
}

bool ruleIsLonger(const RuleCompute *compute, const RuleCompute *other) {
  return pointsOf(compute) > pointsOf(other);
}
