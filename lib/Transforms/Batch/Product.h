//===- Product.h - products of a value with a weight ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_PRODUCT_H
#define RELAX_TRANSFORMS_BATCH_PRODUCT_H

#include "lib/Bridge/Core/Pass.h"

/// A product of a value with a weight, or with a part of one.
typedef struct Product {
  MlirOperation op;
  MlirValue value;
  bool left;     // the weight is
  int64_t inner; // extent of the sum
  int64_t outer; // of the weight's other dimension
  MlirType element;
} Product;

bool productIs(MlirOperation op, Product *product);
/// Where weights are prepared: the front of the function, or of what it is cut
/// off in.
MlirOperation productFront(MlirOperation op);
/// A copy of the weight there.
MlirValue productWeight(MlirOperation front, const Product *product);

/// A product of values one behind the other becomes the sum of products of each
/// with its part of the weight, where nobody else uses what they are together:
/// nothing is copied then. Returns how many.
uint64_t productsSplit(RelaxPassRun *run);

#endif // RELAX_TRANSFORMS_BATCH_PRODUCT_H
