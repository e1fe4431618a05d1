//===- OrderDimsPrograms.c - what a program does along dimensions ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Schedule/OrderDims.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static MlirOperation computeOf(const ScheduleAccess *access) {
  return mlirOperationGetParentOperation(access->op);
}

//===----------------------------------------------------------------------===//
// Side by side
//===----------------------------------------------------------------------===//

static MlirValue iteratorOf(MlirOperation compute, intptr_t k) {
  return bridgeArgument(compute, k);
}

/// The iterator and what does not depend on it.
static bool goesAlong(OrderProgram *p, SymExpr expr, MlirValue iterator) {
  Scheduler *s = &p->scheduler;
  SymExpr rest;
  return scheduleExprUses(s, expr, iterator) &&
         symExprSub(s->arena, expr, scheduleSymbolOf(s, iterator), &rest) ==
             SYM_OK &&
         !scheduleExprUses(s, rest, iterator);
}

intptr_t orderDimAlong(OrderProgram *p, const ScheduleAccess *access,
                       MlirValue iterator) {
  intptr_t dim = -1;
  for (intptr_t d = 0; d < access->rank; ++d) {
    if (!scheduleExprUses(&p->scheduler, access->exprs[d], iterator))
      continue;
    if (dim >= 0 || !goesAlong(p, access->exprs[d], iterator))
      return -1;
    dim = d;
  }
  return dim;
}

/// The access of the compute to the result that it writes.
static const ScheduleAccess *targetOf(const OrderProgram *p,
                                      MlirOperation compute) {
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a)
    if (p->accesses[a].writes &&
        mlirOperationEqual(computeOf(&p->accesses[a]), compute))
      return &p->accesses[a];
  return NULL;
}

static OrderFlow followLoad(OrderProgram *p, const ScheduleAccess *load,
                            intptr_t dim, intptr_t *to) {
  MlirOperation compute = computeOf(load);
  const ScheduleAccess *target = targetOf(p, compute);
  OrderFlow flow = ORDER_NOWHERE;
  intptr_t count = bridgeNumArguments(compute);
  for (intptr_t k = 0; k < count && target; ++k) {
    MlirValue iterator = iteratorOf(compute, k);
    if (!goesAlong(p, load->exprs[dim], iterator))
      continue;
    intptr_t other = orderDimAlong(p, target, iterator);
    if (!tirComputeIsKind(compute, k, "spatial")) {
      flow = flow == ORDER_NOWHERE ? ORDER_SUMMED : flow;
    } else if (other >= 0 && orderDimAlong(p, load, iterator) == dim) {
      *to = other;
      return ORDER_RESULT;
    }
  }
  return flow;
}

static bool usesIterator(OrderProgram *p, const ScheduleAccess *access,
                         MlirValue iterator) {
  bool uses = false;
  for (intptr_t d = 0; d < access->rank; ++d)
    uses |= scheduleExprUses(&p->scheduler, access->exprs[d], iterator);
  return uses;
}

/// Does the access not use the iterator, or go side by side along it?
static bool fitsBeside(OrderProgram *p, const ScheduleAccess *access,
                       const intptr_t *turned, MlirValue iterator) {
  if (!usesIterator(p, access, iterator))
    return true;
  intptr_t dim = orderDimAlong(p, access, iterator);
  return dim >= 0 && !tirLoadGetPad(access->op).ptr &&
         turned[mlirBlockArgumentGetArgNumber(access->buffer)] < 0 &&
         orderIsLast(mlirValueGetType(access->buffer), dim);
}

bool orderMoves(OrderProgram *p, intptr_t buffer, const intptr_t *turned) {
  const ScheduleAccess *load = NULL;
  intptr_t stores = 0, loads = 0;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a) {
    const ScheduleAccess *access = &p->accesses[a];
    if (tirIsReduce(access->op))
      return false;
    stores += access->writes;
    if (access->writes ||
        mlirBlockArgumentGetArgNumber(access->buffer) != buffer)
      continue;
    ++loads;
    load = access;
  }
  if (stores != 1 || loads != 1)
    return false;
  MlirOperation compute = computeOf(load);
  intptr_t count = bridgeNumArguments(compute);
  for (intptr_t k = 0; k < count; ++k) {
    MlirValue iterator = iteratorOf(compute, k);
    bool fits = goesAlong(p, load->exprs[turned[buffer]], iterator) &&
                orderDimAlong(p, load, iterator) >= 0;
    for (ptrdiff_t a = 0; a < arrlen(p->accesses) && fits; ++a)
      fits = p->accesses[a].writes || &p->accesses[a] == load ||
             fitsBeside(p, &p->accesses[a], turned, iterator);
    if (fits)
      return true;
  }
  return false;
}

bool orderLeads(OrderProgram *p, intptr_t buffer) {
  bool sums = false, leads = false;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a) {
    MlirOperation compute = computeOf(&p->accesses[a]);
    const ScheduleAccess *target = targetOf(p, compute);
    bool reduces = target && tirIsReduce(target->op);
    sums |= reduces;
    leads |= reduces &&
             mlirBlockArgumentGetArgNumber(p->accesses[a].buffer) == buffer;
  }
  return leads || !sums;
}

/// What two loads of a buffer do together. One of `to` and `more` is -1 where
/// its load is summed.
static OrderFlow joinFlows(OrderFlow flow, intptr_t *to, OrderFlow other,
                           intptr_t more) {
  if (flow == ORDER_NOWHERE || other == ORDER_NOWHERE ||
      (*to >= 0 && more >= 0 && *to != more))
    return ORDER_NOWHERE;
  *to = *to < 0 ? more : *to;
  return flow == other ? flow : ORDER_BOTH;
}

OrderFlow orderFollow(OrderProgram *p, intptr_t buffer, intptr_t dim,
                      intptr_t *to) {
  MlirValue value = bridgeArgument(p->scheduler.func, buffer);
  OrderFlow all = ORDER_NOWHERE;
  bool first = true;
  *to = -1;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a) {
    if (!mlirValueEqual(p->accesses[a].buffer, value) || !p->accesses[a].reads)
      continue;
    intptr_t dimOfThis = -1;
    OrderFlow flow = followLoad(p, &p->accesses[a], dim, &dimOfThis);
    all = joinFlows(first ? flow : all, to, flow, dimOfThis);
    first = false;
  }
  return all;
}

intptr_t orderPartner(OrderProgram *p, intptr_t buffer, intptr_t to) {
  MlirValue value = bridgeArgument(p->scheduler.func, buffer);
  intptr_t partner = -1;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a) {
    const ScheduleAccess *access = &p->accesses[a];
    if (!mlirValueEqual(access->buffer, value) || access->writes)
      continue;
    MlirOperation compute = computeOf(access);
    const ScheduleAccess *target = targetOf(p, compute);
    intptr_t count = bridgeNumArguments(compute), dim = -1;
    bool uses = !target || !tirIsReduce(target->op);
    for (intptr_t k = 0; k < count && target; ++k)
      if (tirComputeIsKind(compute, k, "spatial") &&
          orderDimAlong(p, target, iteratorOf(compute, k)) == to) {
        dim = orderDimAlong(p, access, iteratorOf(compute, k));
        uses |= usesIterator(p, access, iteratorOf(compute, k));
      }
    if (!uses)
      continue; // the sums of all lanes read the same
    if (dim < 0 || orderIsLast(mlirValueGetType(value), dim) ||
        (partner >= 0 && partner != dim))
      return -1;
    partner = dim;
  }
  return partner;
}

//===----------------------------------------------------------------------===//
// Sums over windows
//===----------------------------------------------------------------------===//

/// Fewer lanes than the target has are worth it: a half of them, or any where
/// the input lies so already and would have to be copied, or where there are no
/// others (windows with strides).
enum { LEAST_TURNED = 2 };

int64_t orderExtentOf(OrderProgram *p, MlirOperation compute, intptr_t k) {
  intptr_t count;
  int64_t extent;
  SymExpr *bounds = scheduleExprs(&p->scheduler, compute, &count);
  return symExprIsConst(bounds[count / 2 + k], &extent) ? extent : 0;
}

/// The iterator along which the result lies side by side; -1.
static intptr_t lastIterator(OrderProgram *p, const ScheduleAccess *target,
                             MlirOperation compute) {
  intptr_t count = bridgeNumArguments(compute);
  for (intptr_t k = 0; k < count; ++k) {
    intptr_t dim = tirComputeIsKind(compute, k, "spatial")
                       ? orderDimAlong(p, target, iteratorOf(compute, k))
                       : -1;
    if (dim >= 0 && orderIsLast(mlirValueGetType(target->buffer), dim))
      return k;
  }
  return -1;
}

bool orderHasLanes(OrderProgram *p, MlirOperation compute,
                   const intptr_t *turned) {
  const ScheduleAccess *target = targetOf(p, compute);
  intptr_t last = target ? lastIterator(p, target, compute) : -1;
  bool fits = last >= 0;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses) && fits; ++a)
    fits = p->accesses[a].writes ||
           !mlirOperationEqual(computeOf(&p->accesses[a]), compute) ||
           fitsBeside(p, &p->accesses[a], turned, iteratorOf(compute, last));
  return fits;
}

/// Does the sum have lanes along iterator `k`, once weights are packed?
static bool sumsAlong(OrderProgram *p, MlirOperation compute, intptr_t k,
                      const intptr_t *turned, const bool *weights) {
  MlirValue iterator = iteratorOf(compute, k);
  int64_t extent = orderExtentOf(p, compute, k), least = p->lanes / 2;
  bool packed = false;
  if (!orderHasLanes(p, compute, turned))
    least = LEAST_TURNED;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a)
    if (turned[mlirBlockArgumentGetArgNumber(p->accesses[a].buffer)] >= 0)
      least = LEAST_TURNED;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses) && extent >= least; ++a) {
    const ScheduleAccess *access = &p->accesses[a];
    if (access->writes || !mlirOperationEqual(computeOf(access), compute))
      continue;
    intptr_t number = mlirBlockArgumentGetArgNumber(access->buffer);
    intptr_t dim = orderDimAlong(p, access, iterator);
    bool pad = tirLoadGetPad(access->op).ptr;
    if (weights[number] && dim >= 0 && !pad)
      packed = true;
    else if (!(dim >= 0 && turned[number] == dim && !pad) &&
             !scheduleGroupOf(&p->scheduler, access, iterator, extent,
                              p->lanes))
      return false;
  }
  return packed;
}

/// Several sums in one: over channels and places of a window.
static bool sumsWindows(MlirOperation compute) {
  intptr_t count = bridgeNumArguments(compute), sums = 0;
  for (intptr_t k = 0; k < count; ++k)
    sums += !tirComputeIsKind(compute, k, "spatial");
  return sums > 1;
}

intptr_t orderWish(OrderProgram *p, const intptr_t *turned,
                   const bool *weights) {
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a) {
    const ScheduleAccess *target = &p->accesses[a];
    MlirOperation compute = computeOf(target);
    if (!tirIsReduce(target->op) || target->target > 0 || !sumsWindows(compute))
      continue;
    intptr_t count = bridgeNumArguments(compute);
    for (intptr_t k = 0; k < count; ++k) {
      intptr_t dim = tirComputeIsKind(compute, k, "spatial")
                         ? orderDimAlong(p, target, iteratorOf(compute, k))
                         : -1;
      if (dim >= 0 && !orderIsLast(mlirValueGetType(target->buffer), dim) &&
          sumsAlong(p, compute, k, turned, weights))
        return dim;
    }
  }
  return -1;
}
