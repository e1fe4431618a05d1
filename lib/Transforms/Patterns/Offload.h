//===- Offload.h - marks on operations that another target takes ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_OFFLOAD_H
#define RELAX_TRANSFORMS_PATTERNS_OFFLOAD_H

#include "lib/Bridge/Core/Bridge.h"

/// The target that takes an operation, a string; and the number of its region
/// in its block, an i64.
static const char offloadAttribute[] = "relax.offload",
                  offloadRegion[] = "relax.region";

/// Empty: nobody takes it.
StrRef offloadTarget(MlirOperation op);

#endif // RELAX_TRANSFORMS_PATTERNS_OFFLOAD_H
