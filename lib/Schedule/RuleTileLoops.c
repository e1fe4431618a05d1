//===- RuleTileLoops.c - loops around a tile in registers -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/RuleTile.h"

#include <string.h>

bool tileIsBalanced(const Tile *t) {
  return !t->rowPack.buffer.ptr && !t->group;
}

void tileSplitLoops(Tile *t, intptr_t row, intptr_t column) {
  ruleSplit(t->r, t->loops[column], t->columns, false, &t->outerColumn,
            &t->innerColumn);
  MlirValue rows = row >= 0 ? t->loops[row] : (MlirValue){NULL};
  if (t->group)
    ruleSplit(t->r, rows, t->group, false, &t->groups, &rows);
  if (row >= 0)
    ruleSplit(t->r, rows, t->rows, tileIsBalanced(t), &t->outerRow,
              &t->innerRow);
}

/// Is a round of the loops with unknown extents (batches) long enough to give
/// each its own threads?
static bool isLongRound(const Rules *r, const RuleCompute *compute) {
  int64_t points = 1;
  for (intptr_t i = 0; i < compute->count; ++i)
    if (compute->extent[i] >= 0 &&
        __builtin_mul_overflow(points, compute->extent[i], &points))
      return true;
  return points >= r->limits.longRound;
}

/// Loops with unknown extents come first, where a round is long: what it reads
/// stays in the cache for all tiles.
static void moveBatchesOut(Tile *t, const RuleCompute *carrier, intptr_t row,
                           intptr_t column, MlirValue *order, intptr_t count) {
  intptr_t front = 0;
  for (intptr_t i = 0; i < carrier->count; ++i) {
    if (!carrier->spatial[i] || i == row || i == column ||
        carrier->extent[i] >= 0)
      continue;
    intptr_t at = 0;
    while (at < count && !mlirValueEqual(order[at], t->loops[i]))
      ++at;
    for (; at > front; --at)
      order[at] = order[at - 1];
    order[front++] = t->loops[i];
  }
}

/// Whole tiles along an extent, or all where there are fewer than two; -1 if
/// nobody knows.
static int64_t roundsOf(int64_t extent, int64_t size) {
  if (extent < 0)
    return -1;
  return extent >= 2 * size ? extent / size : 1 + (extent > size);
}

void tileShareRounds(Tile *t) {
  if (ruleIsLarge(t->r, t->compute) && t->extents[0] != 1)
    ruleParallelLoops(t->r, t->compute, t->outer, t->extents, t->numOuter);
}

intptr_t tileOuterLoops(Tile *t, const RuleCompute *carrier, intptr_t row,
                        intptr_t column, MlirValue *order) {
  int64_t *extents =
      ARENA_ARRAY(t->r->scheduler.arena, int64_t, carrier->count + MORE_LOOPS);
  intptr_t count = 0;
  for (intptr_t i = 0; i < carrier->count; ++i) {
    if (!carrier->spatial[i] || i == row || i == column)
      continue;
    extents[count] = carrier->extent[i];
    order[count++] = t->loops[i];
  }
  if (row >= 0) {
    int64_t extent = t->group ? t->group : carrier->extent[row];
    if (t->group) {
      extents[count] = carrier->extent[row] / t->group;
      order[count++] = t->groups;
    }
    extents[count] = roundsOf(extent, t->rows);
    order[count++] = t->outerRow;
  }
  int64_t extent = carrier->extent[column];
  extents[count] = roundsOf(extent, t->columns);
  intptr_t front = ruleOutermost(t->r, extents, count + 1);
  bool known = extents[front] >= 0;
  // Columns stay inside, unless they are in front: the tile is computed there.
  order[count++] = t->outerColumn;
  ruleMoveToFront(order, extents, front);
  t->outer = ARENA_ARRAY(t->r->scheduler.arena, MlirValue, count);
  memcpy(t->outer, order, (size_t)count * sizeof(*order));
  t->extents = extents;
  t->numOuter = count;
  if (known && isLongRound(t->r, t->compute))
    moveBatchesOut(t, carrier, row, column, order, count);
  return count;
}
