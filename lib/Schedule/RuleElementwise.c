//===- RuleElementwise.c - rules for simple loops -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rules.h"

/// Moves the loop at `from` to the front of a list.
static void moveToFront(MlirValue *loops, int64_t *extents, intptr_t from) {
  MlirValue loop = loops[from];
  int64_t extent = extents[from];
  for (; from > 0; --from) {
    loops[from] = loops[from - 1];
    extents[from] = extents[from - 1];
  }
  loops[0] = loop;
  extents[0] = extent;
}

bool ruleElementwise(Rules *r, const RuleCompute *c) {
  if (c->reduces || !c->simple || c->count == 0)
    return false;
  Arena *arena = r->scheduler.arena;
  MlirValue *loops = ARENA_ARRAY(arena, MlirValue, c->count);
  MlirValue *order = ARENA_ARRAY(arena, MlirValue, c->count);
  int64_t *extents = ARENA_ARRAY(arena, int64_t, c->count);
  ruleLoops(r, ruleFind(r, scheduleNameOf(c->op)), c->op, c->count, loops);
  intptr_t outer = 0, rounds = ruleShortRounds(r, c), front = -1;
  for (intptr_t i = 0; i < c->count; ++i)
    if (i != c->lanes) {
      front = i == rounds ? outer : front;
      order[outer] = loops[i];
      extents[outer++] = c->extent[i];
    }
  if (front < 0)
    front = ruleOutermost(r, extents, outer);
  if (outer > 0)
    moveToFront(order, extents, front);
  if (c->lanes >= 0)
    order[outer] = loops[c->lanes];
  bool moved = false;
  for (intptr_t i = 0; i < c->count; ++i)
    moved |= !mlirValueEqual(order[i], loops[i]);
  if (moved)
    ruleReorder(r, order, c->count);
  if (outer > 0 && extents[0] != 1 && ruleIsLarge(r, c))
    ruleParallel(r, order[0]);
  if (c->lanes >= 0)
    ruleVectorize(r, loops[c->lanes]);
  return true;
}

bool ruleRows(Rules *r, const RuleCompute *c) {
  if (!c->reduces || !c->simple)
    return false;
  intptr_t front = 0;
  while (front < c->count && c->spatial[front])
    ++front;
  Arena *arena = r->scheduler.arena;
  MlirValue *loops = ARENA_ARRAY(arena, MlirValue, front);
  int64_t *extents = ARENA_ARRAY(arena, int64_t, front);
  for (intptr_t i = 0; i < front; ++i)
    extents[i] = c->extent[i];
  if (front == 0)
    return false;
  ruleLoops(r, ruleFind(r, scheduleNameOf(c->op)), c->op, front, loops);
  // Neighbours in memory stay on one thread, unless there are many.
  bool last = front == 1 || extents[front - 1] >= r->limits.manyNeighbours;
  intptr_t candidates = last ? front : front - 1,
           rounds = ruleShortRounds(r, c);
  intptr_t outermost = rounds >= 0 && rounds < candidates
                           ? rounds
                           : ruleOutermost(r, extents, candidates);
  moveToFront(loops, extents, outermost);
  if (outermost > 0)
    ruleReorder(r, loops, front);
  if (extents[0] != 1 && ruleIsLarge(r, c))
    ruleParallel(r, loops[0]);
  return true;
}
