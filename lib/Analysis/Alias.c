//===- Alias.c - which results are views of an operand --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Alias.h"
#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"

bool relaxAliasOf(MlirOperation op, intptr_t result, MlirValue *source) {
  (void)result; // so far all views have one result
  if (relaxIsReshape(op))
    *source = relaxReshapeGetInput(op);
  else if (relaxIsSqueeze(op))
    *source = relaxSqueezeGetInput(op);
  else if (relaxIsUnsqueeze(op))
    *source = relaxUnsqueezeGetInput(op);
  else if (relaxIsMatchCast(op) &&
           relaxIsTensorType(mlirValueGetType(mlirOperationGetResult(op, 0))))
    *source = relaxMatchCastGetInput(op);
  else
    return false;
  return true;
}
