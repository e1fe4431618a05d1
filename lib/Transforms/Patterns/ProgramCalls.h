//===- ProgramCalls.h - who calls a loop program --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_PROGRAMCALLS_H
#define RELAX_TRANSFORMS_PATTERNS_PROGRAMCALLS_H

#include "lib/Bridge/Core/Bridge.h"

StrRef programName(MlirOperation program);

/// Appends the calls of the program to the stb_ds array. False where something
/// else names it, or a call has more than inputs, and results of its own: then
/// it has to stay as it is.
bool programCalls(MlirOperation module, MlirOperation program,
                  MlirOperation **calls);

/// A call of another program, before this one and with as many results.
MlirOperation programCallOther(MlirOperation call, StrRef callee,
                               intptr_t numInputs, const MlirValue *inputs,
                               const MlirType *results);

#endif // RELAX_TRANSFORMS_PATTERNS_PROGRAMCALLS_H
