//===- Vectorize.c - the primitive tir.vectorize --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The rounds of an innermost loop as lanes. Stores and reductions have unit
// stride in the iterator; a load has unit stride, or every second element if it
// has no padding, or the same one for all lanes. A loop that carries a
// reduction combines its lanes into one element.
// lib/Conversion/TIRToSCF/Vector.c makes the vectors.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Monoid.h"
#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

int scheduleStrideOf(Scheduler *s, const ScheduleAccess *access,
                     MlirValue iterator) {
  const MlirAttribute *dims;
  intptr_t last =
      tirBufferTypeGetDims(mlirValueGetType(access->buffer), &dims) - 1;
  int64_t one;
  // Behind a dimension of extent 1 the next one has unit stride.
  while (last > 0 && symAttributeIsConst(dims[last], &one) && one == 1 &&
         !scheduleExprUses(s, access->exprs[last], iterator))
    --last;
  for (intptr_t d = 0; d < access->rank; ++d)
    if (d != last && scheduleExprUses(s, access->exprs[d], iterator))
      return -1;
  if (access->rank == 0 || !scheduleExprUses(s, access->exprs[last], iterator))
    return 0;
  SymExpr rest = access->exprs[last];
  for (int stride = 1; stride <= 2; ++stride) {
    if (symExprSub(s->arena, rest, scheduleSymbolOf(s, iterator), &rest) !=
        SYM_OK)
      return -1;
    if (!scheduleExprUses(s, rest, iterator))
      return stride;
  }
  return -1;
}

static bool isBits(const ScheduleAccess *access) {
  MlirType element =
      tirBufferTypeGetElementType(mlirValueGetType(access->buffer));
  return mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) < 8;
}

bool scheduleLoadsSecond(Scheduler *s, const ScheduleAccess *access,
                         MlirValue iterator) {
  return tirIsLoad(access->op) && !tirLoadGetPad(access->op).ptr &&
         !isBits(access) && scheduleStrideOf(s, access, iterator) == 2;
}

bool scheduleAccessFitsLanes(Scheduler *s, const ScheduleAccess *access,
                             MlirValue iterator) {
  int stride = scheduleStrideOf(s, access, iterator);
  return stride == 0 ? !access->writes : stride == 1 && !isBits(access);
}

/// All lanes go into one element, in any order.
static bool combinesLanes(Scheduler *s, const ScheduleAccess *access) {
  if (!tirIsReduce(access->op))
    return false;
  MlirOperation monoid = scheduleMonoidOf(s, access->op);
  return monoid.ptr && tirMonoidKind(monoid).length;
}

static MlirLogicalResult checkAccess(Scheduler *s, const ScheduleAccess *access,
                                     MlirOperation loop) {
  int stride = scheduleStrideOf(s, access, scheduleIterator(loop));
  bool carries = scheduleIteratorKind(loop).length != 0;
  if (carries && access->writes && (stride != 0 || !combinesLanes(s, access)))
    return scheduleError(
        s,
        "loop '%.*s' carries a reduction into '%.*s': expected "
        "one element and a monoid of one commutative "
        "operation",
        (int)scheduleNameOf(loop).length, scheduleNameOf(loop).data,
        (int)scheduleBufferName(access->buffer).length,
        scheduleBufferName(access->buffer).data);
  StrRef buffer = scheduleBufferName(access->buffer);
  StrRef name = scheduleNameOf(loop);
  if (stride == 1 && isBits(access))
    return scheduleError(s, "elements of '%.*s' are smaller than a byte",
                         SPREAD(buffer));
  if (stride == 1 || (stride == 0 && (carries || !access->writes)) ||
      scheduleLoadsSecond(s, access, scheduleIterator(loop)))
    return mlirLogicalResultSuccess();
  return scheduleError(s, "%s of '%.*s' has no unit stride in loop '%.*s'",
                       tirIsLoad(access->op)    ? "load"
                       : tirIsStore(access->op) ? "store"
                                                : "reduction",
                       SPREAD(buffer), SPREAD(name));
}

/// Scalar arithmetic, which exists on vectors as well, and checks of it.
bool scheduleIsElementwise(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  bool known =
      (name.length > 6 && strRefIs((StrRef){name.data, 6}, "arith.")) ||
      (name.length > 5 && strRefIs((StrRef){name.data, 5}, "math."));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    known &= mlirTypeIsAInteger(type) || mlirTypeIsAFloat(type);
  }
  return (known && mlirOperationGetNumRegions(op) == 0) || tirIsCheck(op);
}

static MlirLogicalResult checkBody(Scheduler *s, MlirOperation loop) {
  StrRef name = scheduleNameOf(loop);
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(loop), &op);) {
    if (tirIsFor(op) || tirIsCompute(op) || tirIsSpecialize(op))
      return scheduleError(s,
                           "loop '%.*s' has loops inside: expected an "
                           "innermost one",
                           SPREAD(name));
    if (tirIsLoad(op) || tirIsStore(op) || tirIsReduce(op))
      continue;
    StrRef opName = bridgeOpName(op);
    int64_t step;
    bool good = tirIsExtent(op)
                    ? tirExtentStep(op, scheduleIterator(loop), s->arena, &step)
                    : scheduleIsElementwise(op) &&
                          !bridgeUses(op, scheduleIterator(loop));
    if (!good)
      return scheduleError(s, "'%.*s' in loop '%.*s' is not done in lanes",
                           SPREAD(opName), SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult scheduleVectorize(Scheduler *s) {
  MlirOperation loop = scheduleLoopOf(s, tirVectorizeGetLoop(s->primitive));
  if (!loop.ptr)
    return mlirLogicalResultFailure();
  StrRef name = scheduleNameOf(loop), kind = scheduleIteratorKind(loop);
  if (!scheduleLoopIs(loop, "serial"))
    return scheduleError(s, "loop '%.*s' has a kind already", SPREAD(name));
  if (strRefIs(kind, "scan"))
    return scheduleError(s, "loop '%.*s' carries a scan", SPREAD(name));
  if (mlirLogicalResultIsFailure(checkBody(s, loop)) ||
      mlirLogicalResultIsFailure(scheduleCheckIndependent(s, loop)))
    return mlirLogicalResultFailure();
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  ScheduleAccess *accesses = scheduleAccesses(s, loop);
  for (ptrdiff_t a = 0;
       a < arrlen(accesses) && mlirLogicalResultIsSuccess(outcome); ++a)
    outcome = checkAccess(s, &accesses[a], loop);
  arrfree(accesses);
  if (mlirLogicalResultIsSuccess(outcome)) {
    tirForSetKind(loop, strRefFromC("vector"));
    tirForSetLanes(loop,
                   scheduleInteger(s, tirVectorizeGetLanes(s->primitive)));
    if (tirVectorizeGetMasked(s->primitive))
      tirForSetMasked(loop, true);
  }
  return outcome;
}
