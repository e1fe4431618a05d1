//===- Hoist.c - the primitive tir.hoist ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Loads of a table that the loops inside do not change are done once in a round
// of the loop around them. There they are done even where the loops inside have
// no rounds, so the place has to be one of the table's.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"
#include "mlir-c/Dialect/Arith.h"

#include <stb/stb_ds.h>

typedef struct Hoisting {
  Scheduler *s;
  MlirOperation loop;
  MlirValue table;
  ScheduleAccess *loads; // those that may go, stb_ds array
} Hoisting;

/// The operation of the loop's own body behind which the indices are known, the
/// last one so far or null; false where an inner loop changes one.
static bool findPlace(const Hoisting *h, const ScheduleAccess *load,
                      MlirOperation *after) {
  Scheduler *s = h->s;
  MlirBlock body = bridgeBody(h->loop);
  for (intptr_t d = 0; d < load->rank; ++d)
    for (size_t k = 0; k < load->exprs[d].numSymbols; ++k) {
      MlirValue value = scheduleValueOf(s, load->exprs[d].symbols[k]);
      if (!value.ptr || !scheduleIsDefinedInside(value, h->loop) ||
          mlirValueEqual(value, scheduleIterator(h->loop)))
        continue;
      MlirOperation maker = bridgeDefiner(value);
      if (!maker.ptr || !mlirBlockEqual(mlirOperationGetBlock(maker), body))
        return false;
      if (!after->ptr || mlirOperationIsBeforeInBlock(*after, maker))
        *after = maker;
    }
  return true;
}

/// Is the load's place one of the table's at the front of the body?
static MlirLogicalResult checkBounds(const Hoisting *h,
                                     const ScheduleAccess *load) {
  Scheduler *s = h->s;
  const MlirAttribute *dims;
  tirBufferTypeGetDims(mlirValueGetType(h->table), &dims);
  Facts facts =
      scheduleFactsAt(s, mlirBlockGetFirstOperation(bridgeBody(h->loop)));
  SymExpr below = scheduleConst(s, -1);
  StrRef name = scheduleBufferName(h->table), loop = scheduleNameOf(h->loop);
  for (intptr_t d = 0; d < load->rank; ++d)
    if (!factsLess(&facts, load->exprs[d], scheduleExprOf(s, dims[d])) ||
        !factsLess(&facts, below, load->exprs[d]))
      return scheduleError(
          s,
          "'%.*s' is loaded at %s, which is not known to lie in it where a "
          "round of loop '%.*s' has no rounds inside",
          SPREAD(name), scheduleText(s, load->exprs[d]), SPREAD(loop));
  return mlirLogicalResultSuccess();
}

/// What is to move, or a refusal.
static MlirLogicalResult collect(Hoisting *h) {
  Scheduler *s = h->s;
  ScheduleAccess *all = scheduleAccesses(s, h->loop);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  StrRef name = scheduleBufferName(h->table), loop = scheduleNameOf(h->loop);
  for (ptrdiff_t i = 0; i < arrlen(all) && mlirLogicalResultIsSuccess(outcome);
       ++i) {
    MlirOperation after = {NULL};
    if (!mlirValueEqual(all[i].buffer, h->table))
      continue;
    if (all[i].writes)
      outcome = scheduleError(s, "loop '%.*s' writes '%.*s'", SPREAD(loop),
                              SPREAD(name));
    else if (!mlirBlockEqual(mlirOperationGetBlock(all[i].op),
                             bridgeBody(h->loop)) &&
             !tirLoadGetPad(all[i].op).ptr && findPlace(h, &all[i], &after))
      arrput(h->loads, all[i]);
  }
  for (ptrdiff_t i = 0;
       i < arrlen(h->loads) && mlirLogicalResultIsSuccess(outcome); ++i)
    outcome = checkBounds(h, &h->loads[i]);
  if (mlirLogicalResultIsSuccess(outcome) && !arrlen(h->loads))
    outcome = scheduleError(s,
                            "no loop inside of '%.*s' loads '%.*s' at places "
                            "that it does not change",
                            SPREAD(loop), SPREAD(name));
  arrfree(all);
  return outcome;
}

/// The load behind `after`, or first, and its value as an index with it.
static void moveLoad(Hoisting *h, const ScheduleAccess *load) {
  MlirOperation after = {NULL}, op = load->op;
  findPlace(h, load, &after);
  MlirBlock body = bridgeBody(h->loop);
  MlirOperation place = after.ptr ? mlirOperationGetNextInBlock(after)
                                  : mlirBlockGetFirstOperation(body);
  mlirOperationMoveBefore(op, place);
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirOperation *casts = NULL;
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(result, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (bridgeIsNamed(user, "arith.index_cast"))
      arrput(casts, user);
  }
  for (ptrdiff_t i = 0; i < arrlen(casts); ++i)
    if (!mlirBlockEqual(mlirOperationGetBlock(casts[i]), body))
      mlirOperationMoveBefore(casts[i], place);
  arrfree(casts);
}

MlirLogicalResult scheduleHoist(Scheduler *s) {
  Hoisting h = {.s = s,
                .loop = scheduleLoopOf(s, tirHoistGetLoop(s->primitive)),
                .table = scheduleBufferOf(s, tirHoistGetTable(s->primitive))};
  if (!h.loop.ptr || !h.table.ptr)
    return mlirLogicalResultFailure();
  MlirLogicalResult outcome = collect(&h);
  for (ptrdiff_t i = 0;
       i < arrlen(h.loads) && mlirLogicalResultIsSuccess(outcome); ++i) {
    ptrdiff_t same = 0;
    while (!scheduleIsSameElement(&h.loads[same], &h.loads[i]))
      ++same;
    if (same == i) {
      moveLoad(&h, &h.loads[i]);
      continue;
    }
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(h.loads[i].op, 0),
                                  mlirOperationGetResult(h.loads[same].op, 0));
    scheduleDestroy(s, h.loads[i].op);
  }
  arrfree(h.loads);
  return outcome;
}
