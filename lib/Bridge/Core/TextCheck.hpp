//===- TextCheck.hpp - what MLIR's parser must not see --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/Support/LLVM.h"

namespace llvm {
class SourceMgr;
}

namespace mlir {
class MLIRContext;
}

namespace bridge {
/// Fails with one error for bytes that are no text, which the parser would
/// print, and for a nesting that would overflow its stack.
mlir::LogicalResult checkText(const llvm::SourceMgr &sources,
                              mlir::MLIRContext *context);
/// From now on constants whose elements the printer left out are read, as
/// nothing, for whoever only wants to look at the text.
void allowElided();
} // namespace bridge
