//===- RuleTile.c - the rule for tiles in registers -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Matrix products, convolutions and other reductions into elements that lie
// side by side. A tile of rows x (2 * lanes) accumulators stays in registers
// over all reduce loops; a row is broadcast, a column is a vector, and a loaded
// vector serves all rows (references/cpu-perf.md, recipe B). Where the target
// has no iterator that uses loaded vectors again, the tile has one row.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/RuleTile.h"

/// The iterator of `next` at the dimension where `compute` has `iterator`; -1,
/// no iterator, stands at constant dimensions too and has no partner.
static intptr_t partner(const RuleCompute *compute, const RuleCompute *next,
                        intptr_t iterator) {
  if (!next || iterator < 0)
    return iterator;
  for (intptr_t d = 0; d < compute->rank && d < next->rank; ++d)
    if (compute->iteratorOf[d] == iterator)
      return next->iteratorOf[d];
  return -1;
}

/// Layouts of the weights, and prefetches of columns some rounds of the
/// innermost reduce loop before they are used.
static void packWeights(Tile *t, MlirValue reduceLoop) {
  if (t->rowPack.buffer.ptr)
    ruleEmitPack(t->r, &t->rowPack);
  if (!t->columnPack.buffer.ptr)
    return;
  MlirValue buffer = ruleEmitPack(t->r, &t->columnPack);
  int64_t rounds = t->compute->extent[t->compute->count - 1];
  int64_t runs[RULE_MAX_RUNS];
  if (ruleRunsOf(t->r, t->compute, t->compute->count - 1, runs) > 0)
    return; // several loads, one of them in the next line
  if (rounds < 0 || rounds > t->r->limits.prefetchRounds)
    rulePrefetch(t->r, buffer, reduceLoop, t->r->limits.prefetchRounds);
}

static void finishLoops(Tile *t, MlirValue row, MlirValue column, bool unroll) {
  if (row.ptr && unroll)
    ruleUnroll(t->r, row);
  ruleVectorize(t->r, column, t->masked);
}

/// Code for the heights of a tile.
static void rowSizes(Tile *t, int64_t extent) {
  ruleSizes(t->r, t->innerRow, t->group ? t->group : extent, t->rows,
            tileIsBalanced(t));
}

/// Code for the widths of a tile; one vector with fast masks is all of them.
static void columnSizes(Tile *t, int64_t extent) {
  if (!t->masked || t->columns > t->r->lanes || t->r->limits.slowMasks)
    ruleSizes(t->r, t->innerColumn, extent, t->columns, false);
}

/// Room for the loops of the compute, or of what stores its results, which may
/// have more dimensions.
static MlirValue *orderOf(Tile *t) {
  const RuleCompute *c = t->compute;
  return ARENA_ARRAY(t->r->scheduler.arena, MlirValue,
                     c->rank > c->count ? c->rank : c->count);
}

/// Loops of a compute over the tile: all others, then the sum along which rows
/// overlap, then row, then column.
static void tileLoops(Tile *t, MlirValue handle, const char *base,
                      const intptr_t *iteratorOf, intptr_t count,
                      MlirValue *row, MlirValue *column, MlirValue *order) {
  Arena *arena = t->r->scheduler.arena;
  MlirValue *loops = ARENA_ARRAY(arena, MlirValue, count);
  ruleLoopsOf(t->r, handle, base, count, loops);
  intptr_t number = 0;
  row->ptr = NULL;
  for (intptr_t i = 0; i < count; ++i) {
    if (iteratorOf[i] >= 0 && iteratorOf[i] == t->row)
      *row = loops[i];
    else if (iteratorOf[i] == t->column)
      *column = loops[i];
    else if (iteratorOf[i] >= 0 && iteratorOf[i] == t->overlap)
      t->copied = loops[i];
    else
      order[number++] = loops[i];
  }
  bool overlaps = number + 1 + (row->ptr != NULL) < count;
  if (row->ptr)
    order[number++] = *row;
  if (overlaps)
    order[number++] = t->copied;
  order[number++] = *column;
  bool moved = false;
  for (intptr_t i = 0; i < count; ++i)
    moved |= !mlirValueEqual(order[i], loops[i]);
  if (moved && overlaps)
    ruleReassociate(t->r, order, number);
  else if (moved && number > 1)
    ruleReorder(t->r, order, number);
}

/// What follows carries the tile; the reduction is computed inside.
static void carriedByNext(Tile *t) {
  Rules *r = t->r;
  Arena *arena = r->scheduler.arena;
  const RuleCompute *c = t->compute, *n = t->next;
  intptr_t row = partner(c, n, t->row), column = partner(c, n, t->column);
  bool staged = mlirValueEqual(c->target, n->target);
  StrRef buffer = scheduleBufferName(c->target);
  MlirValue compute = ruleFind(r, scheduleNameOf(c->op));
  MlirValue target = ruleFind(r, buffer);
  t->loops = ARENA_ARRAY(arena, MlirValue, n->count);
  ruleLoops(r, ruleFind(r, scheduleNameOf(n->op)), n->op, n->count, t->loops);
  tileSplitLoops(t, row, column);
  MlirValue *order = ARENA_ARRAY(arena, MlirValue, n->count + MORE_LOOPS);
  intptr_t count = tileOuterLoops(t, n, row, column, order);
  if (row >= 0)
    order[count++] = t->innerRow;
  order[count++] = t->innerColumn;
  ruleReorder(r, order, count);
  MlirValue place = order[count - 2 - (row >= 0)];
  ruleComputeAt(r, compute, place);
  if (staged)
    ruleStage(r, target, place);
  // The reduction in the tile: reduce loops outside of rows and columns.
  intptr_t *own = ARENA_ARRAY(arena, intptr_t, c->count);
  MlirValue *inner = orderOf(t);
  MlirValue rowLoop, columnLoop, rowInit, columnInit, rowStore, columnStore;
  for (intptr_t i = 0; i < c->count; ++i)
    own[i] = i;
  tileLoops(t, compute, "t", own, c->count, &rowLoop, &columnLoop, inner);
  intptr_t last = c->count - 2 - (t->row >= 0) - (t->overlap >= 0);
  packWeights(t, inner[last]);
  ruleSplitRuns(r, c, inner[last], rowLoop, columnLoop);
  intptr_t *spatial = ARENA_ARRAY(arena, intptr_t, c->count), number = 0;
  for (intptr_t i = 0; i < c->count; ++i)
    if (c->spatial[i])
      spatial[number++] = i;
  MlirValue init = ruleFindSuffix(r, scheduleNameOf(c->op), ".init");
  tileLoops(t, init, "z", spatial, number, &rowInit, &columnInit, inner);
  if (staged) {
    rulePlace(r, ruleFindSuffix(r, buffer, ".stage"), "register");
    tileLoops(t, ruleFindSuffix(r, buffer, ".store"), "w", c->iteratorOf,
              c->rank, &rowStore, &columnStore, inner);
  }
  if (row >= 0)
    rowSizes(t, n->extent[row]);
  columnSizes(t, n->extent[column]);
  finishLoops(t, t->innerRow, t->innerColumn, false);
  finishLoops(t, rowLoop, columnLoop, true);
  if (t->overlap >= 0)
    ruleUnroll(r, t->copied);
  finishLoops(t, rowInit, columnInit, false);
  if (staged)
    finishLoops(t, rowStore, columnStore, false);
  tileShareRounds(t);
}

/// The reduction carries the tile itself; its initialisation moves inside.
static void carriedBySelf(Tile *t) {
  Rules *r = t->r;
  Arena *arena = r->scheduler.arena;
  const RuleCompute *c = t->compute;
  StrRef buffer = scheduleBufferName(c->target);
  MlirValue target = ruleFind(r, buffer);
  t->loops = ARENA_ARRAY(arena, MlirValue, c->count);
  ruleLoops(r, ruleFind(r, scheduleNameOf(c->op)), c->op, c->count, t->loops);
  MlirValue init = ruleFindSuffix(r, scheduleNameOf(c->op), ".init");
  tileSplitLoops(t, t->row, t->column);
  MlirValue *order = ARENA_ARRAY(arena, MlirValue, c->count + MORE_LOOPS);
  intptr_t count = tileOuterLoops(t, c, t->row, t->column, order);
  MlirValue place = order[count - 1];
  for (intptr_t i = 0; i < c->count; ++i)
    if (!c->spatial[i] && i != t->overlap)
      order[count++] = t->loops[i];
  MlirValue last = order[count - 1];
  if (t->row >= 0)
    order[count++] = t->innerRow;
  if (t->overlap >= 0)
    order[count++] = t->copied = t->loops[t->overlap];
  order[count++] = t->innerColumn;
  if (t->overlap >= 0)
    ruleReassociate(r, order, count);
  else
    ruleReorder(r, order, count);
  ruleComputeAt(r, init, place);
  ruleStage(r, target, place);
  rulePlace(r, ruleFindSuffix(r, buffer, ".stage"), "register");
  packWeights(t, last);
  ruleSplitRuns(r, c, last, t->innerRow, t->innerColumn);
  MlirValue *inner = orderOf(t);
  MlirValue rowInit, columnInit, rowStore, columnStore;
  intptr_t *spatial = ARENA_ARRAY(arena, intptr_t, c->count), number = 0;
  for (intptr_t i = 0; i < c->count; ++i)
    if (c->spatial[i])
      spatial[number++] = i;
  tileLoops(t, init, "z", spatial, number, &rowInit, &columnInit, inner);
  tileLoops(t, ruleFindSuffix(r, buffer, ".store"), "w", c->iteratorOf, c->rank,
            &rowStore, &columnStore, inner);
  if (t->row >= 0)
    rowSizes(t, c->extent[t->row]);
  columnSizes(t, c->extent[t->column]);
  finishLoops(t, t->innerRow, t->innerColumn, true);
  if (t->overlap >= 0)
    ruleUnroll(r, t->copied);
  finishLoops(t, rowInit, columnInit, false);
  finishLoops(t, rowStore, columnStore, false);
  tileShareRounds(t);
}

/// Where runs of rows use the same columns, tiles of so many rows that divide
/// them; or as many as share a run evenly.
static void findGroup(Tile *t) {
  int64_t group = ruleGroupOfRows(t->r, t->compute, t->row), rows = t->rows;
  if (!group)
    return;
  while (rows > 1 && group % rows)
    --rows;
  if (rows < t->r->limits.leastRows && group >= t->r->limits.leastRows) {
    int64_t tiles = (group + t->rows - 1) / t->rows;
    t->group = group;
    rows = (group + tiles - 1) / tiles;
  }
  t->rows = rows;
}

bool ruleTile(Rules *r, const RuleCompute *c, const RuleCompute *next) {
  if (!c->reduces || !c->simple || c->lanes < 0 || !c->target.ptr)
    return false;
  if (!next && ruleColumns(r, c))
    return true;
  RuleShape shape = ruleTileShape(r, c);
  Tile tile = {.r = r,
               .compute = c,
               .next = next,
               .row = ruleRowIterator(r, c),
               .column = c->lanes,
               .overlap = -1,
               .rows = shape.rows,
               .columns = shape.vectors * r->lanes};
  if (tile.row >= 0) {
    findGroup(&tile);
  } else if ((tile.row = ruleOwnRows(r, c)) >= 0) {
    int64_t most =
        shape.vectors > 1 ? r->limits.chains : r->limits.mostWideRows;
    tile.rows = tile.rows < most ? tile.rows : most;
    tile.overlap = ruleOverlap(r, c, tile.row);
  }
  if (next && (partner(c, next, tile.column) < 0 ||
               (tile.row >= 0 && partner(c, next, tile.row) < 0)))
    return false;
  tile.masked = ruleMasks(r, c, tile.column) &&
                (!next || ruleMasks(r, next, partner(c, next, tile.column)));
  if (!c->spatial[c->count - 1]) {
    if (!tile.group)
      tile.rowPack = ruleFindPack(r, c, tile.row, tile.column, tile.rows);
    tile.columnPack = ruleFindPack(r, c, tile.column, tile.row, tile.columns);
  }
  if (next)
    carriedByNext(&tile);
  else
    carriedBySelf(&tile);
  return true;
}
