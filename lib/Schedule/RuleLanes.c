//===- RuleLanes.c - which iterator of a compute has lanes ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One along which elements lie side by side; else one for which weights are
// packed so; else one with steps of two.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Schedule/Layout.h"
#include "lib/Schedule/Rules.h"

#include <stb/stb_ds.h>

/// All operations of the body can be done in lanes, or are the same for all.
static bool computesInLanes(Rules *r, MlirOperation compute,
                            MlirValue iterator) {
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(compute), &op);) {
    if (tirIsLoad(op) || tirIsStore(op) || tirIsReduce(op))
      continue;
    int64_t step;
    if (tirIsExtent(op)
            ? !tirExtentStep(op, iterator, r->scheduler.arena, &step)
            : bridgeUses(op, iterator) || !scheduleIsElementwise(op))
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
  MlirValue iterator = bridgeArgument(c->op, i);
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

/// Small windows: LLVM makes lanes of long rows by itself, and takes those
/// of neighbours out of the same two vectors. Rows of one or two vectors it
/// leaves.
static bool sharesSecond(const Rules *r, const RuleCompute *c) {
  int64_t rounds = 1, extent = c->extent[c->lanes];
  for (intptr_t i = 0; i < c->count; ++i)
    if (!c->spatial[i] &&
        (c->extent[i] < 0 ||
         __builtin_mul_overflow(rounds, c->extent[i], &rounds)))
      return false;
  return c->reduces && rounds <= r->limits.sharedRounds &&
         (extent < 0 || extent > 2 * r->lanes);
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
    MlirValue row = bridgeArgument(c->op, rows);
    if (accesses[a].writes)
      continue;
    ++loads;
    weight |= scheduleStrideOf(&r->scheduler, &accesses[a], row) == 0 &&
              !layoutRefusal(&r->scheduler, accesses[a].buffer);
  }
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(c->op), &op);)
    others += !tirIsLoad(op) && !tirIsReduce(op);
  return weight && loads == 2 && others == 1 &&
         tirFuncGetSymVisibility(r->scheduler.func).ptr;
}

void ruleFindLanes(Rules *r, RuleCompute *c, const ScheduleAccess *accesses) {
  findLanes(r, c, accesses, SOURCE_PLAIN);
  // What goes on in blocks or windows along the reduction can have no lanes
  // there.
  int64_t runs[RULE_MAX_RUNS];
  if (c->lanes < 0 && c->reduces && r->packs &&
      (ruleSumsWindows(c) || ruleRunsOf(r, c, c->count - 1, runs) > 0 ||
       multipliesRows(r, c, accesses))) {
    findLanes(r, c, accesses, SOURCE_PACKS);
    c->packed = c->lanes >= 0;
  }
  if (c->lanes < 0) {
    findLanes(r, c, accesses, SOURCE_SECOND);
    if (c->lanes >= 0 && sharesSecond(r, c))
      c->lanes = -1;
  }
}
