//===- RuleFacts.c - what a compute does, for rules -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Schedule/Layout.h"
#include "lib/Schedule/Rules.h"

#include <limits.h>
#include <stb/stb_ds.h>

bool ruleIsArithmetic(MlirOperation compute) {
  bool fits = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(scheduleBody(compute));
       op.ptr && fits; op = mlirOperationGetNextInBlock(op)) {
    if (tirIsLoad(op) || tirIsStore(op) || tirIsReduce(op))
      continue;
    fits = scheduleIsElementwise(op);
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
      fits &=
          !mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetOperand(op, i)));
  }
  return fits;
}

static bool usesValue(MlirOperation op, MlirValue value) {
  bool uses = false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    uses |= mlirValueEqual(mlirOperationGetOperand(op, i), value);
  return uses;
}

/// All operations of the body can be done in lanes, or are the same for all.
static bool computesInLanes(Rules *r, MlirOperation compute,
                            MlirValue iterator) {
  for (MlirOperation op = mlirBlockGetFirstOperation(scheduleBody(compute));
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (tirIsLoad(op) || tirIsStore(op) || tirIsReduce(op))
      continue;
    int64_t step;
    if (tirIsExtent(op)
            ? !tirExtentStep(op, iterator, r->scheduler.arena, &step)
            : usesValue(op, iterator) || !scheduleIsElementwise(op))
      return false;
  }
  return true;
}

/// What lanes are made of, besides elements that lie side by side or are the
/// same for all.
typedef enum Source {
  SOURCE_PLAIN,
  /// Weights may get the layout that lanes need, and what whole groups of
  /// rounds read alike is the same for the lanes of a vector.
  SOURCE_PACKS,
  /// Every second element of what is loaded.
  SOURCE_SECOND,
} Source;

static bool isInLanes(Rules *r, const RuleCompute *c,
                      const ScheduleAccess *accesses, intptr_t i, Source source,
                      int64_t *group) {
  bool packs = source == SOURCE_PACKS;
  bool fits = true;
  MlirValue iterator = mlirBlockGetArgument(scheduleBody(c->op), i);
  *group = 0;
  for (ptrdiff_t a = 0; a < arrlen(accesses) && fits; ++a) {
    if (scheduleAccessFitsLanes(&r->scheduler, &accesses[a], iterator) ||
        (packs && rulePackFits(r, &accesses[a], iterator)) ||
        (source == SOURCE_SECOND &&
         scheduleLoadsSecond(&r->scheduler, &accesses[a], iterator)))
      continue;
    int64_t size =
        packs && !accesses[a].writes
            ? scheduleGroupOf(&r->scheduler, &accesses[a], iterator,
                              c->extent[i], *group ? *group : r->lanes)
            : 0;
    fits = size > 0;
    *group = size;
  }
  return fits && computesInLanes(r, c->op, iterator);
}

/// The longest loop that fits: one round is no use.
static void findLanes(Rules *r, RuleCompute *c, const ScheduleAccess *accesses,
                      Source source) {
  for (intptr_t i = 0; i < c->count; ++i) {
    int64_t group;
    bool longer = c->lanes < 0 || c->extent[c->lanes] == 1;
    if (c->spatial[i] && c->extent[i] != 1 && longer &&
        isInLanes(r, c, accesses, i, source, &group)) {
      c->lanes = i;
      c->group = group;
    }
  }
}

bool ruleSumsWindows(const RuleCompute *c) {
  intptr_t sums = 0;
  for (intptr_t i = 0; i < c->count; ++i)
    sums += !c->spatial[i];
  return c->reduces && sums > 1;
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

/// A product of a weight with rows whose number only the run knows, such as
/// the lanes of a batch: packed for lanes of vectors the weight serves tiles of
/// them. Of a program that somebody calls.
static bool multipliesRows(Rules *r, const RuleCompute *c,
                           const ScheduleAccess *accesses) {
  intptr_t rows = -1, loads = 0, others = 0;
  bool weight = false;
  for (intptr_t i = 0; i < c->count; ++i)
    rows = c->spatial[i] && c->extent[i] < 0 ? i : rows;
  for (ptrdiff_t a = 0; a < arrlen(accesses) && rows >= 0; ++a) {
    MlirValue row = mlirBlockGetArgument(scheduleBody(c->op), rows);
    if (accesses[a].writes)
      continue;
    ++loads;
    weight |= scheduleStrideOf(&r->scheduler, &accesses[a], row) == 0 &&
              !layoutRefusal(&r->scheduler, accesses[a].buffer);
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(scheduleBody(c->op));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    others += !tirIsLoad(op) && !tirIsReduce(op);
  return weight && loads == 2 && others == 1 &&
         tirFuncGetSymVisibility(r->scheduler.func).ptr;
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
    StrRef word = strRefFromMlir(mlirStringAttrGetValue(kind));
    c.spatial[i] = strRefEqual(word, strRefFromC("spatial"));
    c.reduces |= strRefEqual(word, strRefFromC("reduce"));
    c.simple &= symExprIsConst(bounds[i], &zero) && zero == 0 &&
                !strRefEqual(word, strRefFromC("scan"));
    if (!symExprIsConst(bounds[c.count + i], &c.extent[i]))
      c.extent[i] = -1;
  }
  findLanes(r, &c, accesses, SOURCE_PLAIN);
  // What goes on in blocks or windows along the reduction can have no lanes
  // there.
  int64_t runs[RULE_MAX_RUNS];
  if (c.lanes < 0 && c.reduces && r->packs &&
      (ruleSumsWindows(&c) || ruleRunsOf(r, &c, c.count - 1, runs) > 0 ||
       multipliesRows(r, &c, accesses))) {
    findLanes(r, &c, accesses, SOURCE_PACKS);
    c.packed = c.lanes >= 0;
  }
  if (c.lanes < 0)
    findLanes(r, &c, accesses, SOURCE_SECOND);
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
/// tiles of rows may read the same ones, such as those of a group of channels.
static bool changesWithRow(Rules *r, const RuleCompute *c,
                           const ScheduleAccess *access, intptr_t i) {
  bool used = false, bare = false;
  MlirValue iterator = mlirBlockGetArgument(scheduleBody(c->op), i);
  for (intptr_t d = 0; d < access->rank; ++d) {
    used |= scheduleExprUses(&r->scheduler, access->exprs[d], iterator);
    bare |= symExprEqual(access->exprs[d],
                         scheduleSymbolOf(&r->scheduler, iterator));
  }
  return used && (bare || c->extent[i] < 1 ||
                  !scheduleGroupOf(&r->scheduler, access, iterator,
                                   c->extent[i], r->limits.leastRows));
}

int64_t ruleRowsOfGroups(Rules *r, const RuleCompute *c, intptr_t row,
                         int64_t rows) {
  MlirBlock body = scheduleBody(c->op);
  ScheduleAccess *accesses = scheduleAccesses(&r->scheduler, c->op);
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    if (accesses[a].writes || c->extent[row] < 1 ||
        changesWithRow(r, c, &accesses[a], row) ||
        scheduleStrideOf(&r->scheduler, &accesses[a],
                         mlirBlockGetArgument(body, c->lanes)) != 1)
      continue;
    while (rows > 1 && !scheduleGroupOf(&r->scheduler, &accesses[a],
                                        mlirBlockGetArgument(body, row),
                                        c->extent[row], rows))
      --rows;
  }
  arrfree(accesses);
  return rows;
}

intptr_t ruleRowIterator(Rules *r, const RuleCompute *c) {
  Scheduler *s = &r->scheduler;
  if (c->lanes < 0 || !c->target.ptr)
    return -1;
  MlirBlock body = scheduleBody(c->op);
  ScheduleAccess *accesses = scheduleAccesses(s, c->op);
  intptr_t best = -1;
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
      reused |= !changesWithRow(r, c, &accesses[a], i);
    }
    // The innermost one, unless a longer one is known.
    if (reused && (best < 0 || c->extent[i] < 0 || c->extent[i] > 1))
      best = i;
  }
  arrfree(accesses);
  return best;
}

bool ruleIsEpilogue(Rules *r, const RuleCompute *c, const RuleCompute *next) {
  Scheduler *s = &r->scheduler;
  if (!next || next->reduces || !next->simple || !c->target.ptr ||
      !next->target.ptr)
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

intptr_t ruleOutermost(const Rules *r, const int64_t *extents, intptr_t count) {
  intptr_t longest = 0;
  for (intptr_t i = 0; i < count; ++i)
    if (extents[i] >= r->limits.parallelRounds)
      return i;
  for (intptr_t i = 0; i < count; ++i)
    if (extents[i] < 0)
      return i;
  for (intptr_t i = 0; i < count; ++i)
    if (extents[i] > extents[longest])
      longest = i;
  return longest;
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
