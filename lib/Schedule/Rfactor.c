//===- Rfactor.c - the primitive tir.rfactor ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One reduction over k becomes `factor` reductions side by side, number r over
// the elements `factor * k + r`, and a reduction of their results. So rounds of
// a reduction can be lanes: neighbours in memory are neighbours in a vector
// ("rfactor" of Halide and TVM).
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Monoid.h"
#include "lib/Schedule/Computes.h"

#include <stb/stb_ds.h>

typedef struct Rfactor {
  Scheduler *s;
  MlirOperation compute, reduce;
  intptr_t count;  // of iterators
  SymExpr *bounds; // lower, then upper
  int64_t factor;
  SymExpr full, left; // rounds of all parts, and elements left behind them
  MlirValue parts;
} Rfactor;

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// The one reduction of the body; nothing else writes.
static MlirLogicalResult findReduce(Rfactor *f) {
  Scheduler *s = f->s;
  StrRef name = scheduleNameOf(f->compute);
  ScheduleAccess *accesses = scheduleAccesses(s, f->compute);
  intptr_t writes = 0;
  for (ptrdiff_t a = 0; a < arrlen(accesses); ++a) {
    writes += accesses[a].writes;
    if (tirIsReduce(accesses[a].op))
      f->reduce = accesses[a].op;
  }
  arrfree(accesses);
  if (writes == 1 && f->reduce.ptr &&
      mlirBlockEqual(mlirOperationGetBlock(f->reduce), bridgeBody(f->compute)))
    return mlirLogicalResultSuccess();
  return scheduleError(s,
                       "'%.*s' writes %ld times: expected one reduction into "
                       "one buffer",
                       SPREAD(name), (long)writes);
}

static MlirLogicalResult check(Rfactor *f) {
  Scheduler *s = f->s;
  StrRef name = scheduleNameOf(f->compute);
  if (f->count == 0 || !tirComputeIsKind(f->compute, f->count - 1, "reduce") ||
      !symExprEqual(f->bounds[f->count - 1], scheduleConst(s, 0)))
    return scheduleError(s,
                         "last iterator of '%.*s': expected a reduction from 0 "
                         "on",
                         SPREAD(name));
  if (tirComputeGetUpdate(f->compute))
    return scheduleError(s,
                         "'%.*s' is an update: expected a compute that "
                         "initialises its target",
                         SPREAD(name));
  if (mlirLogicalResultIsFailure(findReduce(f)) ||
      mlirLogicalResultIsFailure(
          scheduleCheckTargets(s, f->compute, f->reduce)))
    return mlirLogicalResultFailure();
  MlirOperation monoid = scheduleMonoidOf(s, f->reduce);
  if (!monoid.ptr)
    return mlirLogicalResultFailure();
  StrRef own = tirMonoidGetSymName(monoid);
  if (tirMonoidKind(monoid).length == 0)
    return scheduleError(s,
                         "monoid '@%.*s' is not one commutative operation: its "
                         "elements keep their order",
                         SPREAD(own));
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Computes
//===----------------------------------------------------------------------===//

/// Indices of the target with iterators of `compute` in place of the given
/// ones; `count` of them are the same.
static SymExpr *targetIndices(Rfactor *f, MlirOperation compute, intptr_t count,
                              intptr_t *rank) {
  Scheduler *s = f->s;
  SymExpr *given = scheduleExprs(s, f->reduce, rank);
  SymExpr *exprs = ARENA_ARRAY(s->arena, SymExpr, *rank + 1);
  intptr_t at = 0;
  for (intptr_t d = 0; d < *rank; ++d)
    exprs[d] = given[d];
  for (intptr_t i = 0; i < f->count && at < count; ++i) {
    if (!tirComputeIsKind(f->compute, i, "spatial"))
      continue;
    SymExpr now = scheduleSymbolOf(s, bridgeArgument(compute, at++));
    for (intptr_t d = 0; d < *rank; ++d)
      scheduleSubstitute(s, &exprs[d], bridgeArgument(f->compute, i), now);
  }
  return exprs;
}

static void appendReduce(Rfactor *f, MlirOperation before, MlirBlock block,
                         MlirValue value, MlirValue buffer,
                         const SymExpr *exprs, intptr_t rank) {
  Scheduler *s = f->s;
  const MlirAttribute *dims;
  tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  MlirAttribute none = mlirArrayAttrGet(s->context, rank, dims);
  TirReduceArgs args = {.monoid = tirReduceGetMonoid(f->reduce),
                        .numValues = 1,
                        .values = &value,
                        .numBuffers = 1,
                        .buffers = &buffer,
                        .exprs = mlirArrayAttrGet(s->context, 1, &none)};
  MlirOperation op =
      tirReduceCreate(mlirOperationGetLocation(f->reduce), &args);
  mlirBlockInsertOwnedOperationBefore(block, before, op); // or at the end
  scheduleSetExprs(s, op, exprs, rank);
}

/// Memory for the parts, in front of the compute.
static void makeMemory(Rfactor *f) {
  Scheduler *s = f->s;
  MlirValue target = tirReduceGetBuffers(f->reduce, 0);
  MlirType type = mlirValueGetType(target);
  const MlirAttribute *given;
  intptr_t rank = tirBufferTypeGetDims(type, &given);
  MlirAttribute *dims = ARENA_ARRAY(s->arena, MlirAttribute, rank + 1);
  for (intptr_t d = 0; d < rank; ++d)
    dims[d] = given[d];
  dims[rank] = symConstAttribute(s->context, f->factor);
  f->parts =
      scheduleMakeWorkspace(s, f->compute, scheduleNameOf(f->compute), "states",
                            rank + 1, dims, tirBufferTypeGetElementType(type));
}

/// Part `r` over the elements `factor * k + r`.
static MlirLogicalResult makeParts(Rfactor *f) {
  Scheduler *s = f->s;
  bool good = true;
  ScheduleHead head = scheduleStartHead(s, f->count + 1);
  MlirLocation loc = mlirOperationGetLocation(f->compute);
  SymExpr zero = scheduleConst(s, 0), step = scheduleConst(s, f->factor);
  for (intptr_t i = 0; i + 1 < f->count; ++i)
    scheduleKeepIterator(s, &head, f->compute, i);
  scheduleAddIterator(s, &head, "spatial",
                      bridgeNamedLocation(strRefFromC("r"), loc), zero, step);
  scheduleKeepIterator(s, &head, f->compute, f->count - 1);
  head.upper[f->count] = f->full;
  MlirOperation op = scheduleMakeCompute(
      s, f->compute, &head,
      scheduleUniqueName(s, scheduleNameOf(f->compute), ".parts"), false);
  MlirBlock body = bridgeBody(op);
  SymExpr *values = scheduleIterators(s, op, 0, f->count + 1);
  SymExpr r = values[f->count - 1], k = values[f->count];
  values[f->count - 1] = scheduleCombine(
      s, symExprAdd, scheduleCombine(s, symExprMul, step, k, &good), r, &good);
  if (!good ||
      mlirLogicalResultIsFailure(scheduleCopyBody(s, f->compute, op, values)))
    return mlirLogicalResultFailure();
  MlirOperation reduce = mlirBlockGetFirstOperation(body);
  while (!tirIsReduce(reduce))
    reduce = mlirOperationGetNextInBlock(reduce);
  intptr_t rank;
  SymExpr *given = scheduleExprs(s, reduce, &rank);
  SymExpr *exprs = ARENA_ARRAY(s->arena, SymExpr, rank + 1);
  for (intptr_t d = 0; d < rank; ++d)
    exprs[d] = given[d];
  exprs[rank] = r;
  appendReduce(f, reduce, body, tirReduceGetValues(reduce, 0), f->parts, exprs,
               rank + 1);
  scheduleDestroy(s, reduce);
  scheduleSimplifyAccesses(s, op);
  return mlirLogicalResultSuccess();
}

/// All parts of an element, combined.
static MlirOperation makeCombination(Rfactor *f) {
  Scheduler *s = f->s;
  ScheduleHead head = scheduleStartHead(s, f->count + 1);
  for (intptr_t i = 0; i < f->count; ++i)
    if (tirComputeIsKind(f->compute, i, "spatial"))
      scheduleKeepIterator(s, &head, f->compute, i);
  intptr_t spatial = head.count, rank;
  MlirLocation loc = mlirOperationGetLocation(f->compute);
  scheduleAddIterator(s, &head, "reduce",
                      bridgeNamedLocation(strRefFromC("r"), loc),
                      scheduleConst(s, 0), scheduleConst(s, f->factor));
  MlirOperation op = scheduleMakeCompute(s, f->compute, &head,
                                         scheduleNameOf(f->compute), false);
  MlirBlock body = bridgeBody(op);
  MlirValue target = tirReduceGetBuffers(f->reduce, 0);
  SymExpr *exprs = targetIndices(f, op, spatial, &rank);
  exprs[rank] = scheduleSymbolOf(s, mlirBlockGetArgument(body, spatial));
  MlirValue part =
      scheduleAppendLoad(s, body, bridgeNamedLocation(strRefFromC("part"), loc),
                         f->parts, (MlirValue){NULL}, exprs);
  appendReduce(f, (MlirOperation){NULL}, body, part, target, exprs, rank);
  return op;
}

/// The elements behind the last whole round, combined into the target.
static MlirLogicalResult makeRest(Rfactor *f) {
  Scheduler *s = f->s;
  bool good = true;
  Facts facts = scheduleFactsAt(s, f->compute);
  if (factsEqual(&facts, f->left, scheduleConst(s, 0)))
    return mlirLogicalResultSuccess();
  ScheduleHead head = scheduleStartHead(s, f->count);
  for (intptr_t i = 0; i < f->count; ++i)
    scheduleKeepIterator(s, &head, f->compute, i);
  head.upper[f->count - 1] = f->left;
  MlirOperation op = scheduleMakeCompute(
      s, f->compute, &head,
      scheduleUniqueName(s, scheduleNameOf(f->compute), ".rest"), true);
  SymExpr *values = scheduleIterators(s, op, 0, f->count);
  SymExpr done = scheduleCombine(s, symExprMul, scheduleConst(s, f->factor),
                                 f->full, &good);
  values[f->count - 1] =
      scheduleCombine(s, symExprAdd, done, values[f->count - 1], &good);
  return good ? scheduleCopyBody(s, f->compute, op, values)
              : mlirLogicalResultFailure();
}

MlirLogicalResult scheduleRfactor(Scheduler *s) {
  Rfactor f = {.s = s, .factor = tirRfactorGetFactor(s->primitive)};
  f.compute = scheduleComputeOf(s, tirRfactorGetCompute(s->primitive));
  if (!f.compute.ptr)
    return mlirLogicalResultFailure();
  f.bounds = scheduleExprs(s, f.compute, &f.count);
  f.count /= 2;
  if (mlirLogicalResultIsFailure(check(&f)))
    return mlirLogicalResultFailure();
  bool good = true;
  SymExpr extent = f.bounds[2 * f.count - 1], step = scheduleConst(s, f.factor);
  f.full = scheduleCombine(s, symExprFloorDiv, extent, step, &good);
  f.left = scheduleCombine(s, symExprMod, extent, step, &good);
  if (!good)
    return mlirLogicalResultFailure();
  makeMemory(&f);
  if (mlirLogicalResultIsFailure(makeParts(&f)))
    return mlirLogicalResultFailure();
  MlirOperation combination = makeCombination(&f);
  if (mlirLogicalResultIsFailure(makeRest(&f)))
    return mlirLogicalResultFailure();
  scheduleRebind(s, f.compute, combination);
  scheduleDestroy(s, f.compute);
  return mlirLogicalResultSuccess();
}
