//===- BatchTables.c - rows of many calls in the buffers of a program ----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Dimensions in front that differ from call to call, up to the last one, are
// one: `[n, m, 4]` is a `[rows, 4]`, where a call has `n * m` rows from where a
// table says that its own begin. Literals among them are no entry of a table:
// a `[3, n, m]` has three times the rows of an `[n, m]`, and begins three times
// as far behind.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Schedule/Fuse.h"
#include "lib/Transforms/Batch/BatchLanes.h"

typedef struct Finding {
  BatchLanes *lanes;
  BatchFront *fronts;
  StrRef *names; // that the program has
  size_t numNames;
} Finding;

static intptr_t extentOf(BatchTables *tables, SymExpr extent) {
  intptr_t i = 0;
  while (i < tables->numExtents && !symExprEqual(tables->extents[i], extent))
    ++i;
  if (i == tables->numExtents)
    tables->extents[tables->numExtents++] = extent;
  return i;
}

static intptr_t rowsOf(BatchTables *tables, const intptr_t *extents,
                       intptr_t count) {
  intptr_t i = 0;
  for (bool found = false; i < tables->numRows; ++i) {
    found = tables->rows[i].count == count;
    for (intptr_t k = 0; k < count && found; ++k)
      found = tables->rows[i].extents[k] == extents[k];
    if (found)
      return i;
  }
  tables->rows[tables->numRows++] = (BatchTable){extents, count};
  return i;
}

/// The symbol of a buffer's rows: what it was if they are all it has.
static StrRef nameOf(Finding *finding, intptr_t buffer, BatchFront front) {
  BatchTables *tables = &finding->lanes->tables;
  const BatchTable *rows = &tables->rows[front.rows];
  StrRef name;
  for (intptr_t i = 0; i < buffer; ++i)
    if (finding->fronts[i].name.length &&
        finding->fronts[i].rows == front.rows &&
        finding->fronts[i].times == front.times)
      return finding->fronts[i].name;
  if (front.times == 1 && rows->count == 1 &&
      symExprIsSymbol(tables->extents[rows->extents[0]], &name))
    return name;
  name = symFreshName(finding->lanes->s.arena, strRefFromC("rows"),
                      finding->names, finding->numNames);
  finding->names[finding->numNames++] = name;
  return name;
}

static void findFront(Finding *finding, intptr_t buffer, MlirType type) {
  Arena *arena = finding->lanes->s.arena;
  BatchTables *tables = &finding->lanes->tables;
  BatchRows own = batchRowsOf(arena, type, finding->lanes->how->modes[buffer]);
  intptr_t *extents = ARENA_ARRAY(arena, intptr_t, own.count + 1);
  for (intptr_t i = 0; i < own.count; ++i)
    extents[i] = extentOf(tables, own.extents[i]);
  BatchFront front = {.rows = rowsOf(tables, extents, own.count),
                      .times = own.times};
  front.name = nameOf(finding, buffer, front);
  finding->fronts[buffer] = front;
}

void batchFindTables(BatchLanes *lanes) {
  Arena *arena = lanes->s.arena;
  MlirType type = tirFuncGetFunctionType(lanes->s.func);
  intptr_t count = mlirFunctionTypeGetNumInputs(type), room = 0;
  intptr_t symbols = bridgeLength(lanes->how->joined);
  StrRef *names;
  size_t numNames = symNamesIn(lanes->s.func, arena, &names);
  for (intptr_t i = 0; i < count; ++i)
    if (lanes->how->modes[i] > BATCH_LANE)
      room += batchRowsOf(arena, mlirFunctionTypeGetInput(type, i),
                          lanes->how->modes[i])
                  .count;
  Finding finding = {
      .lanes = lanes,
      .fronts = ARENA_ARRAY(arena, BatchFront, count),
      .names = ARENA_ARRAY(arena, StrRef, numNames + (size_t)count + 1),
      .numNames = numNames};
  for (size_t i = 0; i < numNames; ++i)
    finding.names[i] = names[i];
  symAttributeIsSymbol(lanes->extent, &finding.names[finding.numNames++]);
  lanes->tables =
      (BatchTables){.extents = ARENA_ARRAY(arena, SymExpr, symbols + room),
                    .rows = ARENA_ARRAY(arena, BatchTable, count)};
  for (intptr_t i = 0; i < symbols; ++i)
    extentOf(&lanes->tables,
             symExprOf(arena, mlirArrayAttrGetElement(lanes->how->joined, i)));
  for (intptr_t i = 0; i < count; ++i) {
    finding.fronts[i] = (BatchFront){.times = 0};
    if (lanes->how->modes[i] > BATCH_LANE)
      findFront(&finding, i, mlirFunctionTypeGetInput(type, i));
  }
  lanes->fronts = finding.fronts;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The extent of a dimension of one call, in the loop.
static SymExpr dimInLoop(BatchLanes *lanes, SymExpr dim) {
  for (intptr_t i = 0; i < lanes->tables.numExtents; ++i)
    if (symExprEqual(lanes->tables.extents[i], dim))
      return lanes->lengths[i];
  return batchInLoop(lanes, dim);
}

SymExpr batchInLoop(BatchLanes *lanes, SymExpr expr) {
  Arena *arena = lanes->s.arena;
  StrRef *names = ARENA_ARRAY(arena, StrRef, lanes->tables.numExtents);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, lanes->tables.numExtents);
  size_t count = 0;
  for (intptr_t i = 0; i < lanes->tables.numExtents; ++i)
    if (symExprIsSymbol(lanes->tables.extents[i], &names[count]))
      values[count++] = lanes->lengths[i];
  (void)symExprSubstitute(arena, expr, names, values, count, &expr);
  return expr;
}

SymExpr batchRowIndex(BatchLanes *lanes, intptr_t buffer,
                      const SymExpr *index) {
  Scheduler *s = &lanes->s;
  const BatchFront *front = &lanes->fronts[buffer];
  const MlirAttribute *dims;
  symTypeDims(mlirFunctionTypeGetInput(tirFuncGetFunctionType(s->func), buffer),
              &dims);
  bool good = true;
  SymExpr place = index[0];
  for (intptr_t d = 1; d < lanes->how->modes[buffer]; ++d) {
    SymExpr dim = dimInLoop(lanes, symExprOf(s->arena, dims[d]));
    place = scheduleCombine(s, symExprMul, place, dim, &good);
    place = scheduleCombine(s, symExprAdd, place, index[d], &good);
  }
  SymExpr start = scheduleCombine(s, symExprMul, scheduleConst(s, front->times),
                                  lanes->starts[front->rows], &good);
  return scheduleCombine(s, symExprAdd, place, start, &good);
}

void batchPadRows(BatchLanes *lanes, MlirOperation load, intptr_t buffer,
                  const SymExpr *index) {
  Scheduler *s = &lanes->s;
  MlirValue pad = tirLoadGetPad(load), own = mlirOperationGetResult(load, 0);
  BatchMode joined = lanes->how->modes[buffer];
  const MlirAttribute *dims;
  symTypeDims(mlirFunctionTypeGetInput(tirFuncGetFunctionType(s->func), buffer),
              &dims);
  SymExpr *inside = ARENA_ARRAY(s->arena, SymExpr, 2 * joined);
  size_t count = 0;
  bool good = true;
  for (intptr_t d = 0; d < joined; ++d) {
    SymExpr last = scheduleCombine(
        s, symExprSub, dimInLoop(lanes, symExprOf(s->arena, dims[d])),
        scheduleConst(s, 1), &good);
    inside[count++] = index[d];
    inside[count++] = scheduleCombine(s, symExprSub, last, index[d], &good);
  }
  FuseBuilder b = {s, mlirOperationGetBlock(load),
                   mlirOperationGetLocation(load),
                   mlirOperationGetNextInBlock(load)};
  MlirValue chosen = fuseSelect(&b, fuseIsInside(&b, inside, count), own, pad);
  mlirValueReplaceAllUsesOfWith(own, chosen);
  mlirOperationSetOperand(mlirOpResultGetOwner(chosen), 1, own);
}
