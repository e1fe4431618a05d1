//===- Function.c - building func.func ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Kernel.h"
#include "mlir-c/Dialect/LLVM.h"

#include <stb/stb_ds.h>

MlirOperation targetBuildFunction(MlirOperation module, MlirLocation location,
                                  StrRef name, const MlirType *inputs,
                                  intptr_t numInputs, MlirType result,
                                  bool internal) {
  MlirContext context = mlirOperationGetContext(module);
  MlirType type = mlirFunctionTypeGet(context, numInputs, inputs,
                                      result.ptr ? 1 : 0, &result);
  OpAttribute attributes[] = {
      {"sym_name", mlirStringAttrGet(context, strRefToMlir(name))},
      {"function_type", mlirTypeAttrGet(type)},
      {"llvm.linkage",
       mlirLLVMLinkageAttrGet(context, MlirLLVMLinkageInternal)}};
  MlirBlock entry = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < numInputs; ++i)
    mlirBlockAddArgument(entry, inputs[i], location);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, entry);
  OpBuilder b = opBuilderAtEnd(bridgeBody(module), location);
  OpSpec spec = {.name = "func.func",
                 .attributes = attributes,
                 .numAttributes = internal ? 3 : 2,
                 .regions = &region,
                 .numRegions = 1};
  return buildOp(&b, &spec);
}

/// Of a result that nothing else points to.
static MlirAttribute freshMemory(MlirContext context) {
  MlirNamedAttribute flag = mlirNamedAttributeGet(
      mlirIdentifierGet(context,
                        mlirStringRefCreateFromCString("llvm.noalias")),
      mlirUnitAttrGet(context));
  MlirAttribute flags = mlirDictionaryAttrGet(context, 1, &flag);
  return mlirArrayAttrGet(context, 1, &flags);
}

void targetDeclareFunction(MlirOperation module, const char *name,
                           const MlirType *inputs, intptr_t numInputs,
                           MlirType result) {
  if (bridgeLookupNearestSymbol(module, strRefFromC(name)).ptr)
    return;
  MlirContext context = mlirOperationGetContext(module);
  bool fresh = result.ptr && mlirTypeIsALLVMPointerType(result);
  OpAttribute attributes[] = {
      {"sym_name",
       mlirStringAttrGet(context, mlirStringRefCreateFromCString(name))},
      {"function_type",
       mlirTypeAttrGet(mlirFunctionTypeGet(context, numInputs, inputs,
                                           result.ptr ? 1 : 0, &result))},
      {"sym_visibility",
       mlirStringAttrGet(context, mlirStringRefCreateFromCString("private"))},
      {"res_attrs", fresh ? freshMemory(context) : (MlirAttribute){NULL}}};
  MlirRegion region = mlirRegionCreate();
  OpBuilder b =
      opBuilderAtEnd(bridgeBody(module), mlirOperationGetLocation(module));
  OpSpec spec = {.name = "func.func",
                 .attributes = attributes,
                 .numAttributes = fresh ? 4 : 3,
                 .regions = &region,
                 .numRegions = 1};
  buildOp(&b, &spec);
}

void targetSetNoAlias(MlirOperation function) {
  MlirContext context = mlirOperationGetContext(function);
  MlirNamedAttribute flags[2];
  const char *const names[] = {"llvm.noalias", "llvm.noundef"};
  for (int i = 0; i < 2; ++i)
    flags[i] = mlirNamedAttributeGet(
        mlirIdentifierGet(context, mlirStringRefCreateFromCString(names[i])),
        mlirUnitAttrGet(context));
  MlirAttribute *all = NULL;
  MlirBlock entry = bridgeBody(function);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
    bool pointer = mlirTypeIsALLVMPointerType(type);
    arrput(all, mlirDictionaryAttrGet(context, pointer ? 2 : 0, flags));
  }
  mlirOperationSetAttributeByName(function,
                                  mlirStringRefCreateFromCString("arg_attrs"),
                                  mlirArrayAttrGet(context, arrlen(all), all));
  arrfree(all);
}

MlirOperation targetBuildCall(OpBuilder *b, StrRef callee, MlirType result,
                              const MlirValue *operands, intptr_t numOperands) {
  OpAttribute attribute = {
      "callee",
      mlirFlatSymbolRefAttrGet(opBuilderContext(b), strRefToMlir(callee))};
  OpSpec spec = {.name = "func.call",
                 .operands = operands,
                 .numOperands = numOperands,
                 .results = &result,
                 .numResults = result.ptr ? 1 : 0,
                 .attributes = &attribute,
                 .numAttributes = 1};
  return buildOp(b, &spec);
}

void targetBuildReturn(OpBuilder *b, const MlirValue *value) {
  OpSpec spec = {
      .name = "func.return", .operands = value, .numOperands = value ? 1 : 0};
  buildOp(b, &spec);
}
