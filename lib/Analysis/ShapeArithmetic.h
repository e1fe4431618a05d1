//===- ShapeArithmetic.h - operations that compute with extents -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_SHAPEARITHMETIC_H
#define RELAX_ANALYSIS_SHAPEARITHMETIC_H

#include "lib/Bridge/Core/Bridge.h"

/// The number of operations in the block that turn a shape into integers or
/// compute small integer tensors (as ShapeValues.h follows them) from such.
/// Where everything is folded into types it is 0.
uint64_t shapeArithmeticCount(MlirBlock block);

#endif // RELAX_ANALYSIS_SHAPEARITHMETIC_H
