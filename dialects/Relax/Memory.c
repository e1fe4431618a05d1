//===- Memory.c - rules of explicit storage -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Memory.gen.h"
#include "dialects/Sym/SymAttributes.h"

MlirLogicalResult relaxArenaVerify(MlirOperation op) {
  MlirAttribute bytes = relaxArenaGetBytes(op);
  if (!symIsExprAttr(bytes) || symAttributeIsUnknown(bytes))
    return bridgeEmitOpError(op, "bytes: expected an expression");
  return mlirLogicalResultSuccess();
}
