//===- JoinDimsClose.c - what has to be joined together -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A pair of iterators `%i, %j` brings all dimensions at which they stand, and
// a pair of dimensions all iterators that stand there. `%i` of any extent, but
// `%j` from 0 to that of its dimension: then `%i * extent + %j` goes through
// both without a gap.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Indexed.h"
#include "lib/Schedule/Computes.h"
#include "lib/Schedule/JoinDims.h"
#include "lib/Schedule/Layout.h"

#include <stb/stb_ds.h>

/// The next dimension behind `d` with more than one element; -1.
static intptr_t nextDim(MlirValue buffer, intptr_t d) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  int64_t extent;
  do
    ++d;
  while (d < rank && symAttributeIsConst(dims[d], &extent) && extent == 1);
  return d < rank ? d : -1;
}

/// The iterator that the expression is; -1.
static intptr_t iteratorAt(JoinProgram *p, MlirOperation compute,
                           SymExpr expr) {
  StrRef name;
  MlirValue value = {NULL};
  if (symExprIsSymbol(expr, &name))
    value = scheduleValueOf(p->scheduler, name);
  return value.ptr && mlirValueIsABlockArgument(value) &&
                 mlirBlockEqual(mlirBlockArgumentGetOwner(value),
                                bridgeBody(compute))
             ? mlirBlockArgumentGetArgNumber(value)
             : -1;
}

/// False if one of the two has another partner.
static bool addPair(Join *join, JoinPair pair) {
  for (ptrdiff_t i = 0; i < arrlen(join->pairs); ++i) {
    const JoinPair *other = &join->pairs[i];
    if (!mlirOperationEqual(other->compute, pair.compute))
      continue;
    if (other->outer == pair.outer && other->inner == pair.inner)
      return true;
    if (other->outer == pair.outer || other->outer == pair.inner ||
        other->inner == pair.outer || other->inner == pair.inner)
      return false;
  }
  arrput(join->pairs, pair);
  return true;
}

static bool addDims(Join *join, JoinDims dims) {
  for (ptrdiff_t i = 0; i < arrlen(join->dims); ++i) {
    const JoinDims *other = &join->dims[i];
    if (!mlirValueEqual(other->buffer, dims.buffer))
      continue;
    if (other->outer == dims.outer && other->inner == dims.inner)
      return true;
    if (other->outer <= dims.inner && dims.outer <= other->inner)
      return false;
  }
  arrput(join->dims, dims);
  return true;
}

/// All accesses to a buffer have a pair of iterators at the dimensions.
static bool closeDims(JoinProgram *p, Join *join, JoinDims dims) {
  if (nextDim(dims.buffer, dims.outer) != dims.inner)
    return false;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a) {
    const ScheduleAccess *access = &p->accesses[a];
    if (!mlirValueEqual(access->buffer, dims.buffer))
      continue;
    MlirOperation compute = joinComputeOf(p, access->op);
    JoinPair pair = {compute, iteratorAt(p, compute, access->exprs[dims.outer]),
                     iteratorAt(p, compute, access->exprs[dims.inner])};
    for (intptr_t d = dims.outer + 1; d < dims.inner; ++d)
      if (!symExprIs(access->exprs[d], 0))
        return false;
    if (pair.outer < 0 || pair.inner < 0 || !addPair(join, pair))
      return false;
  }
  return true;
}

/// Indices of accesses in the body and nothing else.
static bool isIndexAlone(JoinProgram *p, const JoinPair *pair, intptr_t i) {
  MlirValue iterator = bridgeArgument(pair->compute, i);
  bool alone = true;
  for (MlirOpOperand use = {NULL}; alone && bridgeAdvanceUse(iterator, &use);) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    intptr_t indices, uses = 0;
    MlirValue *values = tirIndexValues(op, p->scheduler->arena, &indices);
    for (intptr_t k = 0; k < indices; ++k)
      uses += mlirValueEqual(values[k], iterator);
    for (intptr_t k = 0, e = mlirOperationGetNumOperands(op); k < e; ++k)
      uses -= mlirValueEqual(mlirOperationGetOperand(op, k), iterator);
    alone = uses == 0 && (tirIsLoad(op) || tirIsStore(op) || tirIsReduce(op));
  }
  return alone;
}

/// Rounds of the two in the order in which those of the one will be; a weight
/// of a product is packed for tiles later.
static bool canJoin(JoinProgram *p, const JoinPair *pair) {
  intptr_t count;
  MlirOperation op = pair->compute;
  const SymExpr *bounds = scheduleExprs(p->scheduler, op, &count);
  count /= 2;
  bool reduce = tirComputeIsKind(op, pair->outer, "reduce");
  bool good = pair->outer < pair->inner &&
              (reduce || tirComputeIsKind(op, pair->outer, "spatial")) &&
              mlirAttributeEqual(
                  mlirArrayAttrGetElement(tirComputeGetKinds(op), pair->outer),
                  mlirArrayAttrGetElement(tirComputeGetKinds(op), pair->inner));
  for (intptr_t i = pair->outer + 1; i < pair->inner; ++i)
    good &= !reduce || tirComputeIsKind(op, i, "spatial") ||
            (symExprIs(bounds[i], 0) && symExprIs(bounds[count + i], 1));
  return good && symExprIs(bounds[pair->outer], 0) &&
         symExprIs(bounds[pair->inner], 0) &&
         isIndexAlone(p, pair, pair->outer) &&
         isIndexAlone(p, pair, pair->inner);
}

/// What programs of sums load from a weight may get another order.
static bool mayBePacked(JoinProgram *p, const ScheduleAccess *access) {
  return p->reduces && mlirValueIsABlockArgument(access->buffer) &&
         !access->writes && !layoutRefusal(p->scheduler, access->buffer);
}

/// All uses of a pair are at two dimensions, the inner one as long as its
/// iterator.
static bool closePair(JoinProgram *p, Join *join, JoinPair pair) {
  intptr_t count;
  Scheduler *s = p->scheduler;
  const SymExpr *bounds = scheduleExprs(s, pair.compute, &count);
  MlirBlock body = bridgeBody(pair.compute);
  if (!canJoin(p, &pair))
    return false;
  for (ptrdiff_t a = 0; a < arrlen(p->accesses); ++a) {
    const ScheduleAccess *access = &p->accesses[a];
    JoinDims dims = {access->buffer, -1, -1};
    intptr_t uses = 0;
    if (!mlirOperationEqual(joinComputeOf(p, access->op), pair.compute))
      continue;
    for (intptr_t d = 0; d < access->rank; ++d) {
      intptr_t at = iteratorAt(p, pair.compute, access->exprs[d]);
      dims.outer = at == pair.outer ? d : dims.outer;
      dims.inner = at == pair.inner ? d : dims.inner;
      for (intptr_t i = pair.outer; i <= pair.inner;
           i += pair.inner - pair.outer)
        uses += scheduleExprUses(s, access->exprs[d],
                                 mlirBlockGetArgument(body, i));
    }
    if (uses == 0)
      continue;
    const MlirAttribute *extents;
    tirBufferTypeGetDims(mlirValueGetType(access->buffer), &extents);
    if (uses != 2 || dims.outer < 0 || dims.inner < 0 ||
        mayBePacked(p, access) ||
        !symExprEqual(scheduleExprOf(s, extents[dims.inner]),
                      bounds[count / 2 + pair.inner]) ||
        !addDims(join, dims))
      return false;
  }
  return true;
}

bool joinClose(JoinProgram *program, Join *join) {
  ptrdiff_t pairs = 0, dims = 0;
  bool good = true;
  while (good && (pairs < arrlen(join->pairs) || dims < arrlen(join->dims)))
    good = dims < arrlen(join->dims)
               ? closeDims(program, join, join->dims[dims++])
               : closePair(program, join, join->pairs[pairs++]);
  return good;
}
