//===- JoinDimsRewrite.c - a program with fewer dimensions ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Computes.h"
#include "lib/Schedule/JoinDims.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Computes
//===----------------------------------------------------------------------===//

/// "%i" and "%j" become "%ij".
static MlirLocation joinedName(JoinProgram *p, const JoinPair *pair) {
  StrBuf text = {0};
  const intptr_t both[] = {pair->outer, pair->inner};
  MlirBlock body = bridgeBody(pair->compute);
  for (size_t k = 0; k < sizeof(both) / sizeof(*both); ++k)
    strBufAppend(&text, bridgeLocationName(mlirValueGetLocation(
                            mlirBlockGetArgument(body, both[k]))));
  StrRef name = arenaKeep(p->scheduler->arena, &text);
  return bridgeNamedLocation(name, mlirOperationGetLocation(pair->compute));
}

/// Iterators of one round are 0 in the text, too, so that pairs stand bare.
static bool writeZeros(Scheduler *s, MlirOperation compute) {
  intptr_t count;
  MlirBlock body = bridgeBody(compute);
  const SymExpr *bounds = scheduleExprs(s, compute, &count);
  bool good = true;
  for (intptr_t i = 0; i < count / 2 && good; ++i)
    if (symExprIs(bounds[i], 0) && symExprIs(bounds[count / 2 + i], 1))
      good = mlirLogicalResultIsSuccess(
          scheduleReplaceValue(s, compute, mlirBlockGetArgument(body, i),
                               scheduleConst(s, 0), body));
  return good;
}

/// The outer iterator is the joined one from now on, the inner one 0.
static bool joinIterators(JoinProgram *p, const JoinPair *pair) {
  Scheduler *s = p->scheduler;
  intptr_t count, at = 0;
  const SymExpr *bounds = scheduleExprs(s, pair->compute, &count);
  count /= 2;
  bool good = writeZeros(s, pair->compute);
  ScheduleHead head = scheduleStartHead(s, count);
  for (intptr_t i = 0; i < count; ++i)
    if (i != pair->inner)
      scheduleKeepIterator(s, &head, pair->compute, i);
  head.upper[pair->outer] =
      scheduleCombine(s, symExprMul, bounds[count + pair->outer],
                      bounds[count + pair->inner], &good);
  head.locs[pair->outer] = joinedName(p, pair);
  if (!good)
    return false;
  MlirOperation op = scheduleMakeCompute(s, pair->compute, &head,
                                         scheduleNameOf(pair->compute),
                                         tirComputeGetUpdate(pair->compute));
  SymExpr *values = ARENA_ARRAY(s->arena, SymExpr, count);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = i == pair->inner
                    ? scheduleConst(s, 0)
                    : scheduleSymbolOf(s, bridgeArgument(op, at++));
  good = mlirLogicalResultIsSuccess(
      scheduleCopyBody(s, pair->compute, op, values));
  scheduleDestroy(s, pair->compute);
  return good;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static bool isDropped(const Join *join, MlirValue buffer, intptr_t d) {
  bool dropped = false;
  for (ptrdiff_t i = 0; i < arrlen(join->dims); ++i)
    dropped |= mlirValueEqual(join->dims[i].buffer, buffer) &&
               d > join->dims[i].outer && d <= join->dims[i].inner;
  return dropped;
}

/// Room for lists of other lengths: each target of a reduction has its own.
static void resizeTargets(Scheduler *s, MlirOperation op, const Join *join) {
  intptr_t targets = tirReduceGetNumBuffers(op);
  MlirAttribute *lists = ARENA_ARRAY(s->arena, MlirAttribute, targets);
  for (intptr_t t = 0; t < targets; ++t) {
    const MlirAttribute *dims;
    MlirValue buffer = tirReduceGetBuffers(op, t);
    intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
    MlirAttribute *zeros = ARENA_ARRAY(s->arena, MlirAttribute, rank);
    intptr_t kept = 0;
    for (intptr_t d = 0; d < rank; ++d)
      if (!isDropped(join, buffer, d))
        zeros[kept++] = symConstAttribute(s->context, 0);
    lists[t] = mlirArrayAttrGet(s->context, kept, zeros);
  }
  tirReduceSetExprs(op, mlirArrayAttrGet(s->context, targets, lists));
}

/// Indices without those of dimensions that are joined to one before them.
static void dropIndices(JoinProgram *p, const Join *join) {
  Scheduler *s = p->scheduler;
  ScheduleAccess *accesses = scheduleAccesses(s, s->func);
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    if (accesses[a].target > 0)
      continue; // with the first one
    MlirOperation op = accesses[a].op;
    intptr_t count, at = 0, kept = 0;
    SymExpr *exprs = scheduleExprs(s, op, &count);
    for (ptrdiff_t t = a;
         t < arrlen(accesses) && mlirOperationEqual(accesses[t].op, op); ++t)
      for (intptr_t d = 0; d < accesses[t].rank; ++d, ++at)
        if (!isDropped(join, accesses[t].buffer, d))
          exprs[kept++] = exprs[at];
    if (kept == count)
      continue;
    if (tirIsReduce(op))
      resizeTargets(s, op, join);
    scheduleSetExprs(s, op, exprs, kept);
  }
  arrfree(accesses);
}

/// The type of a buffer; null if an extent cannot be said.
static MlirType joinedType(Scheduler *s, const Join *join, MlirValue buffer) {
  const MlirAttribute *dims;
  MlirType type = mlirValueGetType(buffer);
  intptr_t rank = tirBufferTypeGetDims(type, &dims), kept = 0;
  MlirAttribute *joined = ARENA_ARRAY(s->arena, MlirAttribute, rank);
  SymExpr last = scheduleConst(s, 1);
  bool good = true;
  for (intptr_t d = 0; d < rank; ++d) {
    SymExpr extent = scheduleExprOf(s, dims[d]);
    bool dropped = isDropped(join, buffer, d);
    last =
        dropped ? scheduleCombine(s, symExprMul, last, extent, &good) : extent;
    kept += !dropped;
    joined[kept - 1] = symExprToAttribute(s->context, last);
  }
  return good ? tirBufferTypeGet(s->context, kept, joined,
                                 tirBufferTypeGetElementType(type))
              : (MlirType){NULL};
}

static bool retype(JoinProgram *p, const Join *join, MlirValue buffer) {
  MlirType type = joinedType(p->scheduler, join, buffer);
  if (type.ptr)
    scheduleRetype(p->scheduler, buffer, type, "_joined");
  return type.ptr != NULL;
}

MlirLogicalResult joinApply(JoinProgram *program, const Join *join) {
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(join->pairs) && good; ++i)
    good = joinIterators(program, &join->pairs[i]);
  if (good)
    dropIndices(program, join);
  for (ptrdiff_t i = 0; i < arrlen(join->dims) && good; ++i) {
    bool first = true;
    for (ptrdiff_t k = 0; k < i; ++k)
      first &= !mlirValueEqual(join->dims[k].buffer, join->dims[i].buffer);
    good = !first || retype(program, join, join->dims[i].buffer);
  }
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
