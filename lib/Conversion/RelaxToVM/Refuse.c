//===- Refuse.c - why an operation is not lowered ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToVM/Lowering.h"
#include "lib/Transforms/Decompose/Decompose.h"

/// An extent of a tensor operand has no name, which stops the passes before.
static bool hasOpenOperand(MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    RelaxTensorInfo info;
    if (!relaxTensorInfo(mlirValueGetType(mlirOperationGetOperand(op, i)),
                         &info))
      continue;
    bool open = !info.ranked;
    for (intptr_t d = 0; d < info.rank; ++d)
      open |= symAttributeIsUnknown(info.dims[d]);
    if (open)
      return true;
  }
  return false;
}

MlirLogicalResult vmRefuseOperation(MlirOperation op) {
  const char *first =
      decomposeHasRule(bridgeOpName(op)) ? "'relax-decompose' and " : "";
  return bridgeEmitOpError(
      op,
      "cannot be lowered to 'vm': run %s'relax-legalize' before 'relax-to-vm', "
      "or use 'relax-run --mode=reference'%s",
      first,
      hasOpenOperand(op)
          ? "; extents of an operand are unknown, which these need: name them "
            "with 'relax.match_cast ... binds (k)'"
          : "");
}
