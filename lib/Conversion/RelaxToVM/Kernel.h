//===- Kernel.h - a call of a kernel in the making ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RELAXTOVM_KERNEL_H
#define RELAX_CONVERSION_RELAXTOVM_KERNEL_H

#include "lib/Conversion/RelaxToVM/Lowering.h"

/// A relax.call_tir with the registers of all buffers of its program.
typedef struct KernelCall {
  VmLowering *lowering;
  MlirOperation op, program;
  MlirValue *buffers;
  MlirType *types;
  intptr_t numBuffers;
} KernelCall;

/// Kernel.c: the value of a symbol of `function`, the program of the call or a
/// version of it: the dim of the buffer that binds it, else what the call
/// gives, else null.
MlirAttribute vmSymbolAtCall(const KernelCall *call, MlirOperation function,
                             StrRef symbol);
/// Kernel.c: the instruction that runs `function`.
MlirLogicalResult vmAppendKernel(const KernelCall *call,
                                 MlirOperation function);
/// Versions.c: the first version whose guard holds, else the program.
MlirLogicalResult vmAppendVersions(const KernelCall *call);

#endif // RELAX_CONVERSION_RELAXTOVM_KERNEL_H
