//===- Attributes.c - attributes that operations share -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Decompose/Decompose.h"

MlirAttribute decomposeAttribute(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString(name));
}

int64_t decomposeInt(MlirOperation op, const char *name) {
  return mlirIntegerAttrGetValueInt(decomposeAttribute(op, name));
}

double decomposeFloat(MlirOperation op, const char *name) {
  return mlirFloatAttrGetValueDouble(decomposeAttribute(op, name));
}
