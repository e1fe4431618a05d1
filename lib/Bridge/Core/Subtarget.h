//===- Subtarget.h - processors and features that LLVM knows --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// For tools that carry a code generator; that of the triple is initialised
// (lib/Target/CodeGen.h).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_SUBTARGET_H
#define RELAX_BRIDGE_CORE_SUBTARGET_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum BridgeSubtargetList {
  BRIDGE_SUBTARGET_CPUS,
  BRIDGE_SUBTARGET_FEATURES,    // all that there are
  BRIDGE_SUBTARGET_CPU_FEATURES // that `cpu` has
} BridgeSubtargetList;

/// Calls `each` with every name of a list; names live as long as the process.
void bridgeSubtargetList(const char *triple, const char *cpu,
                         BridgeSubtargetList list,
                         void (*each)(void *user, StrRef name), void *user);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_SUBTARGET_H
