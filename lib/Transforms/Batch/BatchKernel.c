//===- BatchKernel.c - a loop-level program for many calls ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every compute gets a spatial iterator in front, over the calls, and every
// access to a buffer that is not shared an index in front.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Clone.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Schedule/Computes.h"
#include "lib/Transforms/Batch/Batch.h"

#include <stb/stb_ds.h>
#include <string.h>

static MlirOperation computeAround(MlirOperation op) {
  while (op.ptr && !tirIsCompute(op) && !tirIsFunc(op))
    op = mlirOperationGetParentOperation(op);
  return op;
}

static MlirWalkResult findOther(MlirOperation op, void *userData) {
  bool *good = userData;
  if (tirIsFunc(op) || tirIsReturn(op) || tirIsView(op) || tirIsFor(op))
    return MlirWalkResultAdvance;
  MlirOperation compute = computeAround(op);
  *good = tirIsCompute(compute) && !tirIsAlloc(op) &&
          (mlirOperationEqual(op, compute) || !tirIsCompute(op));
  return *good ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool batchKernelCan(MlirOperation kernel) {
  bool good = scheduleBody(kernel).ptr && !tirIsSettled(kernel) &&
              !tirFuncGetArgAttrs(kernel).ptr;
  if (good)
    mlirOperationWalk(kernel, findOther, &good, MlirWalkPreOrder);
  return good;
}

/// What a program for many calls is made with.
typedef struct Lanes {
  Scheduler s;
  const bool *shared;
  MlirAttribute extent; // the symbol
} Lanes;

static bool hasLanes(const Lanes *lanes, MlirValue buffer) {
  buffer = tirViewedArgument(buffer);
  return !lanes->shared[mlirBlockArgumentGetArgNumber(buffer)];
}

/// The compute with a further iterator in front.
static bool addIterator(Lanes *lanes, MlirOperation compute) {
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
  MlirOperation op =
      scheduleMakeCompute(s, compute, &head, scheduleNameOf(compute),
                          tirComputeGetUpdate(compute).ptr != NULL);
  SymExpr *values = ARENA_ARRAY(s->arena, SymExpr, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    values[i] =
        scheduleSymbolOf(s, mlirBlockGetArgument(scheduleBody(op), i + 1));
  bool good =
      mlirLogicalResultIsSuccess(scheduleCopyBody(s, compute, op, values));
  scheduleDestroy(s, compute);
  return good;
}

/// Room for the lists of the targets: each has its own.
static void resizeTargets(Lanes *lanes, MlirOperation op) {
  Scheduler *s = &lanes->s;
  intptr_t targets = tirReduceGetNumBuffers(op);
  MlirAttribute *lists = ARENA_ARRAY(s->arena, MlirAttribute, targets);
  for (intptr_t t = 0; t < targets; ++t) {
    const MlirAttribute *dims;
    MlirValue buffer = tirReduceGetBuffers(op, t);
    intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims) +
                    hasLanes(lanes, buffer);
    MlirAttribute *zeros = ARENA_ARRAY(s->arena, MlirAttribute, rank);
    for (intptr_t d = 0; d < rank; ++d)
      zeros[d] = symConstAttribute(s->context, 0);
    lists[t] = mlirArrayAttrGet(s->context, rank, zeros);
  }
  tirReduceSetExprs(op, mlirArrayAttrGet(s->context, targets, lists));
}

/// Indices in front. The types of the buffers are the old ones yet.
static void addIndices(Lanes *lanes) {
  Scheduler *s = &lanes->s;
  ScheduleAccess *accesses = scheduleAccesses(s, s->func);
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    if (accesses[a].target > 0)
      continue; // with the first one
    MlirOperation op = accesses[a].op;
    intptr_t count, kept = 0, at = 0;
    SymExpr *old = scheduleExprs(s, op, &count);
    SymExpr lane = scheduleSymbolOf(
        s, mlirBlockGetArgument(scheduleBody(computeAround(op)), 0));
    SymExpr *exprs = ARENA_ARRAY(s->arena, SymExpr, 2 * count + 8);
    for (ptrdiff_t t = a;
         t < arrlen(accesses) && mlirOperationEqual(accesses[t].op, op); ++t) {
      if (hasLanes(lanes, accesses[t].buffer))
        exprs[kept++] = lane;
      for (intptr_t d = 0; d < accesses[t].rank; ++d)
        exprs[kept++] = old[at++];
    }
    if (tirIsReduce(op))
      resizeTargets(lanes, op);
    scheduleSetExprs(s, op, exprs, kept);
  }
  arrfree(accesses);
}

static MlirType laneType(Lanes *lanes, MlirType type) {
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
  Lanes *lanes = userData;
  if (tirIsView(op) && hasLanes(lanes, tirViewGetBuffer(op))) {
    MlirValue result = mlirOperationGetResult(op, 0);
    mlirValueSetType(result, laneType(lanes, mlirValueGetType(result)));
  }
  return MlirWalkResultAdvance;
}

static void retype(Lanes *lanes) {
  Scheduler *s = &lanes->s;
  MlirBlock entry = scheduleBody(s->func);
  intptr_t count = mlirBlockGetNumArguments(entry);
  MlirType *types = ARENA_ARRAY(s->arena, MlirType, count);
  mlirOperationWalk(s->func, retypeView, lanes, MlirWalkPreOrder);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    types[i] = mlirValueGetType(argument);
    if (!lanes->shared[i])
      types[i] = laneType(lanes, types[i]);
    mlirValueSetType(argument, types[i]);
  }
  tirFuncSetFunctionType(s->func, mlirTypeAttrGet(mlirFunctionTypeGet(
                                      s->context, count, types, 0, NULL)));
}

/// A symbol that the program does not have.
static MlirAttribute freshExtent(Batcher *batcher, MlirOperation kernel) {
  StrRef *names;
  size_t count = symNamesIn(kernel, batcher->run->arena, &names);
  return symSymbolAttribute(
      batcher->run->context,
      symFreshName(batcher->run->arena, strRefFromC("lanes"), names, count));
}

static MlirOperation makeKernel(Batcher *batcher, MlirOperation kernel,
                                const bool *shared) {
  Arena *arena = batcher->run->arena;
  MlirOperation clone = mlirOperationClone(kernel);
  StrBuf name = {0};
  StrRef old =
      strRefFromMlir(mlirStringAttrGetValue(tirFuncGetSymName(kernel)));
  strBufAppendFormat(&name, "%.*s_lanes", (int)old.length, old.data);
  StrRef unique = bridgeUniqueSymbol(batcher->module,
                                     (StrRef){name.data, name.length}, arena);
  strBufFree(&name);
  tirFuncSetSymName(
      clone, mlirStringAttrGet(batcher->run->context, strRefToMlir(unique)));
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(kernel), kernel,
                                     clone);
  Lanes lanes = {.s = {.func = clone,
                       .module = batcher->module,
                       .primitive = clone,
                       .context = batcher->run->context,
                       .arena = arena},
                 .shared = shared,
                 .extent = freshExtent(batcher, kernel)};
  ScheduleOps ops = scheduleCollect(clone), computes = NULL;
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i)
    if (tirIsCompute(ops[i]))
      arrput(computes, ops[i]);
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(computes) && good; ++i)
    good = addIterator(&lanes, computes[i]);
  if (good) {
    addIndices(&lanes);
    retype(&lanes);
  }
  arrfree(computes);
  arrfree(ops);
  scheduleFree(&lanes.s);
  return good ? clone : (MlirOperation){NULL};
}

MlirOperation batchKernel(Batcher *batcher, MlirOperation kernel,
                          const bool *shared) {
  MlirAttribute from = tirFuncGetSymName(kernel);
  intptr_t count = mlirBlockGetNumArguments(scheduleBody(kernel));
  for (ptrdiff_t i = 0; i < arrlen(batcher->kernels); ++i) {
    const LanesKernel *known = &batcher->kernels[i];
    if (mlirAttributeEqual(known->from, from) &&
        memcmp(known->shared, shared, (size_t)count * sizeof *shared) == 0)
      return known->made;
  }
  bool *kept = ARENA_ARRAY(batcher->run->arena, bool, count);
  memcpy(kept, shared, (size_t)count * sizeof *kept);
  LanesKernel entry = {from, kept, count, makeKernel(batcher, kernel, kept)};
  arrput(batcher->kernels, entry);
  return entry.made;
}
