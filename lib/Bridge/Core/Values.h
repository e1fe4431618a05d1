//===- Values.h - what an operation reads and makes, as arrays ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_VALUES_H
#define RELAX_BRIDGE_CORE_VALUES_H

#include "lib/Bridge/Core/Bridge.h"

static inline MlirValue *bridgeOperands(Arena *arena, MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *operands = ARENA_ARRAY(arena, MlirValue, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  return operands;
}
static inline MlirValue *bridgeResults(Arena *arena, MlirOperation op) {
  intptr_t count = mlirOperationGetNumResults(op);
  MlirValue *results = ARENA_ARRAY(arena, MlirValue, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    results[i] = mlirOperationGetResult(op, i);
  return results;
}
static inline MlirType *bridgeResultTypes(Arena *arena, MlirOperation op) {
  intptr_t count = mlirOperationGetNumResults(op);
  MlirType *types = ARENA_ARRAY(arena, MlirType, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
  return types;
}
static inline MlirType *bridgeArgumentTypes(Arena *arena, MlirBlock block) {
  intptr_t count = mlirBlockGetNumArguments(block);
  MlirType *types = ARENA_ARRAY(arena, MlirType, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirValueGetType(mlirBlockGetArgument(block, i));
  return types;
}

#endif // RELAX_BRIDGE_CORE_VALUES_H
