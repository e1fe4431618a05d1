//===- HoistSteps.h - parts of relax-hoist-steps --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_HOISTSTEPS_H
#define RELAX_TRANSFORMS_BATCH_HOISTSTEPS_H

#include "lib/Transforms/Batch/Fold.h"
#include "lib/Transforms/Batch/Product.h"

typedef struct Steps {
  Fold fold;
  MlirOperation *fields; // stb_ds array: elements, got of the list
  Product *products;     // stb_ds array: of such
  ptrdiff_t *of;         // stb_ds array: numbers of the products' fields
} Steps;

/// A module with all data types, the steps as a declaration, and the function
/// in front of them, which has the products' weights as further arguments. Null
/// after an error.
MlirModule stepsParse(const Steps *steps, StrRef front, StrRef name);
/// The function in front of the fold, which has its name; the fold gets
/// another one, and the products as arguments. False after an error.
bool stepsBuild(Steps *steps);

#endif // RELAX_TRANSFORMS_BATCH_HOISTSTEPS_H
