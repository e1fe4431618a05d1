//===- Counters.hpp - counters of passes, in release builds ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "lib/Bridge/Core/Pass.h"
#include "mlir/Support/LLVM.h"

namespace bridge {
/// Adds one run's counters to the sums of the process. Thread safe.
void addCounters(const RelaxPass &pass, mlir::ArrayRef<uint64_t> counters);
/// Between a true and a false nothing is added.
void pauseCounters(bool pause);
bool countersArePaused();
/// A further row of printCounters; `name` lives on.
void noteCounter(const char *name, uint64_t value);
/// Prints the sums by pass, as text or as one JSON object.
void printCounters(llvm::raw_ostream &stream, bool json);
} // namespace bridge
