//===- Library.c - library calls to instructions
//----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

static StrRef subjectOf(VmLowering *lowering, MlirOperation op, intptr_t i) {
  StrRef name =
      strRefFromMlir(mlirStringAttrGetValue(relaxCallLibraryGetFunction(op)));
  StrBuf text = {0};
  strBufAppendFormat(&text, "result %ld of library function '%.*s'", (long)i,
                     (int)name.length, name.data);
  StrRef subject =
      arenaCopyString(lowering->arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  return subject;
}

/// What the library returned is looked at like an input: element type, rank,
/// every dimension; those in `binds (...)` are bound.
static void checkResult(VmLowering *lowering, MlirOperation op, intptr_t i,
                        MlirValue result) {
  MlirType type = mlirValueGetType(result);
  StrRef subject = subjectOf(lowering, op, i);
  VmCheckTensorArgs args = {
      .tensor = result,
      .subject = mlirStringAttrGet(lowering->context, strRefToMlir(subject))};
  vmLoweringAppend(lowering, vmCheckTensorCreate(lowering->loc, &args));
  vmLowerDims(lowering, &result, &type, &subject, 1, true);
}

MlirLogicalResult vmLowerCallLibrary(VmLowering *lowering, MlirOperation op) {
  intptr_t inputs = mlirOperationGetNumOperands(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, inputs);
  MlirType *types = ARENA_ARRAY(lowering->arena, MlirType, results);
  bool good = true;
  for (intptr_t i = 0; i < results; ++i) {
    types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
    good &= relaxIsTensorType(types[i]);
  }
  for (intptr_t i = 0; i < inputs; ++i) {
    MlirValue input = mlirOperationGetOperand(op, i);
    good &= relaxIsTensorType(mlirValueGetType(input));
    if (good)
      values[i] = vmLoweringValue(lowering, input);
  }
  if (!good)
    return bridgeEmitOpError(op, "compiled mode exchanges tensors only with "
                                 "libraries: make a tensor of a shape by "
                                 "'relax.shape_to_tensor'");
  VmCallLibraryArgs args = {inputs, values, relaxCallLibraryGetFunction(op),
                            results, types};
  MlirOperation call = vmCallLibraryCreate(lowering->loc, &args);
  vmLoweringAppend(lowering, call);
  for (intptr_t i = 0; i < results; ++i) {
    MlirValue result = mlirOperationGetResult(call, i);
    vmLoweringMap(lowering, mlirOperationGetResult(op, i), result);
    checkResult(lowering, op, i, result);
  }
  MlirAttribute facts = relaxCallLibraryGetFacts(op);
  vmLowerFacts(lowering, facts, true, subjectOf(lowering, op, 0));
  return mlirLogicalResultSuccess();
}
