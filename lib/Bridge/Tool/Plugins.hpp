//===- Plugins.hpp - shared libraries with passes and dialects ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/IR/DialectRegistry.h"

namespace bridge {
/// Loads what `--load-pass-plugin=` and `--load-dialect-plugin=` name and takes
/// these arguments out of the command line. Before options are registered, so
/// that passes of plugins are flags like all others. False after a message with
/// the system's words: MLIR's own options go on without the library.
bool loadPlugins(int &argc, char **argv, mlir::DialectRegistry &registry);
} // namespace bridge
