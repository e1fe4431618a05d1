//===- DeduceSizes.c - extents that a vector says -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Sizes.h"
#include "lib/Transforms/CheckedCast.h"
#include "lib/Transforms/Deduction.h"

#include <stb/stb_ds.h>

/// The extents that the vector says; false if some are not followed, or may be
/// negative.
static bool readSizes(Deduction *deduction, MlirOperation op,
                      const RelaxSizes *sizes) {
  SymExpr zero = symExprConst(deduction->arena, 0), extent;
  for (intptr_t i = 0; i < sizes->count; ++i) {
    if (!deductionElement(deduction, op, sizes->vector, sizes->first + i,
                          &extent) ||
        (!symExprIsNonNegative(extent) &&
         !factsAtMost(&deduction->facts, zero, extent)))
      return false;
    sizes->dims[sizes->axes[i]] =
        symExprToAttribute(deduction->context, extent);
  }
  return true;
}

MlirLogicalResult deduceSizes(Deduction *deduction, MlirOperation op,
                              bool *replaced) {
  RelaxSizes sizes;
  if (!relaxSizesOf(op, deduction->arena, &sizes))
    return mlirLogicalResultSuccess();
  // A declared extent is a claim, checked when the program runs.
  for (intptr_t i = 0; i < sizes.count; ++i)
    if (!symAttributeIsUnknown(sizes.dims[sizes.axes[i]]))
      return mlirLogicalResultSuccess();
  if (!readSizes(deduction, op, &sizes))
    return mlirLogicalResultSuccess();
  // Without the vector nobody looks at the type again: other operands first.
  for (intptr_t i = 0; i < sizes.rank; ++i)
    if (symAttributeIsUnknown(sizes.dims[i]))
      return mlirLogicalResultSuccess();
  MlirType type = relaxTensorTypeLike(
      relaxTensorInfoOf(mlirOperationGetResult(op, 0)), sizes.rank, sizes.dims);
  MlirValue *given = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (checkedCastCarriers(op, mlirOperationGetOperand(op, 0), type, NULL, 0,
                          &given)) {
    *replaced = true;
    ++deduction->counters[COUNT_TARGETS_RESOLVED];
    outcome = deductionReplace(
        deduction, op, relaxSizesDrop(op, &sizes, type, arrlen(given), given));
  }
  arrfree(given);
  return outcome;
}
