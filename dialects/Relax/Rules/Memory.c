//===- Memory.c - rules of explicit storage -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Memory.gen.h"
#include "dialects/Sym/SymAttributes.h"

MlirLogicalResult relaxArenaVerify(MlirOperation op) {
  MlirAttribute bytes = relaxArenaGetBytes(op);
  if (symIsExprAttr(bytes) && !symAttributeIsUnknown(bytes))
    return mlirLogicalResultSuccess();
  StrBuf text = {0};
  bridgePrintAttribute(bytes, &text);
  MlirLogicalResult failure = bridgeEmitOpError(
      op, "bytes: expected a known expression, got %s", strBufText(&text));
  strBufFree(&text);
  return failure;
}
