//===- ProgramKey.h - what makes two programs the same --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_PROGRAMKEY_H
#define RELAX_ANALYSIS_PROGRAMKEY_H

#include "lib/Bridge/Core/Bridge.h"

/// Appends a text that is equal for programs (`tir.func`) that differ in names
/// and places only.
void programKey(MlirOperation function, StrBuf *key);

#endif // RELAX_ANALYSIS_PROGRAMKEY_H
