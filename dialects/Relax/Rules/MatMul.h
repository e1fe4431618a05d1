//===- MatMul.h - the result of a matrix product --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_RULES_MATMUL_H
#define RELAX_DIALECTS_RELAX_RULES_MATMUL_H

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/MatMul.gen.h"

/// The result of a product with elements `element`, whatever those of the
/// operands are; one error if the shapes do not fit.
bool relaxInferMatmul(RelaxDims *dims, RelaxTensorInfo a, RelaxTensorInfo b,
                      MlirType element, MlirType *result);

#endif // RELAX_DIALECTS_RELAX_RULES_MATMUL_H
