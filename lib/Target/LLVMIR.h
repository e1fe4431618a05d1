//===- LLVMIR.h - loop-level programs as LLVM IR ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_LLVMIR_H
#define RELAX_TARGET_LLVMIR_H

#include "lib/Target/CompileTimes.h"
#include "lib/Target/Lowering.h"
#include "llvm-c/Types.h"

#include <stddef.h>

/// Translates every `tir.func` with a body in `module` to LLVM IR. Those that
/// still hold computes and loops are lowered first, naively. The module is not
/// changed; everything else in it is left out. The kernel @f is the function
/// "relax_kernel_f" (RELAX_KERNEL_PREFIX), called as lib/Runtime/KernelABI.h
/// says, made for its
/// target, which the module's triple and a section name (TargetNote.h), with
/// the lines of the text where that is asked for (DebugInfo.h). Failure after
/// one reported error; else the caller owns `*out`. No pass may run in the
/// module's context meanwhile: dialects are loaded into it.
MlirLogicalResult relaxEmitLLVM(MlirOperation module, bool debugInfo,
                                LLVMContextRef context, LLVMModuleRef *out);

/// The kernels of a module, in order; the caller frees the stb_ds array.
MlirOperation *relaxKernelsOf(MlirOperation module);
/// The same for some kernels of a module, which several threads may read at
/// once (Lowering.h). `symbols`, if not NULL, has other names for them. Adds to
/// `times`.
MlirLogicalResult
relaxTranslateKernels(TargetLowering *lowering, MlirOperation module,
                      const MlirOperation *kernels, const StrRef *symbols,
                      size_t numKernels, LLVMContextRef context,
                      LLVMModuleRef *out, RelaxCompileTimes *times);

#endif // RELAX_TARGET_LLVMIR_H
