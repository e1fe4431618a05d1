//===- Arguments.h - attributes of a function's arguments -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_ARGUMENTS_H
#define RELAX_DIALECTS_SYM_ARGUMENTS_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An attribute of argument `index` of a function of any level; null if it has
/// none of that name.
MlirAttribute symArgumentAttribute(MlirOperation function, intptr_t index,
                                   const char *name);
/// Gives it one. Its others stay.
void symSetArgumentAttribute(MlirOperation function, intptr_t index,
                             const char *name, MlirAttribute value);
/// One more argument comes in at `index`: attributes of those from there on go
/// with them. Its type and the block's argument are the caller's affair.
void symInsertArgumentAttributes(MlirOperation function, intptr_t index);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_ARGUMENTS_H
