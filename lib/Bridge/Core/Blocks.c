//===- Blocks.c - the blocks of an operation ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"

void bridgeEachBlock(MlirOperation op,
                     void (*visit)(MlirBlock block, void *userData),
                     void *userData) {
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    for (MlirBlock block = bridgeBlock(op, r); block.ptr;
         block = mlirBlockGetNextInRegion(block)) {
      visit(block, userData);
      for (MlirOperation inner = mlirBlockGetFirstOperation(block); inner.ptr;
           inner = mlirOperationGetNextInBlock(inner))
        bridgeEachBlock(inner, visit, userData);
    }
}

MlirOperation bridgeNext(MlirOperation module, MlirOperation before,
                         bool (*is)(MlirOperation op)) {
  MlirOperation op = before.ptr
                         ? mlirOperationGetNextInBlock(before)
                         : mlirBlockGetFirstOperation(bridgeBody(module));
  while (op.ptr && !is(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}
