//===- Data.c - values of data types to instructions ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "dialects/VM/Data.gen.h"
#include "lib/Conversion/RelaxToVM/ControlFlow.h"

/// The constructor `reference` of the type of `value`; verified.
RelaxConstructor vmConstructorOf(MlirOperation op, MlirValue value,
                                 MlirAttribute reference) {
  RelaxAdtScope scope = {op, NULL};
  RelaxConstructor constructor = {{NULL}, 0, 0};
  relaxConstructorFind(relaxAdtFind(&scope, mlirValueGetType(value)),
                       bridgeRefName(reference), &constructor);
  return constructor;
}

MlirLogicalResult vmLowerConstruct(VmLowering *lowering, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxConstructor constructor =
      vmConstructorOf(op, result, relaxConstructGetConstructor(op));
  // What only supplies symbols of the type is no field.
  intptr_t count = relaxConstructGetNumFields(op);
  MlirValue *fields = ARENA_ARRAY(lowering->arena, MlirValue, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    fields[i] = vmLoweringValue(lowering, relaxConstructGetFields(op, i));
  VmConstructArgs args = {.tag = constructor.index,
                          .numFields = count,
                          .fields = fields,
                          .resultType = mlirValueGetType(result)};
  return vmLoweringGive(lowering, op, vmConstructCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerGetField(VmLowering *lowering, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0),
            value = relaxGetFieldGetValue(op);
  MlirAttribute reference = relaxGetFieldGetConstructor(op);
  VmGetFieldArgs args = {.value = vmLoweringValue(lowering, value),
                         .tag = vmConstructorOf(op, value, reference).index,
                         .index = relaxGetFieldGetIndex(op),
                         .constructor = bridgeRefName(reference),
                         .subject = vmLoweringSubject(lowering, op),
                         .resultType = mlirValueGetType(result)};
  return vmLoweringGive(lowering, op, vmGetFieldCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerTuple(VmLowering *lowering, MlirOperation op) {
  VmTupleArgs args = {mlirOperationGetNumOperands(op),
                      vmLoweringValues(lowering, op), bridgeResultType(op)};
  return vmLoweringGive(lowering, op, vmTupleCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerTupleGet(VmLowering *lowering, MlirOperation op) {
  VmTupleGetArgs args = {vmLoweringValue(lowering, relaxTupleGetGetTuple(op)),
                         relaxTupleGetGetIndex(op), bridgeResultType(op)};
  return vmLoweringGive(lowering, op, vmTupleGetCreate(lowering->loc, &args));
}

//===----------------------------------------------------------------------===//
// Which constructor?
//===----------------------------------------------------------------------===//

/// The answer is needed as a value, not only to branch.
static bool isValue(MlirOperation test) {
  MlirValue answer = mlirOperationGetResult(test, 0);
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(answer, &use);)
    if (!relaxIsIf(mlirOpOperandGetOwner(use)))
      return true;
  return false;
}

MlirLogicalResult vmLowerIsConstructor(VmLowering *lowering, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0),
            value = relaxIsConstructorGetValue(op);
  if (!isValue(op))
    return mlirLogicalResultSuccess();
  RelaxConstructor constructor =
      vmConstructorOf(op, value, relaxIsConstructorGetConstructor(op));
  VmIsConstructorArgs args = {.value = vmLoweringValue(lowering, value),
                              .tag = constructor.index,
                              .resultType = mlirValueGetType(result)};
  return vmLoweringGive(lowering, op,
                        vmIsConstructorCreate(lowering->loc, &args));
}
