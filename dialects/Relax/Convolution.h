//===- Convolution.h - the result of a convolution ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_CONVOLUTION_H
#define RELAX_DIALECTS_RELAX_CONVOLUTION_H

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Dims.h"

/// The result of a convolution with elements `element`, whatever those of
/// `input` and `weight` are; one error at `dims->loc` if shapes or attributes
/// do not fit.
bool relaxInferConv(RelaxDims *dims, MlirValue input, MlirValue weight,
                    const RelaxWindow *window, MlirType element,
                    MlirType *result);

/// What the attribute `same` says of a dimension; SamePads.c.
typedef struct RelaxSamePads {
  SymExpr low, high;
  SymExpr covered; // by the windows
} RelaxSamePads;
/// The pads of windows of `size` elements along spatial dimension `i`, which is
/// `extent`. Literals where the stride is 1 or the extent is one, for a literal
/// size.
RelaxSamePads relaxSamePads(RelaxDims *dims, const RelaxWindow *window,
                            intptr_t i, SymExpr extent, SymExpr size);
/// `same`, where the window has it, is "upper" or "lower", and there are no
/// pads beside it; one error at `dims->loc`.
bool relaxCheckSame(RelaxDims *dims, const RelaxWindow *window);

/// Along spatial dimension `i`, how many steps from the middle of the window
/// reach an element from some place; false: all of them, as far as is known
/// (ConvReach.c). Of a window of odd size that keeps the extent.
bool relaxConvReach(RelaxDims *dims, MlirOperation op, intptr_t i,
                    SymExpr *reach);
/// Is that worth something along some dimension?
bool relaxConvIsFar(RelaxDims *dims, MlirOperation op);

#endif // RELAX_DIALECTS_RELAX_CONVOLUTION_H
