//===- DeduceTypes.c - types that deduction finds ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.h"
#include "lib/Transforms/Shapes/Deduction.h"

void deductionSetType(Deduction *deduction, MlirValue value, MlirType type) {
  RelaxTensorInfo old, now;
  if (relaxTensorInfo(mlirValueGetType(value), &old) && old.device.ptr &&
      relaxTensorInfo(type, &now) && !now.device.ptr)
    type = relaxTensorTypeOn(type, old.device);
  type = relaxTensorTypePadded(type, relaxPaddingOf(mlirValueGetType(value)));
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return;
  mlirValueSetType(value, type);
  ++deduction->counters[COUNT_TYPES_REFINED];
}

bool deductionElement(Deduction *deduction, MlirOperation op, MlirValue value,
                      intptr_t index, SymExpr *out) {
  const ShapeTensor *tensor = shapeValuesOf(deduction->values, value);
  if (!tensor || index >= tensor->count ||
      symExprIsUnknown(tensor->elements[index].value) ||
      !deductionAccept(deduction, op, &tensor->elements[index]))
    return false;
  *out = tensor->elements[index].value;
  return true;
}
