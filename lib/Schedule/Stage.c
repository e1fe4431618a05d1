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

#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

MlirValue scheduleMakeLocal(Scheduler *s, MlirOperation loop, MlirValue buffer,
                            const ScheduleRegion *region, StrRef name,
                            StrRef space, int64_t pad) {
  MlirBlock body = scheduleBody(loop);
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
                    scheduleText(s, region->extent[d]), (int)of.length, of.data,
                    (long)d);
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

/// A compute over the region, detached, with an empty body.
static MlirOperation makeCompute(Copy *c, const char *suffix) {
  static const char *const names[] = {"i", "j", "k", "l"};
  Scheduler *s = c->s;
  intptr_t rank = c->region->rank;
  MlirAttribute *kinds = ARENA_ARRAY(s->arena, MlirAttribute, rank);
  MlirAttribute *zeros = ARENA_ARRAY(s->arena, MlirAttribute, rank);
  MlirType *types = ARENA_ARRAY(s->arena, MlirType, rank);
  MlirLocation *locs = ARENA_ARRAY(s->arena, MlirLocation, rank);
  for (intptr_t d = 0; d < rank; ++d) {
    kinds[d] = scheduleString(s, strRefFromC("spatial"));
    zeros[d] = symConstAttribute(s->context, 0);
    types[d] = mlirIndexTypeGet(s->context);
    locs[d] = bridgeNamedLocation(strRefFromC(names[d % 4]),
                                  mlirOperationGetLocation(s->primitive));
  }
  TirComputeArgs args = {
      .name = scheduleUniqueName(s, scheduleBufferName(c->whole), suffix),
      .kinds = mlirArrayAttrGet(s->context, rank, kinds),
      .lower = mlirArrayAttrGet(s->context, rank, zeros),
      .upper = mlirArrayAttrGet(s->context, rank, zeros)};
  MlirOperation op =
      tirComputeCreate(mlirOperationGetLocation(s->primitive), &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 0),
                             mlirBlockCreate(rank, types, locs));
  return op;
}

/// Fills the compute: an element from one buffer to the other.
static MlirLogicalResult fillCopy(Copy *c, MlirOperation compute, bool in) {
  Scheduler *s = c->s;
  bool good = true;
  intptr_t rank = c->region->rank;
  MlirBlock body = scheduleBody(compute);
  SymExpr *bounds = ARENA_ARRAY(s->arena, SymExpr, 2 * rank);
  SymExpr *near = ARENA_ARRAY(s->arena, SymExpr, rank);
  SymExpr *far = ARENA_ARRAY(s->arena, SymExpr, rank);
  MlirAttribute *zeros = ARENA_ARRAY(s->arena, MlirAttribute, rank);
  for (intptr_t d = 0; d < rank; ++d) {
    bounds[d] = scheduleConst(s, 0);
    bounds[rank + d] = c->region->extent[d];
    near[d] = scheduleSymbolOf(s, mlirBlockGetArgument(body, d));
    far[d] =
        scheduleCombine(s, symExprAdd, c->region->start[d], near[d], &good);
    zeros[d] = symConstAttribute(s->context, 0);
  }
  if (!good)
    return mlirLogicalResultFailure();
  scheduleSetExprs(s, compute, bounds, 2 * rank);
  MlirAttribute none = mlirArrayAttrGet(s->context, rank, zeros);
  MlirLocation loc = mlirOperationGetLocation(s->primitive);
  TirLoadArgs loadArgs = {
      .buffer = in ? c->whole : c->local,
      .exprs = none,
      .resultType = tirBufferTypeGetElementType(mlirValueGetType(c->whole))};
  MlirOperation load = tirLoadCreate(
      bridgeNamedLocation(strRefFromC("element"), loc), &loadArgs);
  mlirBlockAppendOwnedOperation(body, load);
  scheduleSetExprs(s, load, in ? far : near, rank);
  TirStoreArgs storeArgs = {.value = mlirOperationGetResult(load, 0),
                            .buffer = in ? c->local : c->whole,
                            .exprs = none};
  MlirOperation store = tirStoreCreate(loc, &storeArgs);
  mlirBlockAppendOwnedOperation(body, store);
  scheduleSetExprs(s, store, in ? near : far, rank);
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
    MlirValue iterator = mlirBlockGetArgument(scheduleBody(op), i);
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
        mlirBlockEqual(mlirOperationGetBlock(accesses[a].op), scheduleBody(op));
    for (intptr_t d = 0; d < region->rank && fills; ++d) {
      int64_t one;
      SymExpr at = scheduleCombine(s, symExprSub, accesses[a].exprs[d],
                                   region->start[d], &good);
      fills = symExprIsConst(at, &one) && one == 0 &&
              symExprIsConst(region->extent[d], &one) && one == 1;
      for (intptr_t i = 0; i < count && !fills; ++i)
        fills =
            symExprEqual(at, scheduleSymbolOf(s, mlirBlockGetArgument(
                                                     scheduleBody(op), i))) &&
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
  for (MlirOperation op = mlirBlockGetFirstOperation(scheduleBody(loop));
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
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
                         (int)name.length, name.data, (int)loopName.length,
                         loopName.data);
  if (region.gaps)
    return scheduleError(s,
                         "'%.*s' is written with gaps in loop '%.*s': others "
                         "may write there",
                         (int)name.length, name.data, (int)loopName.length,
                         loopName.data);
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
  MlirBlock body = scheduleBody(loop);
  if (copyIn) {
    MlirOperation in = makeCompute(&copy, ".load");
    mlirBlockInsertOwnedOperation(body, 1, in);
    if (mlirLogicalResultIsFailure(fillCopy(&copy, in, true)))
      return mlirLogicalResultFailure();
  }
  if (region.written) {
    MlirOperation out = makeCompute(&copy, ".store");
    mlirBlockAppendOwnedOperation(body, out);
    return fillCopy(&copy, out, false);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult schedulePlace(Scheduler *s) {
  MlirValue buffer = scheduleBufferOf(s, tirPlaceGetBuffer(s->primitive));
  if (!buffer.ptr)
    return mlirLogicalResultFailure();
  StrRef name = scheduleBufferName(buffer);
  StrRef space = tirPlaceGetSpace(s->primitive);
  if (!mlirValueIsAOpResult(buffer) ||
      !tirIsAlloc(mlirOpResultGetOwner(buffer)))
    return scheduleError(s,
                         "'%.*s' is memory of the caller: expected a "
                         "tir.alloc",
                         (int)name.length, name.data);
  static const char *const spaces[] = {"local", "register", "workspace"};
  for (size_t i = 0; i < sizeof(spaces) / sizeof(*spaces); ++i)
    if (strRefEqual(space, strRefFromC(spaces[i]))) {
      tirAllocSetSpace(mlirOpResultGetOwner(buffer),
                       tirPlaceGetSpace(s->primitive));
      return mlirLogicalResultSuccess();
    }
  return scheduleError(s,
                       "space: expected local, register or workspace, got "
                       "'%.*s'",
                       (int)space.length, space.data);
}
