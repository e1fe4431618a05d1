//===- Product.h - products of two operands -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_OPS_PRODUCT_H
#define RELAX_INTERPRETER_OPS_PRODUCT_H

#include "lib/Interpreter/Evaluate.h"

/// Result 0: operands 0 and 1, which have the same elements, convolved.
bool evalConvolve(EvalStep *step);
/// Result 0: their matrix product.
bool evalMatmul(EvalStep *step);

#endif // RELAX_INTERPRETER_OPS_PRODUCT_H
