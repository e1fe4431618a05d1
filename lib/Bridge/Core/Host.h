//===- Host.h - what LLVM knows of the machine at hand --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_HOST_H
#define RELAX_BRIDGE_CORE_HOST_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The processor that runs this process, as LLVM names it; "generic" if LLVM
/// does not know it. The text is never freed.
StrRef bridgeHostCpu(void);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_HOST_H
