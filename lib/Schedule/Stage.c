//===- Stage.c - the primitives tir.stage and tir.place -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The body of the loop works on a local copy of the region that it uses. What
// it reads is copied in first, unless the first thing that it does is to write
// all of the region; what it writes is copied back at the end.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Computes.h"

#include <stb/stb_ds.h>

MlirValue scheduleMakeLocal(Scheduler *s, MlirOperation loop, MlirValue buffer,
                            const ScheduleRegion *region, StrRef name,
                            StrRef space, int64_t pad) {
  MlirBlock body = bridgeBody(loop);
  MlirAttribute *dims = ARENA_ARRAY(s->arena, MlirAttribute, region->rank);
  for (intptr_t d = 0; d < region->rank; ++d) {
    int64_t high = scheduleUpperBound(s, mlirBlockGetFirstOperation(body),
                                      region->extent[d]);
    if (high == INT64_MAX ||
        __builtin_add_overflow(high, d + 1 == region->rank ? pad : 0, &high)) {
      StrRef of = scheduleBufferName(buffer);
      scheduleError(s,
                    "extent '%s' of the region of '%.*s' (dimension %ld) has "
                    "no constant bound",
                    scheduleText(s, region->extent[d]), SPREAD(of), (long)d);
      return (MlirValue){NULL};
    }
    dims[d] = symConstAttribute(s->context, high < 0 ? 0 : high);
  }
  MlirType element = tirBufferTypeGetElementType(mlirValueGetType(buffer));
  TirAllocArgs args = {
      .name = name,
      .space = space,
      .bufferType = tirBufferTypeGet(s->context, region->rank, dims, element)};
  MlirLocation loc = mlirOperationGetLocation(loop);
  MlirOperation alloc = tirAllocCreate(
      bridgeNamedLocation(
          scheduleUniqueName(s, scheduleBufferName(buffer), "_stage"), loc),
      &args);
  mlirBlockInsertOwnedOperation(body, 0, alloc);
  return mlirOperationGetResult(alloc, 0);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

typedef struct Copy {
  Scheduler *s;
  const ScheduleRegion *region;
  MlirValue whole, local;
} Copy;

/// A compute over the region in the loop's body, at its front or at its end: an
/// element from one buffer to the other.
static MlirLogicalResult makeCopy(Copy *c, MlirOperation loop, bool in) {
  static const char *const names[] = {"i", "j", "k", "l"};
  Scheduler *s = c->s;
  bool good = true;
  intptr_t rank = c->region->rank;
  MlirLocation loc = mlirOperationGetLocation(s->primitive);
  ScheduleHead head = scheduleStartHead(s, rank);
  for (intptr_t d = 0; d < rank; ++d)
    scheduleAddIterator(s, &head, "spatial",
                        bridgeNamedLocation(strRefFromC(names[d % 4]), loc),
                        scheduleConst(s, 0), c->region->extent[d]);
  MlirOperation compute =
      scheduleNewCompute(s, loc, &head,
                         scheduleUniqueName(s, scheduleBufferName(c->whole),
                                            in ? ".load" : ".store"),
                         false);
  if (in) // behind the memory
    mlirBlockInsertOwnedOperation(bridgeBody(loop), 1, compute);
  else
    mlirBlockAppendOwnedOperation(bridgeBody(loop), compute);
  MlirBlock body = bridgeBody(compute);
  SymExpr *near = scheduleIterators(s, compute, 0, rank);
  SymExpr *far = ARENA_ARRAY(s->arena, SymExpr, rank);
  for (intptr_t d = 0; d < rank; ++d)
    far[d] =
        scheduleCombine(s, symExprAdd, c->region->start[d], near[d], &good);
  if (!good)
    return mlirLogicalResultFailure();
  MlirValue load = scheduleAppendLoad(
      s, body, bridgeNamedLocation(strRefFromC("element"), loc),
      in ? c->whole : c->local, (MlirValue){NULL}, in ? far : near);
  scheduleAppendStore(s, body, loc, load, in ? c->local : c->whole,
                      in ? near : far);
  return mlirLogicalResultSuccess();
}

/// Has each iterator a round that writes, whatever the extents are? Those that
/// go along the region have none only where it is empty.
static bool hasRounds(Scheduler *s, MlirOperation op, const SymExpr *bounds,
                      intptr_t count) {
  Facts facts = scheduleFactsAt(s, op);
  ScheduleAccess *accesses = scheduleAccesses(s, op);
  bool good = true;
  for (intptr_t i = 0; i < count && good; ++i) {
    MlirValue iterator = bridgeArgument(op, i);
    bool used = false;
    for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
      for (intptr_t d = 0; d < accesses[a].rank && accesses[a].writes; ++d)
        used |= scheduleExprUses(s, accesses[a].exprs[d], iterator);
    SymExpr next =
        scheduleCombine(s, symExprAdd, bounds[i], scheduleConst(s, 1), &good);
    good = good && (used || factsAtMost(&facts, next, bounds[count + i]));
  }
  arrfree(accesses);
  return good;
}

/// True if `op`, a compute, writes the whole region and reads nothing of it.
static bool fillsRegion(Scheduler *s, MlirOperation op, MlirValue buffer,
                        const ScheduleRegion *region) {
  if (!tirIsCompute(op) || tirComputeGetUpdate(op))
    return false;
  intptr_t count;
  SymExpr *bounds = scheduleExprs(s, op, &count);
  count /= 2;
  ScheduleAccess *accesses = scheduleAccesses(s, op);
  bool fills = true, any = false, good = true;
  for (ptrdiff_t a = 0; a < arrlen(accesses) && fills; ++a) {
    if (!mlirValueEqual(accesses[a].buffer, buffer))
      continue;
    any = true;
    fills =
        accesses[a].writes &&
        mlirBlockEqual(mlirOperationGetBlock(accesses[a].op), bridgeBody(op));
    for (intptr_t d = 0; d < region->rank && fills; ++d) {
      int64_t one;
      SymExpr at = scheduleCombine(s, symExprSub, accesses[a].exprs[d],
                                   region->start[d], &good);
      fills = symExprIsConst(at, &one) && one == 0 &&
              symExprIsConst(region->extent[d], &one) && one == 1;
      for (intptr_t i = 0; i < count && !fills; ++i)
        fills = symExprEqual(at, scheduleSymbolOf(s, bridgeArgument(op, i))) &&
                symExprIsConst(bounds[i], &one) && one == 0 &&
                symExprEqual(bounds[count + i], region->extent[d]);
    }
  }
  arrfree(accesses);
  return any && fills && good && hasRounds(s, op, bounds, count);
}

/// True if the body reads elements that it has not written before.
static bool needsCopyIn(Scheduler *s, MlirOperation loop, MlirValue buffer,
                        const ScheduleRegion *region) {
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(loop), &op);) {
    ScheduleAccess *accesses = scheduleAccesses(s, op);
    bool uses = false;
    for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
      uses |= mlirValueEqual(accesses[a].buffer, buffer);
    arrfree(accesses);
    if (uses)
      return !fillsRegion(s, op, buffer, region);
  }
  return true;
}

MlirLogicalResult scheduleStage(Scheduler *s) {
  MlirValue buffer = scheduleBufferOf(s, tirStageGetBuffer(s->primitive));
  if (!buffer.ptr)
    return mlirLogicalResultFailure();
  MlirOperation loop = scheduleLoopOf(s, tirStageGetLoop(s->primitive));
  if (!loop.ptr)
    return mlirLogicalResultFailure();
  ScheduleRegion region;
  if (mlirLogicalResultIsFailure(
          scheduleRegionOf(s, loop, loop, buffer, &region)))
    return mlirLogicalResultFailure();
  StrRef name = scheduleBufferName(buffer), loopName = scheduleNameOf(loop);
  if (scheduleIsLocalTo(buffer, loop))
    return scheduleError(s, "'%.*s' is local to loop '%.*s' already",
                         SPREAD(name), SPREAD(loopName));
  if (region.gaps)
    return scheduleError(s,
                         "'%.*s' is written with gaps in loop '%.*s': others "
                         "may write there",
                         SPREAD(name), SPREAD(loopName));
  MlirAttribute pad = tirStageGetPad(s->primitive);
  int64_t extra = pad.ptr ? mlirIntegerAttrGetValueInt(pad) : 0;
  if (extra < 0)
    return scheduleError(s, "pad: expected at least 0, got %ld", (long)extra);
  bool copyIn = needsCopyIn(s, loop, buffer, &region);
  MlirValue local = scheduleMakeLocal(s, loop, buffer, &region,
                                      scheduleUniqueName(s, name, ".stage"),
                                      strRefFromC("local"), extra);
  if (!local.ptr || mlirLogicalResultIsFailure(
                        scheduleRebase(s, loop, buffer, local, region.start)))
    return mlirLogicalResultFailure();
  Copy copy = {s, &region, buffer, local};
  if (copyIn && mlirLogicalResultIsFailure(makeCopy(&copy, loop, true)))
    return mlirLogicalResultFailure();
  return region.written ? makeCopy(&copy, loop, false)
                        : mlirLogicalResultSuccess();
}

MlirLogicalResult schedulePlace(Scheduler *s) {
  MlirValue buffer = scheduleBufferOf(s, tirPlaceGetBuffer(s->primitive));
  if (!buffer.ptr)
    return mlirLogicalResultFailure();
  StrRef name = scheduleBufferName(buffer);
  StrRef space = tirPlaceGetSpace(s->primitive);
  if (!tirIsAlloc(bridgeDefiner(buffer)))
    return scheduleError(s,
                         "'%.*s' is memory of the caller: expected a "
                         "tir.alloc",
                         SPREAD(name));
  static const char *const spaces[] = {"local", "register", "workspace"};
  for (size_t i = 0; i < sizeof(spaces) / sizeof(*spaces); ++i)
    if (strRefIs(space, spaces[i])) {
      tirAllocSetSpace(mlirOpResultGetOwner(buffer),
                       tirPlaceGetSpace(s->primitive));
      return mlirLogicalResultSuccess();
    }
  return scheduleError(s,
                       "space: expected local, register or workspace, got "
                       "'%.*s'",
                       SPREAD(space));
}
