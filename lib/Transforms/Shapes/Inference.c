//===- Inference.c - the inference rules of all operations ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/Inference.h"
#include "dialects/Relax/Attention.h"
#include "dialects/Relax/RelaxBase.gen.h"

bool inferResultTypes(MlirOperation op, MlirType *types,
                      MlirLogicalResult *outcome) {
  if (relaxInferResultTypes(op, types, outcome))
    return true;
  if (relaxIsAttention(op)) { // as many results as it has
    RelaxAttentionArgs args = relaxAttentionArgsOf(op);
    *outcome = relaxAttentionTypes(mlirOperationGetLocation(op), &args, types);
    return true;
  }
  return false;
}
