//===- ComputedAxes.c - rules of axes that are values ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/ComputedAxes.gen.h"

MlirLogicalResult vmReducedDimVerify(MlirOperation op) {
  int64_t dimension = vmReducedDimGetDimension(op);
  if (dimension >= 0 &&
      dimension < mlirArrayAttrGetNumElements(vmReducedDimGetExtents(op)))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "dimension %lld is not among the extents",
                           (long long)dimension);
}
