//===- PrintVerified.hpp - verified once before it is printed -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_TOOL_PRINTVERIFIED_HPP
#define RELAX_BRIDGE_TOOL_PRINTVERIFIED_HPP

#include "mlir/Pass/PassManager.h"

namespace bridge {

/// MLIR's printer verifies what it prints, so that it does not crash on what is
/// broken. A module is verified when it is parsed and behind each pass of the
/// manager: what is printed there, or at the end, is printed as it is.
void printVerified(mlir::PassManager &manager);
/// Verifies behind the last pass alone, unless `--verify-each` is given: behind
/// each it takes a fifth of the time of the stages.
void verifyOnce(mlir::PassManager &manager);
/// What is printed next may be broken again.
void forgetVerified();

} // namespace bridge

#endif // RELAX_BRIDGE_TOOL_PRINTVERIFIED_HPP
