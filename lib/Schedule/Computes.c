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
  head->locs[at] =
      mlirValueGetLocation(mlirBlockGetArgument(scheduleBody(compute), i));
  head->lower[at] = bounds[i];
  head->upper[at] = bounds[count / 2 + i];
}

MlirOperation scheduleMakeCompute(Scheduler *s, MlirOperation compute,
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
  MlirOperation op = tirComputeCreate(mlirOperationGetLocation(compute), &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, 0),
                             mlirBlockCreate(count, types, head->locs));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(compute), compute,
                                      op);
  scheduleSetExprs(s, op, bounds, 2 * count);
  return op;
}

MlirLogicalResult scheduleCopyBody(Scheduler *s, MlirOperation compute,
                                   MlirOperation to, const SymExpr *values) {
  MlirOperation copy = mlirOperationClone(compute);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(compute), compute,
                                      copy);
  MlirBlock from = scheduleBody(copy), body = scheduleBody(to);
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
  MlirLocation loc = mlirOperationGetLocation(s->func);
  if (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  TirViewArgs args = {.buffer = buffer, .resultType = type};
  MlirOperation view = tirViewCreate(
      bridgeNamedLocation(
          scheduleUniqueName(s, scheduleBufferName(buffer), suffix), loc),
      &args);
  mlirValueReplaceAllUsesOfWith(buffer, mlirOperationGetResult(view, 0));
  mlirOperationSetOperand(view, 0, buffer);
  mlirBlockInsertOwnedOperation(scheduleBody(s->func), 0, view);
}
