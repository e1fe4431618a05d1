//===- Remarks.hpp - what each pass did, as a file ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `--remarks=FILE`: a JSON object a line, in the order of what happened. Of
// `kind` "change": a change that a pass took leave for, with its operation;
// "remark" and "warning": what a pass said, also why it did not do something;
// "run": behind these, the run of the pass, whether it changed anything, its
// time and its counters. All have `pass`, and where they are known `function`,
// `file`, `line` and `column`.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "lib/Bridge/Core/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace bridge {
/// From now on what happens is noted; failure with a message if there can be no
/// file of that name.
mlir::LogicalResult startRemarks(const std::string &path);
bool remarksAreOn();
void watchRemarks(mlir::PassManager &manager);
/// A change that a pass has leave for, and the counters of one of its runs.
void noteChange(const mlir::Pass &pass, mlir::Operation *op);
void noteRunCounters(const RelaxPass &pass, mlir::ArrayRef<uint64_t> counters);
/// Failure after a message.
mlir::LogicalResult writeRemarks(const std::string &path);
} // namespace bridge
