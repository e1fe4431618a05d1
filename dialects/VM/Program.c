//===- Program.c - rules of the host program ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/Program.gen.h"

/// The grammar of functions is that of all levels, but symbols are registers
/// here: no clause defines them.
MlirLogicalResult vmFuncVerify(MlirOperation op) {
  static const char *const clauses[] = {"symbols", "binds", "schedule"};
  for (size_t i = 0; i < sizeof(clauses) / sizeof(*clauses); ++i)
    if (mlirOperationGetAttributeByName(
            op, mlirStringRefCreateFromCString(clauses[i]))
            .ptr)
      return bridgeEmitOpError(op, "has a '%s' clause: symbols are registers",
                               clauses[i]);
  if (!mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)).ptr)
    return bridgeEmitOpError(op, "has no body");
  return mlirLogicalResultSuccess();
}
