//===- TensorSize.h - bytes of a tensor type ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The compiler's side of what lib/Runtime/Tensor.h computes when a program
// runs: elements lie row-major without gaps, an i1 takes one byte.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_TENSORSIZE_H
#define RELAX_ANALYSIS_TENSORSIZE_H

#include "lib/Analysis/Facts.h"

typedef enum TensorSizeStatus {
  TENSOR_SIZE_OK,
  TENSOR_SIZE_UNKNOWN_SHAPE, // no rank, or a dimension is `?`
  TENSOR_SIZE_NO_DTYPE,      // the runtime has no such elements
  TENSOR_SIZE_OVERFLOW,      // does not fit into 64 bits at any extents
} TensorSizeStatus;

typedef struct TensorSize {
  SymExpr bytes; // of the elements
  SymExpr size;  // in an arena: `bytes` up to the next multiple of 64
} TensorSize;

/// The size of a `!relax.tensor`, in the arena of `facts`. Rounding up is left
/// out where the facts say that `bytes` is a multiple already.
TensorSizeStatus tensorSizeOf(const Facts *facts, MlirType type,
                              TensorSize *out);

/// The same of a tensor of other extents.
TensorSizeStatus tensorSizeOfDims(const Facts *facts, MlirType elementType,
                                  const SymExpr *dims, intptr_t rank,
                                  TensorSize *out);

/// Bytes of a tensor whose extents are all literal; false for any other type,
/// and beyond 64 bits.
bool tensorLiteralBytes(MlirType type, int64_t *bytes);

#endif // RELAX_ANALYSIS_TENSORSIZE_H
