//===- Place.c - memory for a result --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

MlirValue vmLowerPlace(VmLowering *lowering, MlirValue storage,
                       MlirAttribute offset, MlirType type) {
  VmOperands operands = {.lowering = lowering};
  if (offset.ptr)
    offset = vmOperandExpr(&operands, offset);
  MlirAttribute dims = vmOperandDims(&operands, type);
  if (!offset.ptr) {
    VmAllocArgs args = {operands.count, operands.values, dims, type};
    return vmLoweringAppend(lowering, vmAllocCreate(lowering->loc, &args));
  }
  VmViewArgs args = {vmLoweringValue(lowering, storage),
                     operands.count,
                     operands.values,
                     offset,
                     dims,
                     type};
  return vmLoweringAppend(lowering, vmViewCreate(lowering->loc, &args));
}
