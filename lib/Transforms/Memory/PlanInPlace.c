//===- PlanInPlace.c - results in the place of what they are made of ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/Alias.h"
#include "lib/Analysis/InPlace.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Memory/PlanMemory.h"

/// No other operand lies there.
static bool isAlone(MlirOperation call, intptr_t operand) {
  MlirValue root = relaxAliasRoot(relaxCallTirGetInputs(call, operand));
  for (intptr_t i = 0, e = relaxCallTirGetNumInputs(call); i < e; ++i)
    if (i != operand &&
        mlirValueEqual(relaxAliasRoot(relaxCallTirGetInputs(call, i)), root))
      return false;
  return true;
}

intptr_t planOperandInPlace(MlirOperation module, MlirOperation call,
                            intptr_t from) {
  if (!relaxIsCallTir(call) || mlirOperationGetNumResults(call) != 1)
    return -1;
  MlirOperation callee = bridgeFollow(module, relaxCallTirGetCallee(call));
  intptr_t inputs = relaxCallTirGetNumInputs(call);
  for (intptr_t i = from; tirIsFunc(callee) && i < inputs; ++i)
    if (isAlone(call, i) && tirMayWriteInto(callee, i, inputs))
      return i;
  return -1;
}
