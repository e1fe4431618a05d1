//===- OldNorms.h - normalisations of old versions ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_OPS_OLDNORMS_H
#define RELAX_FRONTEND_ONNX_OPS_OLDNORMS_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// BatchNormalization before version 9 with `spatial = 0`: statistics for each
/// element of a sample, which is made a channel of `*input`; `*x` is what the
/// node has for it. The other operands are read and made vectors.
bool oldBatchNormOperands(Importer *importer, MlirValue *input,
                          MlirValue *const *others, size_t count, MlirValue *x);
/// Its result under the dimensions of x.
MlirValue oldBatchNormResult(Importer *importer, MlirValue y, MlirValue x);

/// GroupNormalization of version 18: operand `index` has an element for each
/// group, which is repeated for the group's channels of x.
bool oldGroupOperand(Importer *importer, size_t index, MlirValue x,
                     int64_t groups, MlirValue *value);

#endif // RELAX_FRONTEND_ONNX_OPS_OLDNORMS_H
