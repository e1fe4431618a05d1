//===- BatchComputes.c - computes over many calls -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every compute gets a spatial iterator in front, over the calls, and every
// access to a buffer that is not shared an index in front.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Transforms/Batch/BatchLanes.h"

#include <stb/stb_ds.h>

MlirOperation batchComputeAround(MlirOperation op) {
  while (op.ptr && !tirIsCompute(op) && !tirIsFunc(op))
    op = mlirOperationGetParentOperation(op);
  return op;
}

static MlirWalkResult findOther(MlirOperation op, void *userData) {
  bool *good = userData;
  if (tirIsFunc(op) || tirIsReturn(op) || tirIsView(op) || tirIsFor(op))
    return MlirWalkResultAdvance;
  MlirOperation compute = batchComputeAround(op);
  *good = tirIsCompute(compute) && !tirIsAlloc(op) &&
          (mlirOperationEqual(op, compute) || !tirIsCompute(op));
  return *good ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool batchComputesCan(MlirOperation kernel) {
  bool good = true;
  mlirOperationWalk(kernel, findOther, &good, MlirWalkPreOrder);
  return good;
}

/// The number of a buffer, or -1: memory of a round is its own.
static intptr_t numberOf(MlirValue buffer) {
  buffer = tirViewedArgument(buffer);
  return mlirValueIsABlockArgument(buffer)
             ? mlirBlockArgumentGetArgNumber(buffer)
             : -1;
}

static BatchMode modeOf(const BatchLanes *lanes, MlirValue buffer) {
  intptr_t number = numberOf(buffer);
  return number < 0 ? BATCH_SHARED : lanes->how->modes[number];
}

static bool hasLanes(const BatchLanes *lanes, MlirValue buffer) {
  return modeOf(lanes, buffer) == BATCH_LANE;
}

/// Dimensions that a buffer has then.
static intptr_t rankOf(const BatchLanes *lanes, MlirValue buffer) {
  const MlirAttribute *dims;
  BatchMode mode = modeOf(lanes, buffer);
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  return mode == BATCH_SHARED ? rank : rank - mode + 1;
}

/// The compute with a further iterator in front.
static bool addIterator(BatchLanes *lanes, MlirOperation compute) {
  Scheduler *s = &lanes->s;
  intptr_t count;
  scheduleExprs(s, compute, &count);
  count /= 2;
  ScheduleHead head = scheduleStartHead(s, count + 1);
  scheduleAddIterator(
      s, &head, "spatial",
      bridgeNamedLocation(strRefFromC("l"), mlirOperationGetLocation(s->func)),
      scheduleConst(s, 0), scheduleExprOf(s, lanes->extent));
  for (intptr_t i = 0; i < count; ++i)
    scheduleKeepIterator(s, &head, compute, i);
  MlirOperation op = scheduleMakeCompute(
      s, compute, &head, scheduleNameOf(compute), tirComputeGetUpdate(compute));
  SymExpr *values = ARENA_ARRAY(s->arena, SymExpr, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    values[i] =
        scheduleSymbolOf(s, mlirBlockGetArgument(bridgeBody(op), i + 1));
  bool good =
      mlirLogicalResultIsSuccess(scheduleCopyBody(s, compute, op, values));
  scheduleDestroy(s, compute);
  return good;
}

/// Room for the lists of the targets: each has its own.
static void resizeTargets(BatchLanes *lanes, MlirOperation op) {
  Scheduler *s = &lanes->s;
  intptr_t targets = tirReduceGetNumBuffers(op);
  MlirAttribute *lists = ARENA_ARRAY(s->arena, MlirAttribute, targets);
  for (intptr_t t = 0; t < targets; ++t) {
    intptr_t rank = rankOf(lanes, tirReduceGetBuffers(op, t));
    MlirAttribute *zeros = ARENA_ARRAY(s->arena, MlirAttribute, rank);
    for (intptr_t d = 0; d < rank; ++d)
      zeros[d] = symConstAttribute(s->context, 0);
    lists[t] = mlirArrayAttrGet(s->context, rank, zeros);
  }
  tirReduceSetExprs(op, mlirArrayAttrGet(s->context, targets, lists));
}

void batchAddIndices(BatchLanes *lanes) {
  Scheduler *s = &lanes->s;
  ScheduleAccess *accesses = scheduleAccesses(s, s->func);
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    if (accesses[a].target > 0)
      continue; // with the first one
    MlirOperation op = accesses[a].op;
    intptr_t count, kept = 0, at = 0;
    SymExpr *old = scheduleExprs(s, op, &count);
    MlirOperation around =
        lanes->loop.ptr ? lanes->loop : batchComputeAround(op);
    SymExpr lane =
        scheduleSymbolOf(s, mlirBlockGetArgument(bridgeBody(around), 0));
    SymExpr *exprs = ARENA_ARRAY(s->arena, SymExpr, 2 * count + 8);
    for (ptrdiff_t t = a;
         t < arrlen(accesses) && mlirOperationEqual(accesses[t].op, op); ++t) {
      BatchMode mode = modeOf(lanes, accesses[t].buffer);
      intptr_t joined = mode > BATCH_LANE ? mode : 0;
      if (mode == BATCH_LANE)
        exprs[kept++] = lane;
      if (joined && tirIsLoad(op) && tirLoadGetPad(op).ptr)
        batchPadRows(lanes, op, numberOf(accesses[t].buffer), &old[at]);
      if (joined)
        exprs[kept++] =
            batchRowIndex(lanes, numberOf(accesses[t].buffer), &old[at]);
      at += joined;
      for (intptr_t d = joined; d < accesses[t].rank; ++d)
        exprs[kept++] = old[at++];
    }
    if (tirIsReduce(op))
      resizeTargets(lanes, op);
    scheduleSetExprs(s, op, exprs, kept);
  }
  arrfree(accesses);
}

MlirType batchLaneType(BatchLanes *lanes, MlirType type) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(type, &dims);
  MlirAttribute *all = ARENA_ARRAY(lanes->s.arena, MlirAttribute, rank + 1);
  all[0] = lanes->extent;
  for (intptr_t d = 0; d < rank; ++d)
    all[d + 1] = dims[d];
  return tirBufferTypeGet(lanes->s.context, rank + 1, all,
                          tirBufferTypeGetElementType(type));
}

static MlirWalkResult retypeView(MlirOperation op, void *userData) {
  BatchLanes *lanes = userData;
  if (tirIsView(op) && hasLanes(lanes, tirViewGetBuffer(op))) {
    MlirValue result = mlirOperationGetResult(op, 0);
    mlirValueSetType(result, batchLaneType(lanes, mlirValueGetType(result)));
  }
  return MlirWalkResultAdvance;
}

static void retype(BatchLanes *lanes) {
  Scheduler *s = &lanes->s;
  MlirBlock entry = bridgeBody(s->func);
  intptr_t count = mlirBlockGetNumArguments(entry);
  MlirType *types = ARENA_ARRAY(s->arena, MlirType, count);
  mlirOperationWalk(s->func, retypeView, lanes, MlirWalkPreOrder);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    types[i] = mlirValueGetType(argument);
    if (lanes->how->modes[i] == BATCH_LANE)
      types[i] = batchLaneType(lanes, types[i]);
    mlirValueSetType(argument, types[i]);
  }
  tirFuncSetFunctionType(
      s->func, mlirFunctionTypeGet(s->context, count, types, 0, NULL));
}

bool batchComputesMake(BatchLanes *lanes) {
  ScheduleOps ops = scheduleCollect(lanes->s.func), computes = NULL;
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i)
    if (tirIsCompute(ops[i]))
      arrput(computes, ops[i]);
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(computes) && good; ++i)
    good = addIterator(lanes, computes[i]);
  if (good) {
    batchAddIndices(lanes);
    retype(lanes);
  }
  arrfree(computes);
  arrfree(ops);
  return good;
}
