//===- State.c - state that grows or changes to instructions --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/State.gen.h"
#include "dialects/VM/State.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

MlirLogicalResult vmLowerAppend(VmLowering *lowering, MlirOperation op) {
  VmAppendArgs args = {
      .state = vmLoweringValue(lowering, relaxAppendGetState(op)),
      .rows = vmLoweringValue(lowering, relaxAppendGetRows(op)),
      .axis = relaxAppendGetAxis(op),
      .in_place = relaxAppendGetInPlace(op),
      .reserve = relaxAppendGetReserve(op),
      .resultType = bridgeResultType(op)};
  return vmLoweringGive(lowering, op, vmAppendCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerUpdateSlice(VmLowering *lowering, MlirOperation op) {
  VmUpdateArgs args = {
      .state = vmLoweringValue(lowering, relaxUpdateSliceGetState(op)),
      .rows = vmLoweringValue(lowering, relaxUpdateSliceGetRows(op)),
      .position = vmLoweringValue(lowering, relaxUpdateSliceGetPosition(op)),
      .axis = relaxUpdateSliceGetAxis(op),
      .in_place = relaxUpdateSliceGetInPlace(op),
      .resultType = bridgeResultType(op)};
  return vmLoweringGive(lowering, op, vmUpdateCreate(lowering->loc, &args));
}
