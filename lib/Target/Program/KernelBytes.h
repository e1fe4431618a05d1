//===- KernelBytes.h - the sizes of the buffers of kernels ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_PROGRAM_KERNELBYTES_H
#define RELAX_TARGET_PROGRAM_KERNELBYTES_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Runtime/Program.h"

/// What a `tir.func` takes its buffers to have, as RelaxKernelEntry::bytes, in
/// the arena; NULL after an error at `at`.
uint32_t *targetKernelBytes(RelaxProgram *program, MlirOperation func,
                            MlirOperation at, Arena *arena);

#endif // RELAX_TARGET_PROGRAM_KERNELBYTES_H
