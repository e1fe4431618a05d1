//===- Slice.h - the extent of a slice ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_SLICE_H
#define RELAX_DIALECTS_RELAX_SLICE_H

#include "dialects/Relax/Dims.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Number of elements that `begin : end : step` takes from a dimension of
/// `extent`, by the rules of ONNX Slice: negative positions count from the end,
/// both are clamped. INT32_MAX and INT32_MIN mean the last and first end of the
/// dimension, as ONNX recommends to write them, and so does everything beyond
/// 2^62, which no tensor reaches. `step` is not 0.
SymExpr relaxSliceExtent(RelaxDims *dims, SymExpr extent, int64_t begin,
                         int64_t end, int64_t step);

/// The type of result `part` of a `relax.split` into `parts`; `sizes` may be
/// null: equal parts.
MlirType relaxSplitPartType(RelaxDims *dims, RelaxTensorInfo input,
                            int64_t axis, MlirAttribute sizes, intptr_t parts,
                            intptr_t part);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_SLICE_H
