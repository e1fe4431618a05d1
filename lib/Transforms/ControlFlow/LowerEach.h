//===- LowerEach.h - passes that write one operation with others ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_CONTROLFLOW_LOWEREACH_H
#define RELAX_TRANSFORMS_CONTROLFLOW_LOWEREACH_H

#include "lib/Bridge/Core/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `lower`, which may destroy the operation, for each one of the pass's
/// operation that `is` says, inner ones first; stops after a failure.
MlirLogicalResult lowerEach(RelaxPassRun *run, bool (*is)(MlirOperation op),
                            MlirLogicalResult (*lower)(RelaxPassRun *run,
                                                       MlirOperation op));

#ifdef __cplusplus
}
#endif
#endif // RELAX_TRANSFORMS_CONTROLFLOW_LOWEREACH_H
