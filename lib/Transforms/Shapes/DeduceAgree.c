//===- DeduceAgree.c - extents that operations need to be equal -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/Agreements.h"
#include "lib/Transforms/Shapes/DeduceOperands.h"

/// Operand `k` gets the dimensions `want` (null: any), which its own ones are
/// equal to, are assumed to be, or are checked to be.
static Outcome agreeOperand(Deduction *deduction, MlirOperation op, intptr_t k,
                            const MlirAttribute *want) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetOperand(op, k));
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, info.rank);
  for (intptr_t d = 0; d < info.rank; ++d) {
    dims[d] = info.dims[d];
    if (!want[d].ptr || symAttributeIsUnknown(want[d]) ||
        symAttributeIsUnknown(dims[d]) || relaxDimEqual(want[d], dims[d]))
      continue;
    if (deductionComparePair(deduction, op, want[d], dims[d], false) == RESTART)
      return RESTART;
    dims[d] = want[d];
  }
  deductionCastOperand(deduction, op, k, dims);
  return AGREE;
}

/// What the agreements of an operation ask of each operand; the first one that
/// names a dimension decides.
typedef struct Wants {
  const RelaxTensorInfo *infos;
  MlirAttribute **dims;
} Wants;

static void want(intptr_t i, intptr_t a, intptr_t k, intptr_t b,
                 void *userData) {
  Wants *wants = userData;
  if (a >= 0 && a < wants->infos[i].rank && b >= 0 &&
      b < wants->infos[k].rank && !wants->dims[k][b].ptr)
    wants->dims[k][b] = wants->infos[i].dims[a];
}

static Outcome agreeAll(Deduction *deduction, MlirOperation op) {
  Arena *arena = deduction->arena;
  intptr_t count = mlirOperationGetNumOperands(op);
  RelaxTensorInfo *infos = ARENA_ARRAY(arena, RelaxTensorInfo, count);
  Wants wants = {infos, ARENA_ARRAY(arena, MlirAttribute *, count)};
  for (intptr_t k = 0; k < count; ++k) {
    infos[k] = relaxTensorInfoOf(mlirOperationGetOperand(op, k));
    wants.dims[k] = ARENA_ARRAY(arena, MlirAttribute, infos[k].rank);
  }
  if (agreementsVisit(op, want, &wants))
    for (intptr_t k = 0; k < count; ++k)
      if (agreeOperand(deduction, op, k, wants.dims[k]) == RESTART)
        return RESTART;
  return AGREE;
}

/// The input of a convolution has the channels that its weight is for.
static Outcome agreeConv(Deduction *deduction, MlirOperation op,
                         const RelaxAgreement *row) {
  RelaxTensorInfo input = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  RelaxTensorInfo weight =
      relaxTensorInfoOf(mlirOperationGetOperand(op, row->second));
  if (input.rank < 2 || weight.rank < 2)
    return AGREE;
  SymExpr groups = symExprConst(deduction->arena, row->attribute(op));
  SymExpr channels = deductionDim(deduction, weight.dims[row->b]);
  if (symExprIsUnknown(channels) ||
      symExprMul(deduction->arena, channels, groups, &channels) != SYM_OK)
    return AGREE;
  MlirAttribute *dims =
      ARENA_ARRAY(deduction->arena, MlirAttribute, input.rank);
  dims[1] = symExprToAttribute(deduction->context, channels);
  return agreeOperand(deduction, op, 0, dims);
}

Outcome deductionAgree(Deduction *deduction, MlirOperation op) {
  const RelaxAgreement *scaled = agreementsScaled(op);
  return scaled ? agreeConv(deduction, op, scaled) : agreeAll(deduction, op);
}
