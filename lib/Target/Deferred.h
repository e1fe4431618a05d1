//===- Deferred.h - kernels that need not be compiled before a call -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_DEFERRED_H
#define RELAX_TARGET_DEFERRED_H

#include "lib/Bridge/Core/Bridge.h"

/// Says which kernels of a module the host program runs only where a condition
/// holds, such as versions for likely extents: 0 for others, else a number that
/// kernels of equal conditions share, because the call that needs one is likely
/// to need all of them. What runs where none holds is no such kernel.
void targetDeferKernels(MlirOperation module, const MlirOperation *kernels,
                        size_t numKernels, uint32_t *groups);

#endif // RELAX_TARGET_DEFERRED_H
