//===- Rows.c - computes in one nest of loops -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A row is done from its first compute to its last while it is in the cache,
// and what one compute hands to the next is one row of local memory.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rows.h"
#include "lib/Schedule/Computes.h"

#include <stb/stb_ds.h>

/// Loops around `compute` for its first iterators, from the outermost.
static MlirOperation *makeNest(Scheduler *s, MlirOperation compute,
                               intptr_t rows) {
  intptr_t all;
  const SymExpr *bounds = scheduleExprs(s, compute, &all);
  MlirOperation *loops = ARENA_ARRAY(s->arena, MlirOperation, rows);
  for (intptr_t i = 0; i < rows; ++i) {
    MlirLocation loc =
        mlirValueGetLocation(mlirBlockGetArgument(scheduleBody(compute), i));
    StrRef name = bridgeLocationName(loc);
    loops[i] = scheduleMakeFor(
        s, compute,
        scheduleUniqueName(s, name.length ? name : strRefFromC("i"), ""),
        bounds[i], bounds[all / 2 + i], (MlirAttribute){NULL}, loc);
    scheduleMoveToEnd(compute, scheduleBody(loops[i]));
  }
  return loops;
}

static void moveIn(Scheduler *s, MlirOperation compute,
                   const MlirOperation *loops, intptr_t rows) {
  for (intptr_t i = 0; i < rows; ++i) {
    MlirValue iterator = mlirBlockGetArgument(scheduleBody(compute), i);
    mlirValueReplaceAllUsesOfWith(iterator, scheduleIterator(loops[i]));
    scheduleRetire(s, iterator);
  }
  scheduleDropIterators(s, compute, rows);
  scheduleMoveToEnd(compute, scheduleBody(loops[rows - 1]));
}

/// One row of local memory in the place of all.
static MlirLogicalResult shrink(Scheduler *s, MlirOperation alloc,
                                const MlirOperation *loops, intptr_t rows) {
  const MlirAttribute *dims;
  MlirValue buffer = mlirOperationGetResult(alloc, 0);
  ScheduleRegion region = {
      .rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims)};
  region.start = ARENA_ARRAY(s->arena, SymExpr, region.rank);
  region.extent = ARENA_ARRAY(s->arena, SymExpr, region.rank);
  for (intptr_t d = 0; d < region.rank; ++d) {
    region.start[d] = d < rows ? scheduleSymbolOf(s, scheduleIterator(loops[d]))
                               : scheduleConst(s, 0);
    region.extent[d] =
        d < rows ? scheduleConst(s, 1) : scheduleExprOf(s, dims[d]);
  }
  MlirOperation loop = loops[rows - 1];
  StrRef name = scheduleNameOf(alloc);
  StrRef space =
      strRefFromMlir(mlirStringAttrGetValue(tirAllocGetSpace(alloc)));
  MlirValue row = scheduleMakeLocal(s, loop, buffer, &region, name, space, 0);
  if (!row.ptr || mlirLogicalResultIsFailure(
                      scheduleRebase(s, loop, buffer, row, region.start)))
    return mlirLogicalResultFailure();
  mlirOperationSetLocation(mlirOpResultGetOwner(row),
                           mlirOperationGetLocation(alloc));
  scheduleDestroy(s, alloc);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult scheduleFuseRows(Scheduler *s, intptr_t rows) {
  ScheduleOps computes = NULL, allocs = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(scheduleBody(s->func));
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (tirIsCompute(op))
      arrput(computes, op);
    else if (tirIsAlloc(op))
      arrput(allocs, op);
  }
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  MlirOperation *loops = makeNest(s, computes[0], rows);
  for (ptrdiff_t i = 0; i < arrlen(computes); ++i)
    moveIn(s, computes[i], loops, rows);
  for (ptrdiff_t i = arrlen(allocs);
       i-- > 0 && mlirLogicalResultIsSuccess(outcome);)
    outcome = shrink(s, allocs[i], loops, rows);
  arrfree(computes);
  arrfree(allocs);
  return outcome;
}
