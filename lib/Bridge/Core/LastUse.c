//===- LastUse.c - is a value needed behind an operation? -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/LastUse.h"
#include "lib/Bridge/Core/Blocks.h"

/// `user` runs behind `op`, or inside of it, when both are reached in order.
static bool isLater(MlirOperation user, MlirOperation op) {
  for (MlirOperation outer = user; outer.ptr;
       outer = mlirOperationGetParentOperation(outer)) {
    MlirOperation beside = bridgeInBlock(op, mlirOperationGetBlock(outer));
    if (!beside.ptr)
      continue;
    if (!mlirOperationEqual(outer, beside))
      return mlirOperationIsBeforeInBlock(beside, outer);
    // One is around the other, or both stand in the same operation's regions.
    return mlirOperationEqual(beside, op) && !mlirOperationEqual(user, op);
  }
  return false;
}

MlirOperation lastUseFindLater(MlirValue value, MlirOperation op,
                               bool (*ignores)(MlirOpOperand use)) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if ((!ignores || !ignores(use)) && isLater(user, op))
      return user;
  }
  return (MlirOperation){NULL};
}

MlirOperation lastUseFindLoop(MlirValue value, MlirOperation op,
                              bool (*isLoop)(MlirOperation op)) {
  MlirBlock block = bridgeBlockOf(value);
  while (!mlirBlockEqual(mlirOperationGetBlock(op), block)) {
    op = mlirOperationGetParentOperation(op);
    if (!op.ptr || isLoop(op))
      return op;
  }
  return (MlirOperation){NULL};
}
