//===- GeneralizeOptions.h - which extents are replaced -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SYMBOLS_GENERALIZEOPTIONS_H
#define RELAX_TRANSFORMS_SYMBOLS_GENERALIZEOPTIONS_H

#include "lib/Transforms/Symbols/Generalize.h"

enum { GENERALIZE_DIMS, GENERALIZE_FUNCTION, GENERALIZE_FACTS };

/// Fills `function`, `dims` and `old`, and adds the facts to the function's
/// clause. Failure after an error.
MlirLogicalResult generalizeReadOptions(Generalizer *generalizer);

#endif // RELAX_TRANSFORMS_SYMBOLS_GENERALIZEOPTIONS_H
