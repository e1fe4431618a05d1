//===- Limits.h - what this machine can do at most ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_LIMITS_H
#define RELAX_TOOLS_RUN_LIMITS_H

#include "lib/Bridge/Tool/Tool.h"
#include "tools/run/Engine.h"

typedef struct RunLimits {
  bool known;
  int threads;
  double multiplyAdds; // of f32, a second
  double bytes;        // read from memory, a second
} RunLimits;

/// Measures them in this process, with two small kernels for the target of the
/// module (null: that of the options), on as many threads as kernels have now.
/// Takes a quarter of a second.
RunLimits runLimitsMeasure(MlirContext context, MlirOperation module,
                           const RunEngineOptions *options);

#endif // RELAX_TOOLS_RUN_LIMITS_H
