//===- Reproducer.hpp - the input and its pipeline in one file ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/Pass/PassManager.h"

namespace bridge {
/// `--mlir-generate-reproducer=FILE`: MLIR writes the module behind the passes,
/// with the verifier off, and nothing where a pass fails. This writes the text
/// that was read, before anything runs, for `--run-reproducer`.
struct Reproducer {
  std::string file; // empty: none
  mlir::StringRef text;
  bool verifies = true;

  /// Takes the option from MLIR.
  void take();
  /// When all passes are there; failure after a message. Once: the chunks of
  /// --split-input-file have one file.
  mlir::LogicalResult write(const mlir::OpPassManager &manager);
};
} // namespace bridge
