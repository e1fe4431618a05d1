//===- Axes.h - lists of axes ---------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Axes of an attribute are ascending, without doubles, in [0, rank).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_TYPES_AXES_H
#define RELAX_DIALECTS_RELAX_TYPES_AXES_H

#include "dialects/Relax/Dims.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One error at `loc` for axes that are not so. A rank of -1 is not known.
bool relaxCheckAxes(RelaxDims *dims, const int64_t *axes, intptr_t count,
                    intptr_t rank);

/// An axis that is computed is a scalar i64.
bool relaxCheckAxisOperand(RelaxDims *dims, MlirValue axis);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_TYPES_AXES_H
