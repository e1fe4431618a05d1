//===- KernelBody.h - what programs over instances are made of ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RAGGED_KERNELBODY_H
#define RELAX_CONVERSION_RAGGED_KERNELBODY_H

#include "lib/Conversion/Ragged/Kernel.h"

enum { KERNEL_MOST_DIMS = 16 };

/// That of the first ragged operand, or of the result.
MlirType kernelRaggedType(MlirOperation op);
/// The buffers of an operand and of a result of the operation.
KernelBuffer kernelOperand(Kernel *kernel, intptr_t i);
KernelBuffer kernelResult(Kernel *kernel, intptr_t i);
/// Ends the program; packed results in the place of the operation's.
MlirLogicalResult kernelFinish(Kernel *kernel);
/// `%d1`, for dimension 1 of an instance.
StrRef kernelIterator(Kernel *kernel, intptr_t d);
/// So many of them.
void kernelIterators(Kernel *kernel, intptr_t rank, StrRef *at);
/// A compute over all dimensions of a buffer; `reduced` may be NULL.
void kernelDomain(Kernel *kernel, const KernelBuffer *of, const bool *reduced,
                  const char *name);
/// Loads or stores one element.
void kernelLoad(Kernel *kernel, const char *value, const char *buffer,
                const KernelBuffer *of, StrRef address);
void kernelStore(Kernel *kernel, const char *value, const char *buffer,
                 const KernelBuffer *of, StrRef address);
/// Ends a compute whose rounds copy one element of `%X0` to one of `%Y0`.
void kernelMove(Kernel *kernel, const KernelBuffer *x, const StrRef *from,
                const KernelBuffer *y, const StrRef *to);
/// Indices of an operand that broadcasts against `rank` iterators.
void kernelBroadcast(Kernel *kernel, const KernelBuffer *x, intptr_t rank,
                     StrRef *indices);

#endif // RELAX_CONVERSION_RAGGED_KERNELBODY_H
