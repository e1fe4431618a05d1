//===- Crash.hpp - how a crash is seen again ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/Pass/PassManager.h"

namespace bridge {
/// A crash says which pass ran on what, where its thread is in one.
void nameCrashingPasses(mlir::PassManager &manager);
} // namespace bridge
