//===- Checks.hpp - what relax-opt can check around every pass ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/Pass/PassManager.h"
#include <atomic>

namespace bridge {
/// Invariants of passes (docs/architecture.md, invariants), for any pipeline:
/// they are pass instrumentations. Outlives the pass managers that it was added
/// to.
struct Checks {
  bool rename = false; // rename all symbols before every pass
  uint64_t seed = 0;
  bool verifyRename = false;     // same output, up to names, after renaming
  bool verifySignatures = false; // public functions only gain facts
  /// A check failed; it has emitted its error.
  std::atomic<bool> failed = false;

  void addTo(mlir::PassManager &manager);
};

/// The RelaxPassTraits of a pass; none for a pass that is not ours.
unsigned traitsOf(const mlir::Pass &pass);
} // namespace bridge
