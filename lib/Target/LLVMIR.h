//===- LLVMIR.h - loop-level programs as LLVM IR --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_LLVMIR_H
#define RELAX_TARGET_LLVMIR_H

#include "lib/Bridge/Core/Bridge.h"
#include "llvm-c/Types.h"

/// Translates every `tir.func` with a body in `module` to LLVM IR. Those that
/// still hold computes and loops are lowered first, naively. The module is not
/// changed; everything else in it is left out. The kernel @f is the function
/// "relax_kernel_f" (RELAX_KERNEL_PREFIX), called as lib/Runtime/KernelABI.h
/// says, and is made
/// for its target, which the module's triple and a section name (TargetNote.h).
/// `*numKernels`, if not NULL, receives their number. Failure after one
/// reported error; else the caller owns `*out`. No pass may run in the module's
/// context meanwhile: dialects are loaded into it.
MlirLogicalResult relaxEmitLLVM(MlirOperation module, LLVMContextRef context,
                                LLVMModuleRef *out, size_t *numKernels);

#endif // RELAX_TARGET_LLVMIR_H
