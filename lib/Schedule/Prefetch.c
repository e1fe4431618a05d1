//===- Prefetch.c - the primitive tir.prefetch ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// At the front of the loop's body one `tir.fetch` per cache line of the region
// that the round so many rounds later loads, as far as the region is short in
// its last dimension and one element long in the others.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Schedule/Limits.h"
#include "lib/Schedule/Scheduler.h"

/// How many lines the region has; 0 after a refusal.
static int64_t countLines(Scheduler *s, const ScheduleLimits *limits,
                          MlirOperation loop, MlirValue buffer,
                          const ScheduleRegion *region) {
  StrRef name = scheduleBufferName(buffer);
  MlirOperation inside = mlirBlockGetFirstOperation(bridgeBody(loop));
  int64_t bytes =
      tirElementBytes(tirBufferTypeGetElementType(mlirValueGetType(buffer)));
  int64_t lines = 1;
  for (intptr_t d = 0; d < region->rank; ++d) {
    int64_t extent = scheduleUpperBound(s, inside, region->extent[d]);
    if (d + 1 == region->rank &&
        extent <= limits->prefetchLines * limits->lineBytes / bytes)
      lines = (extent * bytes + limits->lineBytes - 1) / limits->lineBytes;
    else if (extent != 1)
      lines = 0;
    if (lines <= 0) {
      scheduleError(s,
                    "a round loads '%s' elements of '%.*s' in dimension %ld: "
                    "expected at most %ld lines of memory",
                    scheduleText(s, region->extent[d]), SPREAD(name), (long)d,
                    (long)limits->prefetchLines);
      return 0;
    }
  }
  return lines;
}

MlirLogicalResult schedulePrefetch(Scheduler *s) {
  MlirValue buffer = scheduleBufferOf(s, tirPrefetchGetBuffer(s->primitive));
  ScheduleLimits limits;
  if (!buffer.ptr || !scheduleLimitsOf(s->func, &limits))
    return mlirLogicalResultFailure();
  MlirOperation loop = scheduleLoopOf(s, tirPrefetchGetLoop(s->primitive));
  ScheduleRegion region;
  StrRef name = scheduleBufferName(buffer);
  if (loop.ptr && scheduleIsLocalTo(buffer, loop))
    return scheduleError(s,
                         "'%.*s' is local to loop '%.*s': no round before has "
                         "it",
                         SPREAD(name), (int)scheduleNameOf(loop).length,
                         scheduleNameOf(loop).data);
  if (!loop.ptr || mlirLogicalResultIsFailure(
                       scheduleRegionOf(s, loop, loop, buffer, &region)))
    return mlirLogicalResultFailure();
  int64_t lines = countLines(s, &limits, loop, buffer, &region);
  int64_t ahead = tirPrefetchGetAhead(s->primitive);
  bool good = lines > 0;
  MlirValue iterator = scheduleIterator(loop);
  SymExpr later = scheduleCombine(s, symExprAdd, scheduleSymbolOf(s, iterator),
                                  scheduleConst(s, ahead), &good);
  for (intptr_t d = 0; d < region.rank && good; ++d)
    good = scheduleSubstitute(s, &region.start[d], iterator, later);
  MlirType type = mlirValueGetType(buffer);
  int64_t step =
      limits.lineBytes / tirElementBytes(tirBufferTypeGetElementType(type));
  const MlirAttribute *dims;
  tirBufferTypeGetDims(type, &dims);
  for (int64_t line = lines - 1; line >= 0 && good; --line) {
    SymExpr *at = ARENA_ARRAY(s->arena, SymExpr, region.rank);
    for (intptr_t d = 0; d < region.rank; ++d)
      at[d] = region.start[d];
    if (region.rank > 0)
      at[region.rank - 1] =
          scheduleCombine(s, symExprAdd, at[region.rank - 1],
                          scheduleConst(s, line * step), &good);
    TirFetchArgs args = {.buffer = buffer,
                         .exprs =
                             mlirArrayAttrGet(s->context, region.rank, dims)};
    MlirOperation fetch =
        tirFetchCreate(mlirOperationGetLocation(s->primitive), &args);
    mlirBlockInsertOwnedOperation(bridgeBody(loop), 0, fetch);
    scheduleSetExprs(s, fetch, at, region.rank);
  }
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
