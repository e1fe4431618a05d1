//===- Batch.c - calls that wait for others of their kind -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.h"
#include "dialects/Relax/Batch.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

MlirLogicalResult vmLowerDefer(VmLowering *lowering, MlirOperation op) {
  intptr_t inputs = relaxDeferGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *buffers =
      ARENA_ARRAY(lowering->arena, MlirValue, inputs + results);
  for (intptr_t i = 0; i < inputs; ++i)
    buffers[i] = vmLoweringValue(lowering, relaxDeferGetInputs(op, i));
  for (intptr_t i = 0; i < results; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    VmOperands operands = {.lowering = lowering};
    MlirAttribute dims = vmOperandDims(&operands, mlirValueGetType(result));
    VmLazyArgs args = {operands.count, operands.values, dims,
                       mlirValueGetType(result)};
    buffers[inputs + i] =
        vmLoweringAppend(lowering, vmLazyCreate(lowering->loc, &args));
    vmLoweringMap(lowering, result, buffers[inputs + i]);
  }
  VmOperands operands = {.lowering = lowering};
  VmDeferArgs args = {.callee = relaxDeferGetCallee(op),
                      .numBuffers = inputs + results,
                      .buffers = buffers,
                      .batched = relaxDeferGetBatched(op),
                      .ragged =
                          vmOperandExprs(&operands, relaxDeferGetRagged(op)),
                      .rows = vmOperandExprs(&operands, relaxDeferRows(op)),
                      .ghosts = relaxDeferGetGhosts(op),
                      .phase = relaxDeferGetPhase(op)};
  args.numIndices = operands.count;
  args.indices = operands.values;
  return vmLoweringDo(lowering, vmDeferCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerForce(VmLowering *lowering, MlirOperation op) {
  VmForceArgs args = {vmLoweringValue(lowering, relaxForceGetInput(op)),
                      bridgeResultType(op)};
  return vmLoweringGive(lowering, op, vmForceCreate(lowering->loc, &args));
}
