//===- Booleans.c - conditions are bytes in memory ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// LLVM makes no lanes of loops that load or store `i1`, whose bits do not fill
// what they take in memory: it is given the bytes that they are.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Substitute.h"
#include "lib/Target/Kernel.h"

#include <limits.h>

static bool isBool(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1;
}

/// What is in memory by `type`'s name: a byte, or a buffer of them.
static MlirType storedType(MlirType type, void *userData) {
  (void)userData;
  MlirType byte = mlirIntegerTypeGet(mlirTypeGetContext(type), CHAR_BIT);
  return mlirTypeIsAMemRef(type) && isBool(mlirShapedTypeGetElementType(type))
             ? targetMemRefOf(type, byte)
             : type;
}

static void loadByte(MlirOperation load) {
  MlirValue value = mlirOperationGetResult(load, 0);
  OpBuilder b = opBuilderBefore(mlirOperationGetNextInBlock(load));
  mlirValueSetType(value, mlirIntegerTypeGet(opBuilderContext(&b), CHAR_BIT));
  MlirValue isTrue = buildCompare(&b, CMPI_NE, value, //
                                  targetBuildInteger(&b, value, 0));
  MlirOperation compare = mlirOpResultGetOwner(isTrue);
  mlirValueReplaceAllUsesExcept(value, isTrue, 1, &compare);
}

static void storeByte(MlirOperation store) {
  OpBuilder b = opBuilderBefore(store);
  MlirValue value = mlirOperationGetOperand(store, 0);
  MlirType byte = mlirIntegerTypeGet(opBuilderContext(&b), CHAR_BIT);
  mlirOperationSetOperand(store, 0,
                          buildValue(&b, "arith.extui", byte, &value, 1));
}

static MlirWalkResult storeAsByte(MlirOperation op, void *userData) {
  if (bridgeIsNamed(op, "memref.load") && isBool(bridgeResultType(op)))
    loadByte(op);
  else if (bridgeIsNamed(op, "memref.store") &&
           isBool(mlirValueGetType(mlirOperationGetOperand(op, 0))))
    storeByte(op);
  symMapValueTypes(op, storedType, userData);
  return MlirWalkResultAdvance;
}

void targetStoreBooleans(MlirOperation func) {
  mlirOperationWalk(func, storeAsByte, NULL, MlirWalkPreOrder);
}
