//===- RuleDotLoops.c - loops of products of rows with rows ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/RuleDot.h"

#include <stb/stb_ds.h>

/// A single row has one sum at a time: several vectors of it hide how long an
/// addition takes.
static void findFactor(Dot *d) {
  const RuleCompute *c = d->compute;
  int64_t extent = c->extent[c->count - 1];
  d->factor = d->single ? d->r->limits.chains * d->lanes : d->lanes;
  while (extent >= 0 && d->factor > d->lanes &&
         (extent < d->factor || extent % d->factor))
    d->factor /= 2;
  Scheduler *s = &d->r->scheduler;
  intptr_t count;
  SymExpr *bounds = scheduleExprs(s, c->op, &count), rest;
  Facts facts = scheduleFactsAt(s, c->op);
  d->hasRest = symExprMod(s->arena, bounds[count - 1],
                          scheduleConst(s, d->factor), &rest) != SYM_OK ||
               !factsEqual(&facts, rest, scheduleConst(s, 0));
}

/// Blocks of rows that stay in the cache while all columns go by, and the loop
/// over tiles of a block.
static intptr_t splitRows(Dot *d, MlirValue *order, intptr_t count) {
  MlirValue block, rows = d->loops[d->row];
  int64_t extent = d->compute->extent[d->row];
  if (d->single) {
    order[count++] = rows;
    return count;
  }
  if (extent < 0 || extent > d->r->limits.dotBlock) {
    ruleSplit(d->r, rows, d->r->limits.dotBlock, false, &block, &rows);
    order[count++] = block;
  }
  ruleSplit(d->r, rows, d->r->limits.dotRows, true, &d->outerRow, &d->innerRow);
  return count;
}

/// Batches, blocks of rows, columns, rows. Returns the loop whose rounds the
/// threads share.
static MlirValue orderLoops(Dot *d) {
  Rules *r = d->r;
  const RuleCompute *c = d->compute;
  Arena *arena = r->scheduler.arena;
  MlirValue *order = ARENA_ARRAY(arena, MlirValue, 2 * (d->spatial + 2));
  int64_t *extents = ARENA_ARRAY(arena, int64_t, d->spatial + 1);
  intptr_t count = 0;
  for (intptr_t i = 0; i < d->spatial; ++i)
    if (i != d->row && i != d->column) {
      extents[count] = c->extent[i];
      order[count++] = d->loops[i];
    }
  int64_t columns = c->extent[d->column];
  extents[count] = columns < 0 ? -1 : columns / d->r->limits.dotColumns;
  intptr_t batches = count, front = ruleOutermost(d->r, extents, count + 1);
  MlirValue shared = front < batches ? order[front] : d->outerColumn;
  if (front < batches) {
    for (; front > 0; --front)
      order[front] = order[front - 1];
    order[0] = shared;
  }
  if (d->row >= 0)
    count = splitRows(d, order, count);
  order[count++] = d->outerColumn;
  if (d->outerRow.ptr) {
    order[count++] = d->outerRow;
    order[count++] = d->innerRow;
  }
  if (d->innerColumn.ptr)
    order[count++] = d->innerColumn;
  order[count++] = d->loops[d->spatial];
  bool moved = false;
  for (intptr_t i = 0; i < count; ++i)
    moved |= count != d->spatial + 1 || !mlirValueEqual(order[i], d->loops[i]);
  if (moved)
    ruleReorder(r, order, count);
  return shared;
}

/// All loops of a compute inside of the tile: reductions, then rows and
/// columns, lanes.
static void tileLoops(Dot *d, MlirValue handle, const char *base,
                      bool isReduction, bool inLanes) {
  Rules *r = d->r;
  intptr_t all = isReduction ? d->compute->count : d->spatial;
  intptr_t total = all + inLanes, count = 0;
  MlirValue *loops = ARENA_ARRAY(r->scheduler.arena, MlirValue, total);
  MlirValue *order = ARENA_ARRAY(r->scheduler.arena, MlirValue, total);
  ruleLoopsOf(r, handle, base, total, loops);
  // The lanes stand before the last reduction, or at the end.
  intptr_t lanes = isReduction ? all - 1 : all;
  for (intptr_t i = d->spatial; isReduction && i < total; ++i)
    if (i != lanes)
      order[count++] = loops[i];
  for (intptr_t i = 0; i < d->spatial; ++i)
    if (i != d->row && i != d->column)
      order[count++] = loops[i];
  order[count++] = loops[d->column];
  if (d->row >= 0)
    order[count++] = loops[d->row];
  if (inLanes)
    order[count++] = loops[lanes];
  bool moved = false;
  for (intptr_t i = 0; i < total; ++i)
    moved |= !mlirValueEqual(order[i], loops[i]);
  if (moved)
    ruleReorder(r, order, total);
  // Memory is asked for a tile before it is used.
  if (isReduction && !d->single && ruleIsLarge(d->r, d->compute))
    rulePrefetch(r, ruleFind(r, scheduleBufferName(d->columns)),
                 loops[d->column], d->r->limits.dotColumns);
  if (d->row >= 0)
    arrput(d->copies, loops[d->row]);
  arrput(d->copies, loops[d->column]);
  if (inLanes)
    arrput(d->vectors, loops[lanes]);
}

/// A copy of the tile's code for each of its sizes.
static void copyTile(Dot *d) {
  const RuleCompute *c = d->compute;
  Rules *r = d->r;
  if (d->innerRow.ptr) {
    int64_t rows = c->extent[d->row];
    ruleSizes(r, d->innerRow, rows > d->r->limits.dotBlock ? -1 : rows,
              d->r->limits.dotRows, true);
    arrput(d->copies, d->innerRow);
  }
  if (d->innerColumn.ptr) {
    ruleSizes(r, d->innerColumn, c->extent[d->column], d->r->limits.dotColumns,
              false);
    arrput(d->copies, d->innerColumn);
  }
  for (ptrdiff_t i = 0; i < arrlen(d->copies); ++i)
    ruleUnroll(r, d->copies[i]);
  for (ptrdiff_t i = 0; i < arrlen(d->vectors); ++i)
    ruleVectorize(r, d->vectors[i], false);
  r->lanes = d->factor; // all states of a sum at once
  ruleVectorize(r, d->loops[d->spatial], false);
  arrfree(d->copies);
  arrfree(d->vectors);
}

/// A compute beside the tiles, around its reductions: element by element.
static void plainLoops(Dot *d, MlirValue handle, const char *base) {
  Rules *r = d->r;
  Arena *arena = r->scheduler.arena;
  MlirValue *loops = ARENA_ARRAY(arena, MlirValue, d->spatial);
  ruleLoopsOf(r, handle, base, d->spatial, loops);
  intptr_t front = ruleOutermost(d->r, d->compute->extent, d->spatial);
  MlirValue first = loops[front];
  for (intptr_t i = front; i > 0; --i)
    loops[i] = loops[i - 1];
  loops[0] = first;
  if (front > 0)
    ruleReorder(r, loops, d->spatial);
  if (ruleIsLarge(d->r, d->compute))
    ruleParallel(r, first);
}

/// A compute of that name in tiles; `alone`: nothing else uses its target.
void dotEmit(Dot *d, MlirValue compute, StrRef name, bool alone) {
  Rules *r = d->r;
  int64_t lanes = r->lanes;
  const RuleCompute *c = d->compute;
  findFactor(d);
  ruleRfactor(r, compute, d->factor);
  r->lanes = d->lanes;
  MlirValue parts = ruleFindSuffix(r, name, ".parts");
  MlirValue states = ruleFindSuffix(r, name, ".states");
  d->loops = ARENA_ARRAY(r->scheduler.arena, MlirValue, d->spatial + 1);
  ruleLoopsOf(r, compute, "s", d->spatial + 1, d->loops);
  MlirValue init = ruleFindSuffix(r, name, ".init");
  d->outerColumn = d->loops[d->column];
  d->innerColumn.ptr = d->outerRow.ptr = d->innerRow.ptr = NULL;
  if (!d->single)
    ruleSplit(r, d->loops[d->column], d->r->limits.dotColumns, false,
              &d->outerColumn, &d->innerColumn);
  MlirValue shared = orderLoops(d);
  MlirValue place = d->outerRow.ptr ? d->outerRow : d->outerColumn;
  bool inside = alone && !d->hasRest;
  if (inside)
    ruleComputeAt(r, init, place);
  // First the space: threads around the program have no workspaces.
  rulePlace(r, states, "register");
  ruleComputeAt(r, parts, place);
  tileLoops(d, parts, "t", true, true);
  tileLoops(d, ruleFindSuffix(r, name, ".parts.init"), "z", false, true);
  if (inside)
    tileLoops(d, init, "y", false, false);
  else
    plainLoops(d, init, "y");
  copyTile(d);
  if (d->hasRest)
    plainLoops(d, ruleFindSuffix(r, name, ".rest"), "rest");
  if (ruleIsLarge(d->r, c))
    ruleParallel(r, shared);
  r->lanes = lanes;
}
