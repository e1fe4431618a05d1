//===- References.c - places that hold a value ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Reference.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

MlirLogicalResult vmLowerRef(VmLowering *lowering, MlirOperation op) {
  VmRefArgs args = {vmLoweringValue(lowering, relaxRefGetValue(op)),
                    bridgeResultType(op)};
  return vmLoweringGive(lowering, op, vmRefCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerRefRead(VmLowering *lowering, MlirOperation op) {
  VmRefReadArgs args = {vmLoweringValue(lowering, relaxRefReadGetReference(op)),
                        bridgeResultType(op)};
  return vmLoweringGive(lowering, op, vmRefReadCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerRefWrite(VmLowering *lowering, MlirOperation op) {
  VmRefWriteArgs args = {
      vmLoweringValue(lowering, relaxRefWriteGetValue(op)),
      vmLoweringValue(lowering, relaxRefWriteGetReference(op))};
  return vmLoweringDo(lowering, vmRefWriteCreate(lowering->loc, &args));
}
