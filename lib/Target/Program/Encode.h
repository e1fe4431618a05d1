//===- Encode.h - the host program as the runtime's program ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_PROGRAM_ENCODE_H
#define RELAX_TARGET_PROGRAM_ENCODE_H

#include "lib/Runtime/Program.h"
#include "mlir-c/IR.h"

/// The program of a module whose functions are all `vm.func`; NULL after a
/// diagnostic. The caller destroys it. Kernels are only named in it.
RelaxProgram *relaxEncodeModule(MlirOperation module);

#endif // RELAX_TARGET_PROGRAM_ENCODE_H
