//===- Kernel.h - a call of a kernel in the making ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RELAXTOVM_KERNEL_H
#define RELAX_CONVERSION_RELAXTOVM_KERNEL_H

#include "lib/Conversion/RelaxToVM/Lowering.h"

/// A relax.call_tir with the registers of all buffers of its program.
typedef struct KernelCall KernelCall;
struct KernelCall {
  VmLowering *lowering;
  MlirOperation op, program;
  MlirValue *buffers;
  MlirType *types;
  intptr_t numBuffers;
  /// The instruction that runs `function`.
  MlirLogicalResult (*append)(const KernelCall *call, MlirOperation function);
};

/// Versions.c: the first version whose guard holds, else the program.
MlirLogicalResult vmAppendVersions(const KernelCall *call);

#endif // RELAX_CONVERSION_RELAXTOVM_KERNEL_H
