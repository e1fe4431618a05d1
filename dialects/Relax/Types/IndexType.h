//===- IndexType.h - element types of indices -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_TYPES_INDEXTYPE_H
#define RELAX_DIALECTS_RELAX_TYPES_INDEXTYPE_H

#include "dialects/Relax/Dims.h"

/// i32 or i64, or one error.
bool relaxCheckIndexType(RelaxDims *dims, MlirType element);

#endif // RELAX_DIALECTS_RELAX_TYPES_INDEXTYPE_H
