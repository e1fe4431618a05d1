//===- CalleesFirst.h - the functions of a module, callees before callers -===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUNCTIONS_CALLEESFIRST_H
#define RELAX_TRANSFORMS_FUNCTIONS_CALLEESFIRST_H

#include "lib/Bridge/Core/Bridge.h"

/// All relax.func of the module, each behind those that it calls; cycles are
/// cut somewhere. An stb_ds array, which belongs to the caller.
MlirOperation *functionsCalleesFirst(MlirOperation module);

#endif // RELAX_TRANSFORMS_FUNCTIONS_CALLEESFIRST_H
