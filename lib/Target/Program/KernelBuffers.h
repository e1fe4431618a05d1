//===- KernelBuffers.h - what kernels take their buffers to be -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_PROGRAM_KERNELBUFFERS_H
#define RELAX_TARGET_PROGRAM_KERNELBUFFERS_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Runtime/Program.h"

/// What a `tir.func` takes its buffers to have, in the arena.
RelaxKernelBuffer *targetKernelBuffers(RelaxProgram *program,
                                       MlirOperation func, Arena *arena);

#endif // RELAX_TARGET_PROGRAM_KERNELBUFFERS_H
