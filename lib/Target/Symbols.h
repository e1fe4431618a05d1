//===- Symbols.h - what machine code calls --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_SYMBOLS_H
#define RELAX_TARGET_SYMBOLS_H

#include "lib/Bridge/Core/Bridge.h"
#include "llvm-c/Core.h"

/// Does the object call only what the C library and lib/Runtime have? Else
/// false, after one reported error at the kernel that calls: `kernel`, or if
/// that is null the one of `module` that the object names.
bool targetCheckSymbols(MlirOperation module, MlirOperation kernel,
                        LLVMMemoryBufferRef object);

#endif // RELAX_TARGET_SYMBOLS_H
