//===- Computes.c - computes made from a compute --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Computes.h"

ScheduleHead scheduleStartHead(Scheduler *s, intptr_t count) {
  return (ScheduleHead){.count = 0,
                        .kinds = ARENA_ARRAY(s->arena, MlirAttribute, count),
                        .locs = ARENA_ARRAY(s->arena, MlirLocation, count),
                        .lower = ARENA_ARRAY(s->arena, SymExpr, count),
                        .upper = ARENA_ARRAY(s->arena, SymExpr, count)};
}

void scheduleAddIterator(Scheduler *s, ScheduleHead *head, const char *kind,
                         MlirLocation loc, SymExpr lower, SymExpr upper) {
  intptr_t i = head->count++;
  head->kinds[i] = scheduleString(s, strRefFromC(kind));
  head->locs[i] = loc;
  head->lower[i] = lower;
  head->upper[i] = upper;
}

void scheduleKeepIterator(Scheduler *s, ScheduleHead *head,
                          MlirOperation compute, intptr_t i) {
  intptr_t count, at = head->count++;
  SymExpr *bounds = scheduleExprs(s, compute, &count);
  head->kinds[at] = mlirArrayAttrGetElement(tirComputeGetKinds(compute), i);
  head->locs[at] = mlirValueGetLocation(bridgeArgument(compute, i));
  head->lower[at] = bounds[i];
  head->upper[at] = bounds[count / 2 + i];
}

MlirOperation scheduleNewCompute(Scheduler *s, MlirLocation loc,
                                 const ScheduleHead *head, StrRef name,
                                 bool update) {
  intptr_t count = head->count;
  MlirAttribute *zeros = ARENA_ARRAY(s->arena, MlirAttribute, count);
  MlirType *types = ARENA_ARRAY(s->arena, MlirType, count);
  SymExpr *bounds = ARENA_ARRAY(s->arena, SymExpr, 2 * count);
  for (intptr_t i = 0; i < count; ++i) {
    zeros[i] = symConstAttribute(s->context, 0);
    types[i] = mlirIndexTypeGet(s->context);
    bounds[i] = head->lower[i];
    bounds[count + i] = head->upper[i];
  }
  TirComputeArgs args = {.name = name,
                         .kinds =
                             mlirArrayAttrGet(s->context, count, head->kinds),
                         .lower = mlirArrayAttrGet(s->context, count, zeros),
                         .upper = mlirArrayAttrGet(s->context, count, zeros),
                         .update = update};
  MlirOperation op = tirComputeCreate(loc, &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 0),
                             mlirBlockCreate(count, types, head->locs));
  scheduleSetExprs(s, op, bounds, 2 * count);
  return op;
}

MlirOperation scheduleMakeCompute(Scheduler *s, MlirOperation compute,
                                  const ScheduleHead *head, StrRef name,
                                  bool update) {
  MlirOperation op = scheduleNewCompute(s, mlirOperationGetLocation(compute),
                                        head, name, update);
  bridgeInsert(compute, op);
  return op;
}

SymExpr *scheduleIterators(Scheduler *s, MlirOperation compute, intptr_t first,
                           intptr_t count) {
  SymExpr *symbols = ARENA_ARRAY(s->arena, SymExpr, count);
  for (intptr_t i = 0; i < count; ++i)
    symbols[i] = scheduleSymbolOf(s, bridgeArgument(compute, first + i));
  return symbols;
}

/// Indices of a buffer that are to be set.
static MlirAttribute unsetIndices(Scheduler *s, MlirValue buffer,
                                  intptr_t *rank) {
  const MlirAttribute *dims;
  *rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  return mlirArrayAttrGet(s->context, *rank, dims);
}

MlirValue scheduleAppendLoad(Scheduler *s, MlirBlock block, MlirLocation loc,
                             MlirValue buffer, MlirValue pad,
                             const SymExpr *exprs) {
  intptr_t rank;
  TirLoadArgs args = {
      .buffer = buffer,
      .pad = pad,
      .exprs = unsetIndices(s, buffer, &rank),
      .resultType = tirBufferTypeGetElementType(mlirValueGetType(buffer))};
  MlirOperation load = tirLoadCreate(loc, &args);
  mlirBlockAppendOwnedOperation(block, load);
  scheduleSetExprs(s, load, exprs, rank);
  return mlirOperationGetResult(load, 0);
}

void scheduleAppendStore(Scheduler *s, MlirBlock block, MlirLocation loc,
                         MlirValue value, MlirValue buffer,
                         const SymExpr *exprs) {
  intptr_t rank;
  TirStoreArgs args = {.value = value,
                       .buffer = buffer,
                       .exprs = unsetIndices(s, buffer, &rank)};
  MlirOperation store = tirStoreCreate(loc, &args);
  mlirBlockAppendOwnedOperation(block, store);
  scheduleSetExprs(s, store, exprs, rank);
}

MlirValue scheduleMakeWorkspace(Scheduler *s, MlirOperation compute,
                                StrRef name, const char *word, intptr_t rank,
                                const MlirAttribute *dims, MlirType element) {
  TirAllocArgs args = {
      .name =
          scheduleUniqueName(s, name, arenaFormat(s->arena, ".%s", word).data),
      .space = strRefFromC("workspace"),
      .bufferType = tirBufferTypeGet(s->context, rank, dims, element)};
  StrRef value =
      scheduleUniqueName(s, name, arenaFormat(s->arena, "_%s", word).data);
  return bridgeInsert(
      compute, tirAllocCreate(bridgeNamedLocation(
                                  value, mlirOperationGetLocation(compute)),
                              &args));
}

MlirLogicalResult scheduleCopyBody(Scheduler *s, MlirOperation compute,
                                   MlirOperation to, const SymExpr *values) {
  MlirOperation copy = mlirOperationClone(compute);
  bridgeInsert(compute, copy);
  MlirBlock from = bridgeBody(copy), body = bridgeBody(to);
  scheduleMoveBody(from, body);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(from);
       i < e && mlirLogicalResultIsSuccess(outcome); ++i) {
    MlirValue old = mlirBlockGetArgument(from, i);
    outcome = scheduleReplaceValue(s, to, old, values[i], body);
    scheduleRetire(s, old);
  }
  scheduleDestroy(s, copy);
  return outcome;
}

void scheduleRetype(Scheduler *s, MlirValue buffer, MlirType type,
                    const char *suffix) {
  if (!mlirValueIsABlockArgument(buffer)) {
    mlirValueSetType(buffer, type);
    return;
  }
  MlirLocation loc = bridgeUnnamed(mlirOperationGetLocation(s->func));
  TirViewArgs args = {.buffer = buffer, .resultType = type};
  MlirOperation view = tirViewCreate(
      bridgeNamedLocation(
          scheduleUniqueName(s, scheduleBufferName(buffer), suffix), loc),
      &args);
  mlirValueReplaceAllUsesOfWith(buffer, mlirOperationGetResult(view, 0));
  mlirOperationSetOperand(view, 0, buffer);
  mlirBlockInsertOwnedOperation(bridgeBody(s->func), 0, view);
}
