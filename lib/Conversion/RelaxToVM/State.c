//===- State.c - state that grows or changes to instructions --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/State.gen.h"
#include "dialects/VM/State.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

static MlirAttribute axisOf(VmLowering *lowering, int64_t axis) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(lowering->context, 64), axis);
}

static MlirAttribute inPlace(VmLowering *lowering, bool is) {
  return is ? mlirUnitAttrGet(lowering->context) : mlirAttributeGetNull();
}

MlirLogicalResult vmLowerAppend(VmLowering *lowering, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  VmAppendArgs args = {
      .state = vmLoweringValue(lowering, relaxAppendGetState(op)),
      .rows = vmLoweringValue(lowering, relaxAppendGetRows(op)),
      .axis = axisOf(lowering, relaxAppendGetAxis(op)),
      .in_place = inPlace(lowering, relaxAppendGetInPlace(op)),
      .reserve = relaxAppendGetReserve(op),
      .resultType = mlirValueGetType(result)};
  return vmLoweringGive(lowering, op, vmAppendCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerUpdateSlice(VmLowering *lowering, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  VmUpdateArgs args = {
      .state = vmLoweringValue(lowering, relaxUpdateSliceGetState(op)),
      .rows = vmLoweringValue(lowering, relaxUpdateSliceGetRows(op)),
      .position = vmLoweringValue(lowering, relaxUpdateSliceGetPosition(op)),
      .axis = axisOf(lowering, relaxUpdateSliceGetAxis(op)),
      .in_place = inPlace(lowering, relaxUpdateSliceGetInPlace(op)),
      .resultType = mlirValueGetType(result)};
  return vmLoweringGive(lowering, op, vmUpdateCreate(lowering->loc, &args));
}
