//===- Rows.c - computes in one nest of loops over rows -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A row is done from its first compute to its last while it is in the cache,
// and what one compute hands to the next is one row of local memory. Of short
// rows several go together: what the next compute reads was written some time
// before, and has left the store buffer.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rows.h"
#include "lib/Schedule/Computes.h"

#include <stb/stb_ds.h>

typedef struct Nest {
  Scheduler *s;
  intptr_t rows;
  int64_t panel;
  MlirOperation *loops; // from the outermost
  bool good;
} Nest;

/// Loops around `compute` for its first iterators.
static void makeLoops(Nest *nest, MlirOperation compute) {
  Scheduler *s = nest->s;
  intptr_t all;
  const SymExpr *bounds = scheduleExprs(s, compute, &all);
  nest->loops = ARENA_ARRAY(s->arena, MlirOperation, nest->rows);
  for (intptr_t i = 0; i < nest->rows; ++i) {
    MlirLocation loc = mlirValueGetLocation(bridgeArgument(compute, i));
    StrRef name = bridgeLocationName(loc);
    SymExpr upper = bounds[all / 2 + i];
    bool panels = i + 1 == nest->rows && nest->panel > 1;
    if (panels)
      upper = scheduleCombine(s, symExprCeilDiv, upper,
                              scheduleConst(s, nest->panel), &nest->good);
    nest->loops[i] = scheduleMakeFor(
        s, compute,
        scheduleUniqueName(s, name.length ? name : strRefFromC("i"),
                           panels ? "o" : ""),
        scheduleConst(s, 0), upper, (MlirAttribute){NULL}, loc);
    if (i > 0)
      scheduleMoveToEnd(nest->loops[i], bridgeBody(nest->loops[i - 1]));
  }
}

/// The first row of a round.
static SymExpr firstRow(Nest *nest) {
  Scheduler *s = nest->s;
  SymExpr round =
      scheduleSymbolOf(s, scheduleIterator(nest->loops[nest->rows - 1]));
  return scheduleCombine(s, symExprMul, round, scheduleConst(s, nest->panel),
                         &nest->good);
}

/// The iterator over the rows of a panel, of `upper` rows in all.
static void addPanel(Nest *nest, ScheduleHead *head, MlirOperation compute,
                     SymExpr upper) {
  Scheduler *s = nest->s;
  SymExpr left =
      scheduleCombine(s, symExprSub, upper, firstRow(nest), &nest->good);
  upper = scheduleCombine(s, symExprMin, scheduleConst(s, nest->panel), left,
                          &nest->good);
  MlirLocation loc =
      mlirValueGetLocation(bridgeArgument(compute, nest->rows - 1));
  scheduleAddIterator(s, head, "spatial", loc, scheduleConst(s, 0), upper);
}

static void moveIn(Nest *nest, MlirOperation compute) {
  Scheduler *s = nest->s;
  intptr_t all, last = nest->rows - 1;
  const SymExpr *bounds = scheduleExprs(s, compute, &all);
  all /= 2;
  ScheduleHead head = scheduleStartHead(s, all);
  if (nest->panel > 1)
    addPanel(nest, &head, compute, bounds[all + last]);
  for (intptr_t i = nest->rows; i < all; ++i)
    scheduleKeepIterator(s, &head, compute, i);
  MlirOperation op = scheduleMakeCompute(
      s, compute, &head, scheduleNameOf(compute), tirComputeGetUpdate(compute));
  SymExpr *values = ARENA_ARRAY(s->arena, SymExpr, all);
  intptr_t skipped = all - head.count;
  for (intptr_t i = 0; i < all; ++i)
    values[i] = i < nest->rows
                    ? scheduleSymbolOf(s, scheduleIterator(nest->loops[i]))
                    : scheduleSymbolOf(s, bridgeArgument(op, i - skipped));
  if (nest->panel > 1)
    values[last] = scheduleCombine(s, symExprAdd, firstRow(nest),
                                   scheduleSymbolOf(s, bridgeArgument(op, 0)),
                                   &nest->good);
  nest->good &=
      mlirLogicalResultIsSuccess(scheduleCopyBody(s, compute, op, values));
  scheduleDestroy(s, compute);
  scheduleMoveToEnd(op, bridgeBody(nest->loops[last]));
}

/// The rows of a round in the place of all.
static void shrink(Nest *nest, MlirOperation alloc) {
  Scheduler *s = nest->s;
  const MlirAttribute *dims;
  MlirValue buffer = mlirOperationGetResult(alloc, 0);
  intptr_t last = nest->rows - 1;
  ScheduleRegion region = {
      .rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims)};
  region.start = ARENA_ARRAY(s->arena, SymExpr, region.rank);
  region.extent = ARENA_ARRAY(s->arena, SymExpr, region.rank);
  for (intptr_t d = 0; d < region.rank; ++d) {
    region.start[d] =
        d < last    ? scheduleSymbolOf(s, scheduleIterator(nest->loops[d]))
        : d == last ? firstRow(nest)
                    : scheduleConst(s, 0);
    region.extent[d] = d < last    ? scheduleConst(s, 1)
                       : d == last ? scheduleConst(s, nest->panel)
                                   : scheduleExprOf(s, dims[d]);
  }
  MlirOperation loop = nest->loops[last];
  StrRef name = scheduleNameOf(alloc);
  StrRef space = tirAllocGetSpace(alloc);
  MlirValue local = scheduleMakeLocal(s, loop, buffer, &region, name, space, 0);
  nest->good &= local.ptr && mlirLogicalResultIsSuccess(scheduleRebase(
                                 s, loop, buffer, local, region.start));
  if (!nest->good)
    return;
  mlirOperationSetLocation(mlirOpResultGetOwner(local),
                           mlirOperationGetLocation(alloc));
  scheduleDestroy(s, alloc);
}

MlirLogicalResult scheduleFuseRows(Scheduler *s, MlirOperation in,
                                   intptr_t rows, int64_t panel) {
  ScheduleOps computes = NULL, allocs = NULL;
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(in), &op);) {
    if (tirIsCompute(op))
      arrput(computes, op);
    else if (tirIsAlloc(op))
      arrput(allocs, op);
  }
  Nest nest = {.s = s, .rows = rows, .panel = panel, .good = true};
  makeLoops(&nest, computes[0]);
  for (ptrdiff_t i = 0; i < arrlen(computes) && nest.good; ++i)
    moveIn(&nest, computes[i]);
  for (ptrdiff_t i = arrlen(allocs); i-- > 0 && nest.good;)
    shrink(&nest, allocs[i]);
  arrfree(computes);
  arrfree(allocs);
  return nest.good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
