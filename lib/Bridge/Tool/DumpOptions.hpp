//===- DumpOptions.hpp - options of MLIR that print between passes --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/Pass/PassManager.h"

namespace bridge {
/// Failure with a message where an option asks for dumps and none would come:
/// it needs another one, there are no passes, or not those that it names.
/// `arguments` are those of the command line.
mlir::LogicalResult checkDumpOptions(const mlir::OpPassManager &manager,
                                     mlir::ArrayRef<char *> arguments);
} // namespace bridge
