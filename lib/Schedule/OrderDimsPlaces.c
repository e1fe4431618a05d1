//===- OrderDimsPlaces.c - lanes along the places of a sum ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A result in another order has to be copied where nothing goes on with it.
// Lanes along the places need no copy; but each row ends with a vector that is
// not full. So: where rows are joined, where there is one, and where a copy
// takes longer than the sums.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Schedule/Computes.h"
#include "lib/Schedule/OrderDims.h"

#include <stb/stb_ds.h>

static MlirOperation computeOf(const ScheduleAccess *access) {
  return mlirOperationGetParentOperation(access->op);
}

static MlirValue iteratorOf(MlirOperation compute, intptr_t k) {
  return bridgeArgument(compute, k);
}

static bool isSpatial(MlirOperation compute, intptr_t k) {
  return tirComputeIsKind(compute, k, "spatial");
}

/// Do all accesses to one load go through this row as memory lies, so that it
/// joins the next one (JoinDims.c)? Sums of one round add nothing to a place.
static bool isWholeRow(OrderProgram *p, MlirOperation compute, intptr_t k) {
  Scheduler *s = &p->scheduler;
  intptr_t count;
  const SymExpr *bounds = scheduleExprs(s, compute, &count);
  SymExpr place = scheduleSymbolOf(s, iteratorOf(compute, k));
  bool whole = true;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses) && whole; ++a) {
    const ScheduleAccess *access = &p->accesses[a];
    const MlirAttribute *dims;
    tirBufferTypeGetDims(mlirValueGetType(access->buffer), &dims);
    if (!mlirOperationEqual(computeOf(access), compute))
      continue;
    for (intptr_t d = 0; d < access->rank && whole; ++d) {
      SymExpr expr = access->exprs[d];
      if (!scheduleExprUses(s, expr, iteratorOf(compute, k)))
        continue;
      for (intptr_t u = 0; u < count / 2; ++u)
        if (orderExtentOf(p, compute, u) == 1)
          scheduleSubstitute(s, &expr, iteratorOf(compute, u),
                             scheduleConst(s, 0));
      whole = symExprEqual(expr, place) &&
              symExprEqual(scheduleExprOf(s, dims[d]), bounds[count / 2 + k]);
    }
  }
  return whole;
}

/// Is there one dimension of places, or are several joined? Otherwise the last
/// may be short: rows of three places are three lanes of a vector.
static bool isOneRow(OrderProgram *p, const ScheduleAccess *target,
                     MlirOperation compute) {
  intptr_t rows = 0, count = bridgeNumArguments(compute);
  for (intptr_t k = 0; k < count; ++k)
    rows += isSpatial(compute, k) && orderExtentOf(p, compute, k) == 0 &&
            orderDimAlong(p, target, iteratorOf(compute, k)) > 1 &&
            !isWholeRow(p, compute, k);
  return rows <= 1;
}

/// Takes a copy of an element of the result longer than its sum?
static bool sumsLittle(OrderProgram *p, MlirOperation compute) {
  intptr_t count = bridgeNumArguments(compute);
  int64_t rounds = 1;
  for (intptr_t k = 0; k < count && rounds > 0; ++k)
    if (!isSpatial(compute, k) &&
        (__builtin_mul_overflow(rounds, orderExtentOf(p, compute, k),
                                &rounds) ||
         rounds > p->copyRounds))
      rounds = 0; // or it is not known
  return rounds > 0;
}

bool orderSumsPlaces(OrderProgram *p, const intptr_t *turned) {
  bool any = false;
  for (intptr_t b = 0; b < p->numBuffers; ++b)
    if (turned[b] >= 0)
      return false;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a) {
    const ScheduleAccess *target = &p->accesses[a];
    if (!tirIsReduce(target->op))
      continue;
    MlirOperation compute = computeOf(target);
    intptr_t count = bridgeNumArguments(compute), sums = 0;
    for (intptr_t k = 0; k < count; ++k)
      sums += !isSpatial(compute, k) && orderExtentOf(p, compute, k) != 1;
    if (!orderHasLanes(p, compute, turned) ||
        (!sumsLittle(p, compute) &&
         (sums > 1 || !isOneRow(p, target, compute))))
      return false;
    any = true;
  }
  return any;
}
