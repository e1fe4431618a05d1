//===- FuseOnlineBody.c - bodies of the fused programs in a tile ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Fusion/FuseOnline.h"

#include <assert.h>
#include <stb/stb_ds.h>

typedef struct Mapped {
  const void *key;
  MlirValue value;
} Mapped;

typedef struct Filling {
  const OnlineBody *body;
  MlirBlock into;
  Mapped *map; // stb_ds
  bool failed;
} Filling;

static Arena *arenaOf(const Filling *f) { return f->body->online->graph->arena; }

static MlirContext contextOf(const Filling *f) {
  return mlirOperationGetContext(f->body->call->call.op);
}

/// Over the values of the new compute.
static SymExpr moved(Filling *f, SymExpr expr) {
  const TirComputeAccesses *compute = f->body->compute;
  StrRef *names = ARENA_ARRAY(arenaOf(f), StrRef, compute->numIterators);
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    names[k] = tirIteratorSymbol(arenaOf(f), k);
  f->failed |= symExprSubstitute(arenaOf(f), expr, names, f->body->iterators,
                                 (size_t)compute->numIterators,
                                 &expr) != SYM_OK;
  return expr;
}

static TirIndices indicesOf(Filling *f, const SymExpr *exprs, intptr_t count) {
  TirIndices indices = {0};
  f->failed |= tirIndicesOf(arenaOf(f), exprs, count, f->body->values,
                            &indices) != SYM_OK;
  return indices;
}

/// Where an access goes: its buffer and the indices.
static MlirValue placeOf(Filling *f, const TirAccess *access, bool isTarget,
                         TirIndices *indices) {
  const OnlineBody *body = f->body;
  for (intptr_t i = 0; i < body->numRedirects; ++i) {
    const OnlineRedirect *redirect = &body->redirects[i];
    const TirAccess *other = redirect->access;
    bool same = isTarget == !other;
    if (same && other) {
      same = other->rank == access->rank &&
             mlirValueEqual(onlineOperand(body->call, other),
                            onlineOperand(body->call, access));
      for (intptr_t d = 0; d < access->rank && same; ++d)
        same = symExprEqual(other->indices[d], access->indices[d]);
    }
    const MlirAttribute *unused;
    if (!same)
      continue;
    *indices = indicesOf(
        f, redirect->indices,
        tirBufferTypeGetDims(mlirValueGetType(redirect->buffer), &unused));
    return redirect->buffer;
  }
  assert(!isTarget && "a target is local");
  SymExpr *exprs = ARENA_ARRAY(arenaOf(f), SymExpr, access->rank);
  for (intptr_t d = 0; d < access->rank; ++d)
    exprs[d] = moved(f, access->indices[d]);
  *indices = indicesOf(f, exprs, access->rank);
  intptr_t number = -1;
  MlirValue operand = onlineOperand(body->call, access);
  for (intptr_t i = 0; i < body->program->numInputs; ++i)
    if (mlirValueEqual(body->program->inputs[i], operand))
      number = i;
  assert(number >= 0 && "every operand is an input");
  return mlirBlockGetArgument(
      mlirRegionGetFirstBlock(
          mlirOperationGetRegion(body->program->function, 0)),
      number);
}

static MlirValue mappedValue(Filling *f, MlirValue value) {
  if (!value.ptr)
    return value;
  const Mapped *mapped = mapEntry(f->map, value.ptr);
  if (mapped)
    return mapped->value;
  assert(mlirValueIsABlockArgument(value) && "used before its definition");
  SymExpr expr = f->body->iterators[mlirBlockArgumentGetArgNumber(value)];
  TirIndices indices = indicesOf(f, &expr, 1);
  MlirAttribute exprs =
      tirIndicesAttribute(contextOf(f), arenaOf(f), &indices);
  TirExtentArgs args = {.numIndices = indices.numOperands,
                        .indices = indices.operands,
                        .expr = mlirArrayAttrGetElement(exprs, 0),
                        .resultType = mlirIndexTypeGet(contextOf(f))};
  MlirOperation op = tirExtentCreate(mlirValueGetLocation(value), &args);
  mlirBlockAppendOwnedOperation(f->into, op);
  return mlirOperationGetResult(op, 0);
}

static const TirAccess *accessOf(const Filling *f, MlirOperation op) {
  const TirComputeAccesses *compute = f->body->compute;
  for (intptr_t i = 0; i < compute->numLoads; ++i)
    if (mlirOperationEqual(compute->loads[i].op, op))
      return &compute->loads[i];
  assert(false && "a load that is no access");
  return NULL;
}

static MlirOperation makeLoad(Filling *f, MlirOperation op) {
  TirIndices indices;
  MlirValue buffer = placeOf(f, accessOf(f, op), false, &indices);
  TirLoadArgs args = {
      .buffer = buffer,
      .numIndices = indices.numOperands,
      .indices = indices.operands,
      .pad = mappedValue(f, tirLoadGetPad(op)),
      .exprs = tirIndicesAttribute(contextOf(f), arenaOf(f), &indices),
      .resultType = tirBufferTypeGetElementType(mlirValueGetType(buffer))};
  return tirLoadCreate(mlirOperationGetLocation(op), &args);
}

static MlirOperation makeTarget(Filling *f, MlirOperation op) {
  TirIndices indices;
  MlirLocation loc = mlirOperationGetLocation(op);
  MlirValue buffer = placeOf(f, f->body->compute->targets, true, &indices);
  MlirValue value = mappedValue(f, onlineStored(f->body->compute));
  MlirAttribute exprs =
      tirIndicesAttribute(contextOf(f), arenaOf(f), &indices);
  if (tirIsStore(op)) {
    TirStoreArgs args = {.value = value,
                         .buffer = buffer,
                         .numIndices = indices.numOperands,
                         .indices = indices.operands,
                         .exprs = exprs};
    return tirStoreCreate(loc, &args);
  }
  TirReduceArgs args = {.numValues = 1,
                        .values = &value,
                        .numBuffers = 1,
                        .buffers = &buffer,
                        .numIndices = indices.numOperands,
                        .indices = indices.operands,
                        .monoid = tirReduceGetMonoid(op),
                        .exprs = mlirArrayAttrGet(contextOf(f), 1, &exprs)};
  return tirReduceCreate(loc, &args);
}

/// A `tir.extent` of the callee, in the caller's symbols and the new places.
static MlirOperation makeExtent(Filling *f, MlirOperation op) {
  const FuseNode *call = &f->body->call->call;
  intptr_t count = tirExtentGetNumIndices(op);
  MlirValue *operands = ARENA_ARRAY(arenaOf(f), MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = tirExtentGetIndices(op, i);
  MlirAttribute attribute = tirExtentGetExpr(op);
  SymExpr expr = symExprConst(arenaOf(f), 0);
  f->failed |=
      !tirIteratorIndices(arenaOf(f),
                          mlirArrayAttrGet(contextOf(f), 1, &attribute),
                          f->body->compute->body, operands, count, &expr) ||
      symExprSubstitute(arenaOf(f), expr, call->symbols, call->symbolValues,
                        call->numSymbols, &expr) != SYM_OK;
  expr = moved(f, expr);
  TirIndices indices = indicesOf(f, &expr, 1);
  MlirAttribute exprs =
      tirIndicesAttribute(contextOf(f), arenaOf(f), &indices);
  TirExtentArgs args = {.numIndices = indices.numOperands,
                        .indices = indices.operands,
                        .expr = mlirArrayAttrGetElement(exprs, 0),
                        .resultType = mlirIndexTypeGet(contextOf(f))};
  return tirExtentCreate(mlirOperationGetLocation(op), &args);
}

static MlirOperation makeClone(Filling *f, MlirOperation op) {
  MlirOperation clone = mlirOperationClone(op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    mlirOperationSetOperand(clone, i,
                            mappedValue(f, mlirOperationGetOperand(op, i)));
  return clone;
}

/// A load and its store.
static void copyElement(Filling *f) {
  MlirOperation load = makeLoad(f, f->body->copied->op);
  mlirBlockAppendOwnedOperation(f->into, load);
  TirIndices indices;
  MlirValue buffer = placeOf(f, NULL, true, &indices);
  TirStoreArgs args = {
      .value = mlirOperationGetResult(load, 0),
      .buffer = buffer,
      .numIndices = indices.numOperands,
      .indices = indices.operands,
      .exprs = tirIndicesAttribute(contextOf(f), arenaOf(f), &indices)};
  mlirBlockAppendOwnedOperation(
      f->into, tirStoreCreate(mlirOperationGetLocation(load), &args));
}

bool onlineFill(const OnlineBody *body, MlirBlock into) {
  Filling f = {.body = body, .into = into};
  if (body->copied) {
    copyElement(&f);
    return !f.failed;
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(body->compute->body);
       op.ptr && !f.failed; op = mlirOperationGetNextInBlock(op)) {
    MlirOperation made = tirIsLoad(op)     ? makeLoad(&f, op)
                         : tirIsExtent(op) ? makeExtent(&f, op)
                         : tirIsStore(op) || tirIsReduce(op)
                             ? makeTarget(&f, op)
                             : makeClone(&f, op);
    mlirBlockAppendOwnedOperation(into, made);
    for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
      hmput(f.map, mlirOperationGetResult(op, i).ptr,
            mlirOperationGetResult(made, i));
  }
  hmfree(f.map);
  return !f.failed;
}
