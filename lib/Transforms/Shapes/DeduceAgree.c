//===- DeduceAgree.c - extents that operations need to be equal -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "dialects/Relax/DeformConv.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Positions.gen.h"
#include "dialects/Relax/QuantizedProduct.gen.h"
#include "lib/Transforms/Shapes/DeduceOperands.h"

/// The inner dimensions of a matrix product of operands 0 and `second` have to
/// be equal.
Outcome deductionAgreeInner(Deduction *deduction, MlirOperation op,
                            intptr_t second) {
  RelaxTensorInfo a = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  RelaxTensorInfo b = relaxTensorInfoOf(mlirOperationGetOperand(op, second));
  if (a.rank == 0 || b.rank == 0)
    return AGREE;
  intptr_t at = b.rank > 1 ? b.rank - 2 : 0;
  MlirAttribute inner = a.dims[a.rank - 1];
  if (symAttributeIsUnknown(inner) || symAttributeIsUnknown(b.dims[at]) ||
      relaxDimEqual(inner, b.dims[at]))
    return AGREE;
  if (deductionComparePair(deduction, op, inner, b.dims[at], false) == RESTART)
    return RESTART;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, b.rank);
  for (intptr_t d = 0; d < b.rank; ++d)
    dims[d] = d == at ? inner : b.dims[d];
  deductionCastOperand(deduction, op, second, dims);
  return AGREE;
}

static int64_t groupsOf(MlirOperation op) {
  return relaxIsConvTranspose(op)   ? 1
         : relaxIsConvInteger(op)   ? relaxConvIntegerGetGroups(op)
         : relaxIsQuantizedConv(op) ? relaxQuantizedConvGetGroups(op)
         : relaxIsDeformConv(op)    ? relaxDeformConvGetGroups(op)
                                    : relaxConvGetGroups(op);
}

/// The input of a convolution has the channels that its weight is for.
Outcome deductionAgreeConv(Deduction *deduction, MlirOperation op,
                           intptr_t second) {
  RelaxTensorInfo input = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  RelaxTensorInfo weight =
      relaxTensorInfoOf(mlirOperationGetOperand(op, second));
  if (input.rank < 2 || weight.rank < 2)
    return AGREE;
  SymExpr groups = symExprConst(deduction->arena, groupsOf(op));
  SymExpr channels =
      deductionDim(deduction, weight.dims[relaxIsConvTranspose(op) ? 0 : 1]);
  if (symAttributeIsUnknown(input.dims[1]) || symExprIsUnknown(channels) ||
      symExprMul(deduction->arena, channels, groups, &channels) != SYM_OK)
    return AGREE;
  MlirAttribute want = symExprToAttribute(deduction->context, channels);
  if (relaxDimEqual(input.dims[1], want))
    return AGREE;
  if (deductionComparePair(deduction, op, want, input.dims[1], false) ==
      RESTART)
    return RESTART;
  MlirAttribute *dims =
      ARENA_ARRAY(deduction->arena, MlirAttribute, input.rank);
  for (intptr_t d = 0; d < input.rank; ++d)
    dims[d] = d == 1 ? want : input.dims[d];
  deductionCastOperand(deduction, op, 0, dims);
  return AGREE;
}

/// Operands of a concatenation agree outside of the axis.
Outcome deductionAgreeConcat(Deduction *deduction, MlirOperation op) {
  int64_t axis = relaxConcatGetAxis(op);
  RelaxTensorInfo a = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  for (intptr_t k = 1, e = mlirOperationGetNumOperands(op); k < e; ++k) {
    RelaxTensorInfo b = relaxTensorInfoOf(mlirOperationGetOperand(op, k));
    MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, b.rank);
    for (intptr_t d = 0; d < b.rank; ++d) {
      dims[d] = b.dims[d];
      if (d == axis || d >= a.rank || symAttributeIsUnknown(a.dims[d]) ||
          symAttributeIsUnknown(dims[d]) || relaxDimEqual(a.dims[d], dims[d]))
        continue;
      if (deductionComparePair(deduction, op, a.dims[d], dims[d], false) ==
          RESTART)
        return RESTART;
      dims[d] = a.dims[d];
    }
    if (b.ranked)
      deductionCastOperand(deduction, op, k, dims);
  }
  return AGREE;
}

/// Dimension d of operand `k` has to be dimension `map[d]` of operand 0; -1: it
/// may be anything.
static Outcome agreeMapped(Deduction *deduction, MlirOperation op, intptr_t k,
                           const intptr_t *map) {
  RelaxTensorInfo a = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  RelaxTensorInfo b = relaxTensorInfoOf(mlirOperationGetOperand(op, k));
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, b.rank);
  for (intptr_t d = 0; d < b.rank; ++d) {
    dims[d] = b.dims[d];
    intptr_t from = map[d];
    if (from < 0 || from >= a.rank || symAttributeIsUnknown(a.dims[from]) ||
        symAttributeIsUnknown(dims[d]) || relaxDimEqual(a.dims[from], dims[d]))
      continue;
    if (deductionComparePair(deduction, op, a.dims[from], dims[d], false) ==
        RESTART)
      return RESTART;
    dims[d] = a.dims[from];
  }
  deductionCastOperand(deduction, op, k, dims);
  return AGREE;
}

/// What has an element per channel of [batch, channels, ...].
Outcome deductionAgreeChannels(Deduction *deduction, MlirOperation op,
                               intptr_t first) {
  static const intptr_t map[] = {1};
  for (intptr_t k = first, e = mlirOperationGetNumOperands(op); k < e; ++k)
    if (relaxTensorInfoOf(mlirOperationGetOperand(op, k)).rank == 1 &&
        agreeMapped(deduction, op, k, map) == RESTART)
      return RESTART;
  return AGREE;
}

/// The target of a loss, [batch, ...] for [batch, classes, ...].
Outcome deductionAgreeLoss(Deduction *deduction, MlirOperation op) {
  intptr_t rank = relaxTensorInfoOf(mlirOperationGetOperand(op, 1)).rank;
  intptr_t *map = ARENA_ARRAY(deduction->arena, intptr_t, rank);
  for (intptr_t d = 1; d < rank; ++d)
    map[d] = d + 1;
  return agreeMapped(deduction, op, 1, map) == RESTART
             ? RESTART
             : deductionAgreeChannels(deduction, op, 2);
}

Outcome deductionAgreeSequences(Deduction *deduction, MlirOperation op) {
  intptr_t batch = relaxReverseSequenceGetBatch(op);
  return agreeMapped(deduction, op, 1, &batch);
}

Outcome deductionAgreeUpdates(Deduction *deduction, MlirOperation op) {
  static const intptr_t batch[] = {0};
  int64_t axis = relaxTensorScatterGetAxis(op);
  intptr_t rank = relaxTensorInfoOf(mlirOperationGetOperand(op, 1)).rank;
  intptr_t *map = ARENA_ARRAY(deduction->arena, intptr_t, rank);
  for (intptr_t d = 0; d < rank; ++d)
    map[d] = d == axis ? -1 : d;
  if (agreeMapped(deduction, op, 1, map) == RESTART)
    return RESTART;
  return mlirOperationGetNumOperands(op) > 2
             ? agreeMapped(deduction, op, 2, batch)
             : AGREE;
}
