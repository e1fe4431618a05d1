//===- FuseFuseCallBody.c - bodies of the fused programs in a tile --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Fusion/FuseCalls.h"

#include <assert.h>
#include <stb/stb_ds.h>

typedef struct Mapped {
  const void *key;
  MlirValue value;
} Mapped;

typedef struct Filling {
  const FuseCallBody *body;
  MlirBlock into;
  Mapped *map; // stb_ds
  bool failed;
} Filling;

static Arena *arenaOf(const Filling *f) { return f->body->graph->arena; }

static MlirContext contextOf(const Filling *f) {
  return mlirOperationGetContext(f->body->call->call.op);
}

/// Over the values of the new compute.
static SymExpr moved(Filling *f, SymExpr expr) {
  const TirComputeAccesses *compute = f->body->compute;
  StrRef *names = ARENA_ARRAY(arenaOf(f), StrRef, compute->numIterators);
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    names[k] = tirIteratorSymbol(arenaOf(f), k);
  f->failed |=
      symExprSubstitute(arenaOf(f), expr, names, f->body->iterators,
                        (size_t)compute->numIterators, &expr) != SYM_OK;
  return expr;
}

static TirIndices indicesOf(Filling *f, const SymExpr *exprs, intptr_t count) {
  TirIndices indices = {0};
  f->failed |= tirIndicesOf(arenaOf(f), exprs, count, f->body->values,
                            &indices) != SYM_OK;
  return indices;
}

/// What is said of an access; NULL: it goes where it went.
static const FuseRedirect *redirectOf(const Filling *f, const TirAccess *access,
                                      bool isTarget) {
  const FuseCallBody *body = f->body;
  for (intptr_t i = 0; i < body->numRedirects; ++i) {
    const TirAccess *other = body->redirects[i].access;
    bool same = isTarget == !other;
    if (same && other) {
      same = other->rank == access->rank &&
             mlirValueEqual(fuseCallOperand(body->call, other),
                            fuseCallOperand(body->call, access));
      for (intptr_t d = 0; d < access->rank && same; ++d)
        same = symExprEqual(other->indices[d], access->indices[d]);
    }
    if (same)
      return &body->redirects[i];
  }
  return NULL;
}

/// Where an access goes: its buffer and the indices.
static MlirValue placeOf(Filling *f, const TirAccess *access, bool isTarget,
                         TirIndices *indices) {
  const FuseCallBody *body = f->body;
  const FuseRedirect *redirect = redirectOf(f, access, isTarget);
  const MlirAttribute *unused;
  if (redirect) {
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
  MlirValue operand = fuseCallOperand(body->call, access);
  for (intptr_t i = 0; i < body->program->numInputs; ++i)
    if (mlirValueEqual(body->program->inputs[i], operand))
      number = i;
  assert(number >= 0 && "every operand is an input");
  return mlirBlockGetArgument(bridgeBody(body->program->function), number);
}

static MlirOperation extentOf(Filling *f, SymExpr expr, MlirLocation loc) {
  TirIndices indices = indicesOf(f, &expr, 1);
  MlirAttribute exprs = tirIndicesAttribute(contextOf(f), arenaOf(f), &indices);
  TirExtentArgs args = {.numIndices = indices.numOperands,
                        .indices = indices.operands,
                        .expr = mlirArrayAttrGetElement(exprs, 0),
                        .resultType = mlirIndexTypeGet(contextOf(f))};
  return tirExtentCreate(loc, &args);
}

static MlirValue mappedValue(Filling *f, MlirValue value) {
  if (!value.ptr)
    return value;
  const Mapped *mapped = mapEntry(f->map, value.ptr);
  if (mapped)
    return mapped->value;
  assert(mlirValueIsABlockArgument(value) && "used before its definition");
  MlirOperation op =
      extentOf(f, f->body->iterators[mlirBlockArgumentGetArgNumber(value)],
               mlirValueGetLocation(value));
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
  MlirValue value = mappedValue(f, fuseCallStored(f->body->compute));
  MlirAttribute exprs = tirIndicesAttribute(contextOf(f), arenaOf(f), &indices);
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
  SymExpr expr = symExprConst(arenaOf(f), 0);
  f->failed |= !fuseCallExtent(f->body->graph, f->body->call, f->body->compute,
                               op, &expr);
  expr = moved(f, expr);
  return extentOf(f, expr, mlirOperationGetLocation(op));
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

bool fuseCallFill(const FuseCallBody *body, MlirBlock into) {
  Filling f = {.body = body, .into = into};
  if (body->copied) {
    copyElement(&f);
    return !f.failed;
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(body->compute->body);
       op.ptr && !f.failed; op = mlirOperationGetNextInBlock(op)) {
    const FuseRedirect *given =
        tirIsLoad(op) ? redirectOf(&f, accessOf(&f, op), false) : NULL;
    if (given && given->value.ptr) {
      hmput(f.map, mlirOperationGetResult(op, 0).ptr, given->value);
      continue;
    }
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
