//===- StateUse.c - which operations may write into their operands --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/StateUse.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/State.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

static bool isCarriedState(MlirOperation loop, intptr_t number) {
  MlirBlock body = bridgeBlock(loop, 1);
  MlirValue argument = mlirBlockGetArgument(body, number);
  for (MlirOpOperand use = mlirValueGetFirstUse(argument);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (stateMayChange(mlirOpOperandGetOwner(use),
                       mlirOpOperandGetOperandNumber(use)))
      return true;
  return false;
}

bool stateMayChange(MlirOperation op, intptr_t operand) {
  if (relaxIsAppend(op) || relaxIsUpdateSlice(op))
    return operand == 0;
  if (relaxIsWhile(op))
    return operand < relaxWhileGetNumInits(op) && isCarriedState(op, operand);
  if (!relaxIsCall(op) || operand >= relaxCallGetNumInputs(op))
    return false;
  MlirOperation callee = bridgeFollow(op, relaxCallGetCallee(op));
  return relaxIsFunc(callee) && relaxArgumentIsDonated(callee, operand);
}
