//===- Saturate.c - tanh without fused multiply-adds ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The approximation of tanh is a quotient that is 1 at its end if multiply-adds
// are fused, and one place below it if they round twice. Then a gelu of -inf
// would be -inf * 2^-25 and not the NaN that -inf * 0 is. Where a float's
// nearest is 1 (from atanh(1 - 2^-25) = 9.01 on), it is taken.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Kernel.h"

static MlirWalkResult saturate(MlirOperation op, void *userData) {
  (void)userData;
  if (!bridgeIsNamed(op, "math.tanh"))
    return MlirWalkResultAdvance;
  MlirOperation next = mlirOperationGetNextInBlock(op);
  OpBuilder b = opBuilderBefore(next); // a block ends with a terminator
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue y = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(y);
  MlirValue size = buildValue(&b, "math.absf", type, &x, 1);
  MlirValue end =
      buildBinary(&b, "math.copysign", targetBuildNumber(&b, x, 1), x);
  MlirValue result = buildSelect(
      &b,
      buildCompareFloats(&b, CMPF_OGE, size, targetBuildNumber(&b, x, 9.02)),
      end, y);
  mlirValueReplaceAllUsesExcept(
      y, result, 1, (MlirOperation[]){mlirOpResultGetOwner(result)});
  return MlirWalkResultAdvance;
}

void targetSaturateTanh(MlirOperation func) {
  mlirOperationWalk(func, saturate, NULL, MlirWalkPostOrder);
}
