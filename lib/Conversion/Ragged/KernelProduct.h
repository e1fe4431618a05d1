//===- KernelProduct.h - products of instances, block by block ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RAGGED_KERNELPRODUCT_H
#define RELAX_CONVERSION_RAGGED_KERNELPRODUCT_H

#include "lib/Conversion/Ragged/KernelBody.h"

/// `Y0 = X0 * X1` for each instance, of these elements.
void kernelProduct(Kernel *kernel, const KernelBuffer *a, const KernelBuffer *b,
                   const KernelBuffer *y, MlirType element);

#endif // RELAX_CONVERSION_RAGGED_KERNELPRODUCT_H
