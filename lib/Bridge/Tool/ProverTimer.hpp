//===- ProverTimer.hpp - time in the prover -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace bridge {

/// From here on the time in the prover is taken.
void startProverTimer();
/// Notes `prover.questions`, `prover.microseconds`, `process.microseconds`
/// (since the start) and `prover.permille` for printCounters.
void noteProverTime();

} // namespace bridge
