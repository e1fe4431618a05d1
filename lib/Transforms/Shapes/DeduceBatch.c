//===- DeduceBatch.c - batch dimensions that only the run relates ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// [batch..., m, k] is seen as [batch..., m, k, 1] and [batch..., k, n] as
// [batch..., 1, k, n]: together they broadcast to [batch..., m, k, n], from
// which the operands of the product take their batch dimensions.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Transforms/Shapes/DeduceOperands.h"

static bool isKnown(RelaxTensorInfo info) {
  for (intptr_t i = 0; i < info.rank; ++i)
    if (symAttributeIsUnknown(info.dims[i]))
      return false;
  return true;
}

static MlirValue seenAsProduct(Deduction *deduction, MlirOperation op,
                               MlirValue value, bool front) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  MlirAttribute *dims =
      ARENA_ARRAY(deduction->arena, MlirAttribute, info.rank + 1);
  intptr_t one = front ? info.rank - 2 : info.rank;
  for (intptr_t i = 0; i <= info.rank; ++i)
    dims[i] = i == one ? symConstAttribute(deduction->context, 1)
                       : info.dims[i - (i > one)];
  RelaxReshapeArgs args = {
      .input = value,
      .resultType = relaxTensorTypeOf(info.elementType, info.rank + 1, dims)};
  return deductionInsert(
      deduction, op, relaxReshapeCreate(mlirOperationGetLocation(op), &args));
}

static void widen(Deduction *deduction, MlirOperation op, intptr_t index,
                  MlirValue product) {
  MlirValue value = mlirOperationGetOperand(op, index);
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  const MlirAttribute *all;
  intptr_t rank = relaxShapeTypeGetDims(mlirValueGetType(product), &all) - 1;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = i < rank - 2 ? all[i] : info.dims[info.rank - rank + i];
  MlirValue given[] = {product, value};
  RelaxShapeArgs args = {
      .numGiven = 2,
      .given = given,
      .resultType = relaxShapeTypeGet(deduction->context, true, rank, dims)};
  deductionBroadcastOperand(
      deduction, op, index,
      deductionInsert(deduction, op,
                      relaxShapeCreate(mlirOperationGetLocation(op), &args)));
}

bool deductionBroadcastBatch(Deduction *deduction, MlirOperation op,
                             intptr_t second) {
  MlirValue a = mlirOperationGetOperand(op, 0);
  MlirValue b = mlirOperationGetOperand(op, second);
  if (!isKnown(relaxTensorInfoOf(a)) || !isKnown(relaxTensorInfoOf(b)))
    return false;
  MlirValue product = deductionCommonShape(
      deduction, op, seenAsProduct(deduction, op, a, false),
      seenAsProduct(deduction, op, b, true));
  widen(deduction, op, 0, product);
  widen(deduction, op, second, product);
  return true;
}
