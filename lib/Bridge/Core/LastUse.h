//===- LastUse.h - is a value needed behind an operation? -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_LASTUSE_H
#define RELAX_BRIDGE_CORE_LASTUSE_H

#include "lib/Bridge/Core/Bridge.h"

/// A user of `value` that runs behind `op`, or inside of its regions; null if
/// there is none. `ignores` (may be NULL) says which uses do not count. `op`
/// itself, and what comes round again in a loop, is not looked at.
MlirOperation lastUseFindLater(MlirValue value, MlirOperation op,
                               bool (*ignores)(MlirOpOperand use));
/// The operation around `op` that runs it again and again although `value`
/// comes from outside of it, or null. `isLoop` says what does so.
MlirOperation lastUseFindLoop(MlirValue value, MlirOperation op,
                              bool (*isLoop)(MlirOperation op));

#endif // RELAX_BRIDGE_CORE_LASTUSE_H
