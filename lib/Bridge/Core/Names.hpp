//===- Names.hpp - the value names of the text, for generated code --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/IR/OpImplementation.h"

namespace bridge {
/// Names the results of an operation with several, as the parser recorded them
/// in its location.
void setResultNames(mlir::Operation *op, mlir::OpAsmSetValueNameFn setName);
} // namespace bridge
