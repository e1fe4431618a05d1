//===- MemoryLevel.c - limits, and the choice of a plan of memory ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Memory.gen.h"
#include "dialects/VM/Program.gen.h"
#include "dialects/VM/VMBase.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Arenas
//===----------------------------------------------------------------------===//

MlirLogicalResult vmLowerArena(VmLowering *lowering, MlirOperation op) {
  VmOperands operands = {.lowering = lowering};
  MlirAttribute bytes = vmOperandExpr(&operands, relaxArenaGetBytes(op));
  MlirType type = vmStorageTypeGet(lowering->context);
  if (relaxArenaGetInFile(op)) {
    VmFileStorageArgs args = {operands.count, operands.values, bytes, type};
    return vmLoweringGive(lowering, op,
                          vmFileStorageCreate(lowering->loc, &args));
  }
  VmStorageArgs args = {operands.count, operands.values, bytes, type};
  return vmLoweringGive(lowering, op, vmStorageCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerMove(VmLowering *lowering, MlirOperation op) {
  bool out = relaxIsWriteOut(op);
  MlirType type = bridgeResultType(op);
  MlirValue storage =
      out ? relaxWriteOutGetStorage(op) : relaxReadBackGetStorage(op);
  if (out && !storage.ptr)
    return bridgeEmitOpError(op, "has no place in a file: run "
                                 "'relax-plan-memory' before");
  MlirAttribute offset = {NULL};
  if (storage.ptr)
    offset = out ? relaxWriteOutGetOffset(op) : relaxReadBackGetOffset(op);
  MlirValue place = vmLowerPlace(lowering, storage, offset, type);
  VmCopyArgs args = {place,
                     vmLoweringValue(lowering, mlirOperationGetOperand(op, 0))};
  vmLoweringAppend(lowering, vmCopyCreate(lowering->loc, &args));
  vmLoweringMap(lowering, mlirOperationGetResult(op, 0), place);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Limits and levels
//===----------------------------------------------------------------------===//

MlirLogicalResult vmLowerMemoryLimit(VmLowering *lowering, MlirOperation op) {
  VmOperands operands = {.lowering = lowering};
  MlirAttribute bytes = vmOperandExpr(&operands, relaxMemoryLimitGetBytes(op));
  VmMemoryLimitArgs args = {operands.count, operands.values, bytes};
  return vmLoweringDo(lowering, vmMemoryLimitCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerMemoryLevel(VmLowering *lowering, MlirOperation op) {
  MlirAttribute levels = relaxMemoryLevelGetLevels(op);
  VmOperands operands = {.lowering = lowering};
  levels = vmOperandExprs(&operands, levels);
  MlirAttribute reloads =
      vmOperandExprs(&operands, relaxMemoryLevelGetReloads(op));
  StrRef name = bridgeTextAt(relaxMemoryLevelGetBinds(op), 0);
  VmMemoryLevelArgs args = {.numIndices = operands.count,
                            .indices = operands.values,
                            .levels = levels,
                            .reloads = reloads,
                            .resultType =
                                mlirIntegerTypeGet(lowering->context, 64)};
  MlirLocation loc = bridgeNamedLocation(name, lowering->loc);
  VmSymbol symbol = {
      arenaCopyString(lowering->arena, name),
      vmLoweringAppend(lowering, vmMemoryLevelCreate(loc, &args))};
  arrput(lowering->symbols, symbol);
  // The arms of a dispatch get it, but read the symbol alone.
  vmLoweringMap(lowering, mlirOperationGetResult(op, 0), symbol.value);
  return mlirLogicalResultSuccess();
}
