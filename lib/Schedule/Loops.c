//===- Loops.c - the primitive tir.loops ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A compute initialises the targets of its reductions at each point of its
// spatial iterators. As loops, initialisation stands in front, as a compute of
// its own over the spatial domain, so that the loops may be in any order. With
// fewer names than iterators only the first ones, spatial ones, become loops,
// and the rest stays a compute inside.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Schedule/Computes.h"

#include <stb/stb_ds.h>
#include <string.h>

typedef struct Nest {
  Scheduler *s;
  MlirOperation compute;
  MlirBlock body;
  intptr_t count;
  SymExpr *bounds; // lower, then upper
  MlirOperation *reduces;
} Nest;

static StrRef kindOf(Nest *nest, intptr_t i) {
  return bridgeTextAt(tirComputeGetKinds(nest->compute), i);
}

static void findReduces(Nest *nest) {
  ScheduleOps ops = scheduleCollect(nest->compute);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i)
    if (tirIsReduce(ops[i]))
      arrput(nest->reduces, ops[i]);
  arrfree(ops);
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

static MlirLogicalResult checkBounds(Nest *nest) {
  Facts facts = scheduleFactsAt(nest->s, nest->compute);
  SymExpr zero = scheduleConst(nest->s, 0);
  for (intptr_t i = 0; i < nest->count; ++i)
    if (!factsAtMost(&facts, zero, nest->bounds[i]))
      return scheduleError(nest->s,
                           "iterator %ld starts at '%s', which may be "
                           "negative: expected at least 0",
                           (long)i, scheduleText(nest->s, nest->bounds[i]));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult scheduleCheckTargets(Scheduler *s, MlirOperation compute,
                                       MlirOperation reduce) {
  Nest nest = {.s = s, .compute = compute, .body = bridgeBody(compute)};
  intptr_t count;
  SymExpr *exprs = scheduleExprs(s, reduce, &count);
  for (intptr_t e = 0; e < count; ++e)
    for (size_t k = 0; k < exprs[e].numSymbols; ++k) {
      MlirValue value = scheduleValueOf(s, exprs[e].symbols[k]);
      if (!value.ptr || !scheduleIsDefinedInside(value, compute))
        continue;
      if (mlirValueIsABlockArgument(value) &&
          mlirBlockEqual(mlirBlockArgumentGetOwner(value), nest.body) &&
          tirComputeIsKind(nest.compute, mlirBlockArgumentGetArgNumber(value),
                           "spatial"))
        continue;
      return scheduleError(s,
                           "target of the reduction depends on more than the "
                           "spatial iterators: its initialisation cannot be "
                           "split off");
    }
  ScheduleAccess *accesses = scheduleAccesses(s, compute);
  bool shared = false;
  for (intptr_t t = 0; t < tirReduceGetNumBuffers(reduce); ++t)
    for (ptrdiff_t a = 0; a < arrlen(accesses); ++a)
      shared |=
          !mlirOperationEqual(accesses[a].op, reduce) &&
          mlirValueEqual(accesses[a].buffer, tirReduceGetBuffers(reduce, t));
  arrfree(accesses);
  return shared ? scheduleError(s, "target of the reduction is also "
                                   "used elsewhere in the compute")
                : mlirLogicalResultSuccess();
}

MlirOperation scheduleMonoidOf(Scheduler *s, MlirOperation reduce) {
  StrRef name = bridgeRefName(tirReduceGetMonoid(reduce));
  MlirOperation monoid = bridgeLookupNearestSymbol(reduce, name);
  if (tirIsMonoid(monoid))
    return monoid;
  scheduleError(s, "'@%.*s' is no tir.monoid of the module", SPREAD(name));
  return (MlirOperation){NULL};
}

//===----------------------------------------------------------------------===//
// Initialisation
//===----------------------------------------------------------------------===//

MlirOperation scheduleMakeConstant(Scheduler *s, const char *name,
                                   MlirLocation loc, MlirAttribute value) {
  MlirOperationState state =
      mlirOperationStateGet(mlirStringRefCreateFromCString("arith.constant"),
                            bridgeNamedLocation(strRefFromC(name), loc));
  MlirType type = mlirAttributeGetType(value);
  mlirOperationStateAddResults(&state, 1, &type);
  MlirNamedAttribute attribute = mlirNamedAttributeGet(
      mlirIdentifierGet(s->context, mlirStringRefCreateFromCString("value")),
      value);
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  return mlirOperationCreate(&state);
}

/// Stores the identities of one reduction in the body of `init`, whose k-th
/// iterator stands for `from[k]`.
static MlirLogicalResult storeIdentities(Nest *nest, MlirOperation reduce,
                                         MlirOperation init,
                                         const MlirValue *from,
                                         intptr_t number) {
  Scheduler *s = nest->s;
  MlirBlock block = bridgeBody(init);
  MlirOperation monoid = scheduleMonoidOf(s, reduce);
  if (!monoid.ptr)
    return mlirLogicalResultFailure();
  intptr_t all, at = 0;
  SymExpr *exprs = scheduleExprs(s, reduce, &all);
  for (intptr_t e = 0; e < all; ++e)
    for (intptr_t k = 0; k < number; ++k)
      if (!scheduleSubstitute(
              s, &exprs[e], from[k],
              scheduleSymbolOf(s, mlirBlockGetArgument(block, k))))
        return mlirLogicalResultFailure();
  for (intptr_t t = 0; t < tirReduceGetNumBuffers(reduce); ++t) {
    MlirValue buffer = tirReduceGetBuffers(reduce, t);
    const MlirAttribute *dims;
    intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
    MlirOperation identity = scheduleMakeConstant(
        s, "identity", mlirOperationGetLocation(nest->compute),
        mlirArrayAttrGetElement(tirMonoidGetIdentity(monoid), t));
    mlirBlockAppendOwnedOperation(block, identity);
    scheduleAppendStore(s, block, mlirOperationGetLocation(reduce),
                        mlirOperationGetResult(identity, 0), buffer,
                        exprs + at);
    at += rank;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult splitInitialisation(Nest *nest) {
  Scheduler *s = nest->s;
  MlirValue *from = ARENA_ARRAY(s->arena, MlirValue, nest->count);
  ScheduleHead head = scheduleStartHead(s, nest->count);
  for (intptr_t i = 0; i < nest->count; ++i)
    if (tirComputeIsKind(nest->compute, i, "spatial")) {
      from[head.count] = mlirBlockGetArgument(nest->body, i);
      scheduleKeepIterator(s, &head, nest->compute, i);
    }
  MlirOperation init = scheduleMakeCompute(
      s, nest->compute, &head,
      scheduleUniqueName(s, scheduleNameOf(nest->compute), ".init"), false);
  for (ptrdiff_t r = 0; r < arrlen(nest->reduces); ++r)
    if (mlirLogicalResultIsFailure(
            storeIdentities(nest, nest->reduces[r], init, from, head.count)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static MlirOperation makeLoop(Nest *nest, MlirOperation before, intptr_t i) {
  Scheduler *s = nest->s;
  MlirValue iterator = mlirBlockGetArgument(nest->body, i);
  StrRef name = bridgeLocationName(mlirValueGetLocation(iterator));
  StrRef kind = kindOf(nest, i);
  return scheduleMakeFor(
      s, before,
      scheduleUniqueName(s, name.length ? name : strRefFromC("i"), ""),
      nest->bounds[i], nest->bounds[nest->count + i],
      tirComputeIsKind(nest->compute, i, "spatial") ? (MlirAttribute){NULL}
                                                    : scheduleString(s, kind),
      mlirValueGetLocation(iterator));
}

/// The iterator becomes that of the loop; a loop of one round has a constant.
static MlirLogicalResult replaceIterator(Nest *nest, intptr_t i,
                                         MlirOperation loop) {
  Scheduler *s = nest->s;
  MlirValue iterator = mlirBlockGetArgument(nest->body, i);
  SymExpr rounds;
  int64_t one, first;
  if (symExprSub(s->arena, nest->bounds[nest->count + i], nest->bounds[i],
                 &rounds) == SYM_OK &&
      symExprIsConst(rounds, &one) && one == 1 &&
      symExprIsConst(nest->bounds[i], &first)) {
    if (mlirLogicalResultIsFailure(scheduleReplaceValue(
            s, nest->compute, iterator, nest->bounds[i], nest->body)))
      return mlirLogicalResultFailure();
  } else {
    mlirValueReplaceAllUsesOfWith(iterator, scheduleIterator(loop));
  }
  scheduleRetire(s, iterator);
  return mlirLogicalResultSuccess();
}

/// The first `number` iterators as loops around the compute.
static MlirLogicalResult wrapInLoops(Nest *nest, intptr_t number) {
  Scheduler *s = nest->s;
  for (intptr_t i = 0; i < number; ++i) {
    MlirOperation loop = makeLoop(nest, nest->compute, i);
    scheduleMoveToEnd(nest->compute, bridgeBody(loop));
    scheduleBind(s, mlirOperationGetResult(s->primitive, i), loop);
    if (mlirLogicalResultIsFailure(replaceIterator(nest, i, loop)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult makeLoops(Nest *nest) {
  if (mlirLogicalResultIsFailure(wrapInLoops(nest, nest->count)))
    return mlirLogicalResultFailure();
  scheduleMoveBody(nest->body, mlirOperationGetBlock(nest->compute));
  scheduleForget(nest->s, nest->compute);
  scheduleDestroy(nest->s, nest->compute);
  return mlirLogicalResultSuccess();
}

/// The first `number` iterators as loops, the others as a compute in them.
static MlirLogicalResult peel(Nest *nest, intptr_t number) {
  Scheduler *s = nest->s;
  for (intptr_t i = 0; i < number; ++i)
    if (!tirComputeIsKind(nest->compute, i, "spatial"))
      return scheduleError(s,
                           "iterator %ld is not spatial: expected names for "
                           "all %ld iterators, or for spatial ones in front",
                           (long)i, (long)nest->count);
  intptr_t left = nest->count - number;
  SymExpr *bounds = ARENA_ARRAY(s->arena, SymExpr, 2 * left);
  MlirAttribute *kinds = ARENA_ARRAY(s->arena, MlirAttribute, left);
  MlirAttribute *zeros = ARENA_ARRAY(s->arena, MlirAttribute, left);
  for (intptr_t i = 0; i < left; ++i) {
    bounds[i] = nest->bounds[number + i];
    bounds[left + i] = nest->bounds[nest->count + number + i];
    kinds[i] =
        mlirArrayAttrGetElement(tirComputeGetKinds(nest->compute), number + i);
    zeros[i] = symConstAttribute(s->context, 0);
  }
  if (mlirLogicalResultIsFailure(wrapInLoops(nest, number)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < number; ++i)
    mlirBlockEraseArgument(nest->body, 0);
  tirComputeSetKinds(nest->compute, mlirArrayAttrGet(s->context, left, kinds));
  tirComputeSetLower(nest->compute, mlirArrayAttrGet(s->context, left, zeros));
  tirComputeSetUpper(nest->compute, mlirArrayAttrGet(s->context, left, zeros));
  scheduleSetExprs(s, nest->compute, bounds, 2 * left);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult rewrite(Nest *nest) {
  findReduces(nest);
  if (mlirLogicalResultIsFailure(checkBounds(nest)))
    return mlirLogicalResultFailure();
  if (arrlen(nest->reduces) && !tirComputeGetUpdate(nest->compute)) {
    for (ptrdiff_t r = 0; r < arrlen(nest->reduces); ++r)
      if (mlirLogicalResultIsFailure(
              scheduleCheckTargets(nest->s, nest->compute, nest->reduces[r])))
        return mlirLogicalResultFailure();
    if (mlirLogicalResultIsFailure(splitInitialisation(nest)))
      return mlirLogicalResultFailure();
  }
  return makeLoops(nest);
}

MlirLogicalResult scheduleLoops(Scheduler *s) {
  MlirOperation compute =
      scheduleComputeOf(s, tirLoopsGetCompute(s->primitive));
  if (!compute.ptr)
    return mlirLogicalResultFailure();
  Nest nest = {.s = s, .compute = compute, .body = bridgeBody(compute)};
  nest.bounds = scheduleExprs(s, compute, &nest.count);
  nest.count /= 2;
  intptr_t results = mlirOperationGetNumResults(s->primitive);
  if (results == 0 || results > nest.count)
    return scheduleError(s, "compute has %ld iterators, got %ld names",
                         (long)nest.count, (long)results);
  if (results < nest.count) {
    if (mlirLogicalResultIsFailure(checkBounds(&nest)))
      return mlirLogicalResultFailure();
    return peel(&nest, results);
  }
  MlirLogicalResult outcome = rewrite(&nest);
  arrfree(nest.reduces);
  return outcome;
}
