//===- Calls.c - calls, and functions as values ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/ControlFlow.h"

/// A declared function is known to the types only.
static MlirLogicalResult checkCallee(MlirOperation op) {
  StrRef name =
      strRefFromMlir(mlirFlatSymbolRefAttrGetValue(relaxCallGetCallee(op)));
  MlirOperation callee = bridgeLookupNearestSymbol(op, name);
  if (!callee.ptr || !relaxIsFunc(callee) || relaxFuncHasBody(callee))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op,
                           "'@%.*s' has no body, which compiled mode cannot "
                           "run: write one, or call it by "
                           "'relax.call_library'",
                           (int)name.length, name.data);
}

/// The results of a call, whose extents are read off them.
static void mapResults(VmLowering *lowering, MlirOperation op,
                       MlirOperation call) {
  StrRef subject = strRefFromC("result of a call");
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(call, i);
    MlirType type = mlirValueGetType(result);
    vmLoweringMap(lowering, mlirOperationGetResult(op, i), result);
    vmLowerDims(lowering, &result, &type, &subject, 1, false);
  }
}

MlirLogicalResult vmLowerCall(VmLowering *lowering, MlirOperation op) {
  if (mlirLogicalResultIsFailure(checkCallee(op)))
    return mlirLogicalResultFailure();
  intptr_t inputs = relaxCallGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, inputs);
  for (intptr_t i = 0; i < inputs; ++i)
    if (!(values[i] = vmLowerPassed(lowering, op, relaxCallGetInputs(op, i)))
             .ptr)
      return mlirLogicalResultFailure();
  VmCallArgs args = {inputs, values, relaxCallGetCallee(op), results,
                     vmResultTypes(lowering, op)};
  MlirOperation call = vmCallCreate(lowering->loc, &args);
  vmLoweringAppend(lowering, call);
  mapResults(lowering, op, call);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerClosure(VmLowering *lowering, MlirOperation op) {
  intptr_t count = relaxClosureGetNumCaptured(op);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, count + 1);
  MlirValue result = mlirOperationGetResult(op, 0);
  for (intptr_t i = 0; i < count; ++i)
    if (!(values[i] =
              vmLowerPassed(lowering, op, relaxClosureGetCaptured(op, i)))
             .ptr)
      return mlirLogicalResultFailure();
  VmClosureArgs args = {count, values, relaxClosureGetCallee(op),
                        mlirValueGetType(result)};
  return vmLoweringGive(lowering, op, vmClosureCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerInvoke(VmLowering *lowering, MlirOperation op) {
  intptr_t inputs = relaxInvokeGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, inputs + 1);
  for (intptr_t i = 0; i < inputs; ++i)
    if (!(values[i] = vmLowerPassed(lowering, op, relaxInvokeGetInputs(op, i)))
             .ptr)
      return mlirLogicalResultFailure();
  VmInvokeArgs args = {vmLoweringValue(lowering, relaxInvokeGetFunction(op)),
                       inputs, values, results, vmResultTypes(lowering, op)};
  MlirOperation call = vmInvokeCreate(lowering->loc, &args);
  vmLoweringAppend(lowering, call);
  mapResults(lowering, op, call);
  return mlirLogicalResultSuccess();
}
