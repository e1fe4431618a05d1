//===- Calls.c - calls, and functions as values ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Conversion/RelaxToVM/ControlFlow.h"

/// A declared function is known to the types only.
static MlirLogicalResult checkCallee(MlirOperation op) {
  StrRef name = bridgeRefName(relaxCallGetCallee(op));
  MlirOperation callee = bridgeLookupNearestSymbol(op, name);
  if (!relaxIsFunc(callee) || relaxFuncHasBody(callee))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op,
                           "'@%.*s' has no body, which compiled mode cannot "
                           "run: write one, or call it by "
                           "'relax.call_library'",
                           SPREAD(name));
}

/// The registers of the operands from `first` on, shapes as they are passed;
/// NULL after an error.
static MlirValue *passedValues(VmLowering *lowering, MlirOperation op,
                               intptr_t first) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, count);
  for (intptr_t i = first; i < count; ++i) {
    values[i] = vmLowerPassed(lowering, op, mlirOperationGetOperand(op, i));
    if (!values[i].ptr)
      return NULL;
  }
  return values + first;
}

/// Appends the call; the extents of its results are read off them.
static MlirLogicalResult appendCall(VmLowering *lowering, MlirOperation op,
                                    MlirOperation call) {
  vmLoweringAppend(lowering, call);
  return vmMapResults(lowering, op, call, strRefFromC("result of a call"));
}

MlirLogicalResult vmLowerCall(VmLowering *lowering, MlirOperation op) {
  if (mlirLogicalResultIsFailure(checkCallee(op)))
    return mlirLogicalResultFailure();
  VmCallArgs args = {relaxCallGetNumInputs(op), passedValues(lowering, op, 0),
                     relaxCallGetCallee(op), mlirOperationGetNumResults(op),
                     bridgeResultTypes(lowering->arena, op)};
  return args.inputs
             ? appendCall(lowering, op, vmCallCreate(lowering->loc, &args))
             : mlirLogicalResultFailure();
}

MlirLogicalResult vmLowerClosure(VmLowering *lowering, MlirOperation op) {
  VmClosureArgs args = {relaxClosureGetNumCaptured(op),
                        passedValues(lowering, op, 0),
                        relaxClosureGetCallee(op), bridgeResultType(op)};
  return args.captured ? vmLoweringGive(lowering, op,
                                        vmClosureCreate(lowering->loc, &args))
                       : mlirLogicalResultFailure();
}

MlirLogicalResult vmLowerInvoke(VmLowering *lowering, MlirOperation op) {
  VmInvokeArgs args = {
      vmLoweringValue(lowering, relaxInvokeGetFunction(op)),
      relaxInvokeGetNumInputs(op), passedValues(lowering, op, 1),
      mlirOperationGetNumResults(op), bridgeResultTypes(lowering->arena, op)};
  return args.inputs
             ? appendCall(lowering, op, vmInvokeCreate(lowering->loc, &args))
             : mlirLogicalResultFailure();
}
