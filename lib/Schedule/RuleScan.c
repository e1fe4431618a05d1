//===- RuleScan.c - rules for loops that wait for each other --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A cumulative sum reads what the round before wrote. What lies behind its
// dimension in memory is done in each of its rounds, in lanes, so that rows are
// read and written one after the other; what lies in front is for the threads.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rules.h"

#include <stb/stb_ds.h>

/// Marks the iterators of dimensions behind the first that a scan goes along,
/// of all that is written.
static void findBehind(Rules *r, const RuleCompute *c, bool *behind) {
  ScheduleAccess *accesses = scheduleAccesses(&r->scheduler, c->op);
  MlirBlock body = bridgeBody(c->op);
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    bool scanned = false;
    for (intptr_t d = 0; d < accesses[a].rank && accesses[a].writes; ++d)
      for (intptr_t i = 0; i < c->count; ++i)
        if (scheduleExprUses(&r->scheduler, accesses[a].exprs[d],
                             mlirBlockGetArgument(body, i))) {
          behind[i] |= scanned;
          scanned |= !c->spatial[i];
        }
  }
  arrfree(accesses);
}

bool ruleScan(Rules *r, const RuleCompute *c) {
  if (!c->scans || c->count < 2)
    return false;
  Arena *arena = r->scheduler.arena;
  MlirValue *loops = ARENA_ARRAY(arena, MlirValue, c->count);
  MlirValue *order = ARENA_ARRAY(arena, MlirValue, c->count);
  int64_t *extents = ARENA_ARRAY(arena, int64_t, c->count);
  bool *behind = ARENA_ARRAY(arena, bool, c->count);
  ruleLoops(r, ruleFind(r, scheduleNameOf(c->op)), c->op, c->count, loops);
  findBehind(r, c, behind);
  intptr_t outer = 0, count;
  for (intptr_t i = 0; i < c->count; ++i)
    if (c->spatial[i] && i != c->lanes && !behind[i]) {
      order[outer] = loops[i];
      extents[outer++] = c->extent[i];
    }
  if (outer > 0)
    ruleMoveToFront(order, extents, ruleOutermost(r, extents, outer));
  count = outer;
  for (intptr_t i = 0; i < c->count; ++i)
    if (!c->spatial[i])
      order[count++] = loops[i];
  for (intptr_t i = 0; i < c->count; ++i)
    if (c->spatial[i] && i != c->lanes && behind[i])
      order[count++] = loops[i];
  if (c->lanes >= 0)
    order[count++] = loops[c->lanes];
  ruleReorderFrom(r, loops, order, count);
  if (outer > 0 && extents[0] != 1 && ruleIsLarge(r, c))
    ruleParallelLoops(r, c, order, extents, outer);
  if (c->lanes >= 0)
    ruleVectorize(r, loops[c->lanes], ruleMasks(r, c, c->lanes));
  return true;
}
