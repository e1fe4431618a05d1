//===- DeduceBackward.c - what operations need of their operands ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// On request: an unknown extent of an operand that has to be that of another
// one becomes it, by a relax.match_cast in front. The check fails exactly where
// the operation would have failed.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "lib/Transforms/Deduction.h"

/// Operand `index` with `dim` in the place of its unknown extent `axis`.
static void refine(Deduction *deduction, MlirOperation op, intptr_t index,
                   intptr_t axis, MlirAttribute dim) {
  MlirValue value = mlirOperationGetOperand(op, index);
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  if (!symAttributeIsUnknown(info.dims[axis]) || symAttributeIsUnknown(dim))
    return;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = i == axis ? dim : info.dims[i];
  MlirValue cast = deductionCheckedCast(
      deduction, op, value, relaxTensorTypeLike(info, info.rank, dims));
  if (cast.ptr)
    mlirOperationSetOperand(op, index, cast);
}

/// Inner dimensions of a matrix product are equal.
static void refineMatmul(Deduction *deduction, MlirOperation op) {
  RelaxTensorInfo a = relaxTensorInfoOf(relaxMatmulGetLhs(op));
  RelaxTensorInfo b = relaxTensorInfoOf(relaxMatmulGetRhs(op));
  if (a.rank == 0 || b.rank == 0)
    return;
  intptr_t inner = b.rank > 1 ? b.rank - 2 : 0;
  refine(deduction, op, 0, a.rank - 1, b.dims[inner]);
  refine(deduction, op, 1, inner, a.dims[a.rank - 1]);
}

/// So are the dimensions of a concatenation outside of its axis.
static void refineConcat(Deduction *deduction, MlirOperation op) {
  int64_t axis = mlirIntegerAttrGetValueInt(relaxConcatGetAxis(op));
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < count; ++i)
    for (intptr_t k = 0; k < count; ++k) {
      RelaxTensorInfo a = relaxTensorInfoOf(mlirOperationGetOperand(op, i));
      RelaxTensorInfo b = relaxTensorInfoOf(mlirOperationGetOperand(op, k));
      for (intptr_t d = 0; d < a.rank && a.rank == b.rank; ++d)
        if (d != axis &&
            symAttributeIsUnknown(
                relaxTensorInfoOf(mlirOperationGetOperand(op, i)).dims[d]))
          refine(deduction, op, i, d, b.dims[d]);
    }
}

void deduceBackward(Deduction *deduction, MlirOperation op) {
  if (relaxIsMatmul(op))
    refineMatmul(deduction, op);
  else if (relaxIsConcat(op))
    refineConcat(deduction, op);
}
