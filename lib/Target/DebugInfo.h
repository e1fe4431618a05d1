//===- DebugInfo.h - lines of the text in machine code ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_DEBUGINFO_H
#define RELAX_TARGET_DEBUGINFO_H

#include "lib/Bridge/Core/Bridge.h"

/// Says of every function of a module in the LLVM dialect where in the text it
/// stands, so that the translation to LLVM IR keeps the places of operations:
/// DWARF 5 of C, for gdb and perf. Functions without a place get none.
void targetAddDebugInfo(MlirModule module);

#endif // RELAX_TARGET_DEBUGINFO_H
