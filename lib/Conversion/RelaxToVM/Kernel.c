//===- Kernel.c - calls of kernels to instructions -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToVM/Kernel.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Rows.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Analysis/CallSymbols.h"
#include "lib/Conversion/Bounds/Bounds.h"

/// Memory for a result of call_tir: at its planned offset, or its own.
static MlirValue lowerPlace(VmLowering *lowering, MlirOperation op,
                            intptr_t index) {
  MlirAttribute offsets = relaxCallTirGetOffsets(op), offset = {NULL};
  if (offsets.ptr)
    offset = mlirArrayAttrGetElement(offsets, index);
  if (offset.ptr && symAttributeIsUnknown(offset))
    offset.ptr = NULL;
  return vmLowerPlace(lowering, relaxCallTirGetStorage(op), offset,
                      mlirValueGetType(mlirOperationGetResult(op, index)));
}

/// The tables of arguments whose rows may lie apart.
static void addTables(VmLowering *lowering, MlirOperation function,
                      intptr_t arguments, MlirValue *buffers, MlirType *types) {
  for (intptr_t i = 0; i < arguments; ++i) {
    intptr_t table = tirRowsOf(function, i);
    if (table < 0)
      continue;
    const MlirAttribute *dims;
    symTypeDims(types[i], &dims);
    types[table] =
        relaxTensorTypeOf(mlirIntegerTypeGet(lowering->context, 64), 1, dims);
    VmRowsArgs args = {buffers[i], types[table]};
    buffers[table] =
        vmLoweringAppend(lowering, vmRowsCreate(lowering->loc, &args));
  }
}

/// Results that the program never names would show old memory.
static void fillUnnamed(const KernelCall *call, MlirOperation function) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  intptr_t inputs = relaxCallTirGetNumInputs(call->op);
  intptr_t end = inputs + mlirOperationGetNumResults(call->op);
  for (intptr_t i = inputs; body.ptr && i < end; ++i)
    if (mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirBlockGetArgument(body, i))))
      (void)boundsFill(call->lowering->arena, mlirBlockGetArgument(body, i));
}

/// The instruction that runs `function`.
static MlirLogicalResult appendKernel(const KernelCall *call,
                                      MlirOperation function) {
  VmLowering *lowering = call->lowering;
  StrRef *symbols;
  intptr_t count =
      (intptr_t)tirFuncSymbols(function, lowering->arena, &symbols);
  MlirAttribute *exprs = ARENA_ARRAY(lowering->arena, MlirAttribute, count);
  VmOperands operands = {.lowering = lowering};
  fillUnnamed(call, function);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute value =
        callSymbol(call->op, call->program, function, call->types, symbols[i]);
    if (!value.ptr || symAttributeIsUnknown(value))
      return bridgeEmitOpError(
          call->op,
          "gives no value to symbol '%.*s' of its callee: add 'symbols (%.*s = "
          "...)'",
          SPREAD(symbols[i]), SPREAD(symbols[i]));
    exprs[i] = vmOperandExpr(&operands, value);
  }
  VmKernelArgs args = {
      call->numBuffers,
      call->buffers,
      operands.count,
      operands.values,
      mlirFlatSymbolRefAttrGet(lowering->context,
                               strRefToMlir(tirFuncGetSymName(function))),
      mlirArrayAttrGet(lowering->context, count, exprs)};
  return vmLoweringDo(lowering, vmKernelCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerCallTir(VmLowering *lowering, MlirOperation op) {
  intptr_t inputs = relaxCallTirGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirAttribute callee = relaxCallTirGetCallee(op);
  MlirOperation function = bridgeFollow(op, callee);
  intptr_t all = mlirFunctionTypeGetNumInputs(tirFuncGetFunctionType(function));
  KernelCall call = {lowering,
                     op,
                     function,
                     ARENA_ARRAY(lowering->arena, MlirValue, all),
                     ARENA_ARRAY(lowering->arena, MlirType, all),
                     all,
                     appendKernel};
  for (intptr_t i = 0; i < inputs; ++i) {
    MlirValue input = relaxCallTirGetInputs(op, i);
    call.buffers[i] = vmLoweringValue(lowering, input);
    call.types[i] = mlirValueGetType(input);
  }
  for (intptr_t i = 0; i < results; ++i) {
    MlirValue place = lowerPlace(lowering, op, i);
    call.buffers[inputs + i] = place;
    call.types[inputs + i] = mlirValueGetType(mlirOperationGetResult(op, i));
    vmLoweringMap(lowering, mlirOperationGetResult(op, i), place);
  }
  addTables(lowering, function, inputs + results, call.buffers, call.types);
  return vmAppendVersions(&call);
}
