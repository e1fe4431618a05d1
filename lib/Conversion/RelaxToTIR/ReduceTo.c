//===- ReduceTo.c - reductions to a shape that only the run knows ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every extent r of the result is 1 or the input's n. So n + 1 - r elements go
// into one along that dimension, and the element at i + u of the input goes
// into the one at i: either i or u is always 0.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <string.h>

static bool isLiteral(MlirAttribute dim, int64_t wanted) {
  int64_t value;
  return symAttributeIsConst(dim, &value) && value == wanted;
}

/// How many elements of the input go into one along a dimension.
static SymExpr along(RelaxDims *dims, MlirAttribute from, MlirAttribute to) {
  SymExpr n = symExprOf(dims->arena, from), r = symExprOf(dims->arena, to);
  if (isLiteral(to, 1))
    return n;
  SymExpr one = relaxDimsConst(dims, 1);
  return relaxDimsAdd(dims, relaxDimsSub(dims, n, r), one);
}

/// Null: a kind that relax-decompose writes with others.
static const RelaxReduction *kindOf(MlirOperation op) {
  return relaxReductionOf(relaxReduceToGetKind(op));
}

bool relaxHasReductionKernel(MlirOperation op) {
  return !relaxIsReduceTo(op) || kindOf(op);
}

/// Spatial iterators for all dimensions of the result, then those that reduce.
static MlirLogicalResult buildReduceTo(TirBuilder *b, MlirOperation op) {
  RelaxDims *dims = &b->dims;
  const MlirAttribute *from, *to;
  intptr_t rank = tirBufferDims(b, 0, &from), count;
  tirBufferDims(b, 1, &to);
  TirIterator *iterators = ARENA_ARRAY(dims->arena, TirIterator, 2 * rank);
  intptr_t *reduced = ARENA_ARRAY(dims->arena, intptr_t, rank);
  for (count = 0; count < rank; ++count)
    iterators[count] = (TirIterator){tirIteratorName(b, count), false,
                                     relaxDimsOf(dims, to[count])};
  for (intptr_t i = 0; i < rank; ++i) {
    reduced[i] = relaxDimEqual(from[i], to[i]) ? -1 : count;
    if (reduced[i] < 0)
      continue;
    iterators[count] = (TirIterator){tirIteratorName(b, count), true,
                                     along(dims, from[i], to[i])};
    ++count;
  }
  tirBuildCompute(b, kindOf(op)->step, count, iterators);
  SymExpr *source = ARENA_ARRAY(dims->arena, SymExpr, rank);
  SymExpr *target = ARENA_ARRAY(dims->arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    target[i] = source[i] = tirIterator(b, i);
    if (reduced[i] >= 0 && isLiteral(to[i], 1))
      source[i] = tirIterator(b, reduced[i]);
    else if (reduced[i] >= 0)
      source[i] = relaxDimsAdd(dims, source[i], tirIterator(b, reduced[i]));
  }
  MlirValue value = tirBuildLoad(b, 0, source, (MlirValue){NULL});
  // A result that is wider than its input asks for it.
  if (!mlirTypeEqual(tirBufferElement(b, 1), tirBufferElement(b, 0)))
    value = tirWiden(b, value);
  tirBuildReduce(b, kindOf(op)->monoid, value, 1, target);
  return tirEndCompute(b);
}

/// Divides the sums, which are the first input, by what went into each.
static MlirLogicalResult buildMean(TirBuilder *b, MlirOperation op) {
  RelaxTensorInfo from = relaxTensorInfoOf(relaxReduceToGetInput(op));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  tirBuildComputeOver(b, "mean", b->numBuffers - 1);
  MlirValue sum = tirBuildBroadcastLoad(b, 0);
  MlirType element = tirBufferElement(b, 0);
  SymExpr count = relaxDimsConst(&b->dims, 1);
  for (intptr_t i = 0; i < from.rank; ++i)
    if (!relaxDimEqual(from.dims[i], to.dims[i]))
      count = relaxDimsMul(&b->dims, count,
                           along(&b->dims, from.dims[i], to.dims[i]));
  return tirEndWith(b, relaxBuildQuotient(b, tirKindOf(element), sum,
                                          tirBuildCount(b, count, element)));
}

/// The shape is that of this input over some axes: no extent can be wrong.
static bool isOwnShape(MlirValue shape, MlirValue input) {
  MlirOperation op = bridgeDefiner(shape);
  if (!relaxIsReducedShape(op))
    return false;
  const MlirAttribute *from, *to;
  MlirType other = mlirValueGetType(relaxReducedShapeGetInput(op));
  intptr_t rank = symTypeDims(mlirValueGetType(input), &from);
  bool same = symTypeDims(other, &to) == rank;
  for (intptr_t i = 0; same && i < rank; ++i)
    same = relaxDimEqual(from[i], to[i]);
  return same;
}

/// (r - 1) * (n - r) == 0 for every extent of which the types do not say it.
static void checkExtents(RelaxDims *dims, MlirOperation op) {
  RelaxTensorInfo from = relaxTensorInfoOf(relaxReduceToGetInput(op));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute *facts = ARENA_ARRAY(dims->arena, MlirAttribute, from.rank);
  intptr_t count = 0;
  for (intptr_t i = 0; i < from.rank; ++i) {
    if (relaxDimEqual(from.dims[i], to.dims[i]) || isLiteral(to.dims[i], 1))
      continue;
    facts[count++] = relaxFitsFact(dims, to.dims[i], from.dims[i]);
  }
  MlirValue given[] = {relaxReduceToGetInput(op), relaxReduceToGetShape(op)};
  relaxCheckFits(dims, op, facts, count, given);
}

MlirLogicalResult relaxExpandReduceTo(RelaxLegalizer *legalizer,
                                      MlirOperation op, MlirValue *result) {
  MlirValue input = relaxReduceToGetInput(op);
  MlirType element = relaxTensorInfoOf(input).elementType;
  if (mlirLogicalResultIsFailure(relaxCheckReduced(op, kindOf(op), element)))
    return mlirLogicalResultFailure();
  RelaxDims dims = relaxDimsMake(mlirOperationGetLocation(op),
                                 "relax.reduce_to", legalizer->arena);
  if (!isOwnShape(relaxReduceToGetShape(op), input))
    checkExtents(&dims, op);
  if (!relaxDimsOutcome(&dims))
    return mlirLogicalResultFailure();
  MlirType type = bridgeResultType(op);
  RelaxKernelCall reduce = {kindOf(op)->step, "X",  op,           1,
                            &input,           type, buildReduceTo};
  if (mlirLogicalResultIsFailure(relaxCallKernel(legalizer, &reduce, result)))
    return mlirLogicalResultFailure();
  if (!strRefIs(relaxReduceToGetKind(op), "mean"))
    return mlirLogicalResultSuccess();
  MlirValue inputs[] = {*result, input};
  RelaxKernelCall divide = {"mean", "SX", op, 2, inputs, type, buildMean};
  return relaxCallKernel(legalizer, &divide, result);
}
