//===- RuleElementwise.c - rules for simple loops -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rules.h"

#include <stb/stb_ds.h>

void ruleMoveToFront(MlirValue *loops, int64_t *extents, intptr_t from) {
  MlirValue loop = loops[from];
  int64_t extent = extents[from];
  for (; from > 0; --from) {
    loops[from] = loops[from - 1];
    extents[from] = extents[from - 1];
  }
  loops[0] = loop;
  extents[0] = extent;
}

/// The rounds of the last iterator that index expressions tell apart by
/// dividing: interleaved rows and columns, such as phases of a transposed
/// convolution. 0: none, many, or not of whole groups.
static int64_t phasesOf(Rules *r, const RuleCompute *c) {
  int64_t runs[RULE_MAX_RUNS], zero;
  Scheduler *s = &r->scheduler;
  intptr_t count;
  if (c->lanes >= 0 || ruleRunsOf(r, c, c->count - 1, runs) != 1 ||
      runs[0] > r->limits.mostUnrolled)
    return 0;
  SymExpr *bounds = scheduleExprs(s, c->op, &count), rest;
  return symExprMod(s->arena, bounds[count - 1], scheduleConst(s, runs[0]),
                    &rest) == SYM_OK &&
                 symExprIsConst(rest, &zero) && zero == 0
             ? runs[0]
             : 0;
}

/// The iterator along which elements lie side by side in what is read, but not
/// in what is written, which is a copy in another order; -1.
static intptr_t turnedFrom(Rules *r, const RuleCompute *c) {
  ScheduleAccess *accesses = scheduleAccesses(&r->scheduler, c->op);
  intptr_t from = -1;
  bool fits = true;
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
    for (intptr_t i = 0; i < c->count; ++i) {
      MlirValue iterator = bridgeArgument(c->op, i);
      int stride = scheduleStrideOf(&r->scheduler, &accesses[a], iterator);
      if (stride != 1 || c->extent[i] == 1)
        continue;
      if (accesses[a].writes) {
        fits &= i == c->count - 1; // one row after the other
      } else {
        fits &= from < 0 || from == i;
        from = i;
      }
    }
  arrfree(accesses);
  return fits && from != c->count - 1 ? from : -1;
}

/// Can both sides of a square be lanes? Not where one has hardly any.
static bool turnsInLanes(Rules *r, const RuleCompute *c, intptr_t from) {
  int64_t least = r->limits.leastLanes;
  const int64_t sides[] = {c->extent[from], c->extent[c->count - 1]};
  bool fits =
      (r->lanes & (r->lanes - 1)) == 0 && r->lanes >= least &&
      ruleHasWords(r, c, r->limits.maskBytes > 1 ? r->limits.maskBytes : 1);
  if (r->limits.slowMasks)
    least = r->lanes; // they take longer than no lanes
  for (size_t i = 0; i < sizeof(sides) / sizeof(*sides); ++i)
    fits &= sides[i] < 0 || sides[i] >= least;
  ScheduleAccess *accesses = scheduleAccesses(&r->scheduler, c->op);
  MlirBlock body = bridgeBody(c->op);
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
    fits &= tirIsLoad(accesses[a].op)
                ? scheduleAccessFitsLanes(&r->scheduler, &accesses[a],
                                          mlirBlockGetArgument(body, from))
                : tirIsStore(accesses[a].op);
  arrfree(accesses);
  return fits && ruleIsArithmetic(c->op);
}

/// Of a side, the last of which may be short; -1: unknown.
static int64_t squaresOf(int64_t extent, int64_t side) {
  return extent < 0 ? -1 : extent / side + (extent % side != 0);
}

/// Squares of elements: lines of memory that are read along one side and
/// written along the other stay in the cache meanwhile, or in registers.
static bool turnSquares(Rules *r, const RuleCompute *c, MlirValue *loops) {
  int64_t side = r->limits.squareSide;
  intptr_t from = c->lanes < 0 && c->count > 1 ? turnedFrom(r, c) : -1;
  if (from < 0)
    return false;
  bool inLanes = turnsInLanes(r, c, from);
  if (inLanes)
    side = r->lanes;
  intptr_t last = c->count - 1, count = 0;
  int64_t *extents = ARENA_ARRAY(r->scheduler.arena, int64_t, c->count + 2);
  MlirValue *order = ARENA_ARRAY(r->scheduler.arena, MlirValue, c->count + 2);
  MlirValue outer[2], inner[2];
  ruleSplit(r, loops[from], side, false, &outer[0], &inner[0]);
  ruleSplit(r, loops[last], side, false, &outer[1], &inner[1]);
  for (intptr_t i = 0; i < last; ++i) {
    order[count] = i == from ? outer[0] : loops[i];
    extents[count++] = i == from ? squaresOf(c->extent[i], side) : c->extent[i];
  }
  order[count] = outer[1];
  extents[count] = squaresOf(c->extent[last], side);
  intptr_t outside = count++, front = ruleOutermost(r, extents, outside);
  // Where there is one round of all others, this one is for the threads.
  ruleMoveToFront(order, extents, extents[front] == 1 ? outside : front);
  bool shared = extents[0] != 1;
  order[count++] = inner[inLanes];
  order[count++] = inner[!inLanes];
  ruleReorder(r, order, count);
  if (inLanes)
    ruleTurn(r, inner[1], inner[0], r->limits.maskBytes > 0);
  if (shared && ruleIsLarge(r, c))
    ruleParallelLoops(r, c, order, extents, outside);
  return true;
}

/// The loop over phases, unrolled: then the others are ordinary rounds, whose
/// indices are computed once.
static void splitPhases(Rules *r, MlirValue loop, int64_t phases) {
  MlirValue outer, inner;
  ruleSplit(r, loop, phases, false, &outer, &inner);
  ruleUnroll(r, inner);
}

bool ruleElementwise(Rules *r, const RuleCompute *c) {
  if (c->reduces || !c->simple || c->count == 0)
    return false;
  Arena *arena = r->scheduler.arena;
  MlirValue *loops = ARENA_ARRAY(arena, MlirValue, c->count);
  MlirValue *order = ARENA_ARRAY(arena, MlirValue, c->count);
  int64_t *extents = ARENA_ARRAY(arena, int64_t, c->count);
  ruleLoops(r, ruleFind(r, scheduleNameOf(c->op)), c->op, c->count, loops);
  if (turnSquares(r, c, loops))
    return true;
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
    ruleMoveToFront(order, extents, front);
  if (c->lanes >= 0)
    order[outer] = loops[c->lanes];
  ruleReorderFrom(r, loops, order, c->count);
  int64_t phases = phasesOf(r, c);
  bool splits =
      phases && mlirValueEqual(order[c->count - 1], loops[c->count - 1]);
  if (outer > 0 && extents[0] != 1 && ruleIsLarge(r, c)) // serial ones split
    ruleParallelLoops(r, c, order, extents,
                      splits && outer > 1 ? outer - 1 : outer);
  if (c->lanes >= 0)
    ruleVectorize(r, loops[c->lanes], ruleMasks(r, c, c->lanes));
  if (splits)
    splitPhases(r, loops[c->count - 1], phases);
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
  ruleMoveToFront(loops, extents, outermost);
  if (outermost > 0)
    ruleReorder(r, loops, front);
  if (extents[0] != 1 && ruleIsLarge(r, c))
    ruleParallelLoops(r, c, loops, extents, candidates);
  return true;
}

bool ruleUpdate(Rules *r, const RuleCompute *c) {
  if (!tirComputeGetUpdate(c->op) || !c->reduces || !c->simple)
    return false;
  if (c->lanes < 0)
    return true; // as it is
  Arena *arena = r->scheduler.arena;
  MlirValue *loops = ARENA_ARRAY(arena, MlirValue, c->count);
  MlirValue *order = ARENA_ARRAY(arena, MlirValue, c->count);
  intptr_t outer = 0;
  ruleLoopsOf(r, ruleFind(r, scheduleNameOf(c->op)), "p", c->count, loops);
  for (intptr_t i = 0; i < c->count; ++i)
    if (i != c->lanes)
      order[outer++] = loops[i];
  order[outer] = loops[c->lanes];
  ruleReorder(r, order, c->count);
  ruleVectorize(r, loops[c->lanes], ruleMasks(r, c, c->lanes));
  return true;
}
