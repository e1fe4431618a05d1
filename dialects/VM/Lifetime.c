//===- Lifetime.c - nothing is used behind its end ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `vm.kill` and `vm.evict` empty a register. On no path of the text may a use
// of it follow, also not in the next round of a loop.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/ControlFlow.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Bridge/Core/LastUse.h"

/// Operand 0 of `op` ends here.
static MlirLogicalResult verifyEnd(MlirOperation op) {
  MlirValue value = mlirOperationGetOperand(op, 0);
  MlirLocation here = mlirOperationGetLocation(op);
  MlirOperation later = lastUseFindLater(value, op, NULL);
  if (later.ptr)
    return bridgeEmitErrorWithNote(mlirOperationGetLocation(later),
                                   "uses a tensor behind its end", here,
                                   "it ends here");
  if (lastUseFindLoop(value, op, vmIsLoop).ptr)
    return bridgeEmitOpError(
        op, "ends a tensor of outside of a loop in each of its rounds");
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmKillVerify(MlirOperation op) { return verifyEnd(op); }

MlirLogicalResult vmEvictVerify(MlirOperation op) { return verifyEnd(op); }
