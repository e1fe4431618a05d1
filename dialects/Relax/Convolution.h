//===- Convolution.h - the result of a convolution ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_CONVOLUTION_H
#define RELAX_DIALECTS_RELAX_CONVOLUTION_H

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Dims.h"

/// The result of a convolution with elements `element`, whatever those of the
/// operands are; one error at `dims->loc` if shapes or attributes do not fit.
MlirLogicalResult relaxInferConv(RelaxDims *dims, const RelaxConvArgs *args,
                                 MlirType element, MlirType *result);

#endif // RELAX_DIALECTS_RELAX_CONVOLUTION_H
