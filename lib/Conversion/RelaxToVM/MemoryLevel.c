//===- MemoryLevel.c - limits, and the choice of a plan of memory ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Memory.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

#include <stb/stb_ds.h>

MlirLogicalResult vmLowerMemoryLimit(VmLowering *lowering, MlirOperation op) {
  VmOperands operands = {.lowering = lowering};
  MlirAttribute bytes = vmOperandExpr(&operands, relaxMemoryLimitGetBytes(op));
  VmMemoryLimitArgs args = {operands.count, operands.values, bytes};
  vmLoweringAppend(lowering, vmMemoryLimitCreate(lowering->loc, &args));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerMemoryLevel(VmLowering *lowering, MlirOperation op) {
  MlirAttribute levels = relaxMemoryLevelGetLevels(op);
  intptr_t count = mlirArrayAttrGetNumElements(levels);
  MlirAttribute *bytes = ARENA_ARRAY(lowering->arena, MlirAttribute, count);
  VmOperands operands = {.lowering = lowering};
  for (intptr_t i = 0; i < count; ++i)
    bytes[i] = vmOperandExpr(&operands, mlirArrayAttrGetElement(levels, i));
  StrRef name = strRefFromMlir(mlirStringAttrGetValue(
      mlirArrayAttrGetElement(relaxMemoryLevelGetBinds(op), 0)));
  VmMemoryLevelArgs args = {
      .numIndices = operands.count,
      .indices = operands.values,
      .levels = mlirArrayAttrGet(lowering->context, count, bytes),
      .resultType = mlirIntegerTypeGet(lowering->context, 64)};
  MlirLocation loc = bridgeNamedLocation(name, lowering->loc);
  VmSymbol symbol = {
      arenaCopyString(lowering->arena, name),
      vmLoweringAppend(lowering, vmMemoryLevelCreate(loc, &args))};
  arrput(lowering->symbols, symbol);
  // The arms of a dispatch get it, but read the symbol alone.
  vmLoweringMap(lowering, mlirOperationGetResult(op, 0), symbol.value);
  return mlirLogicalResultSuccess();
}
