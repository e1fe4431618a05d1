//===- Limits.hpp - how much passes may do --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Who looks for the change that made a program wrong lets the first N happen
// and no more. Passes are counted by their runs (a pass on a function is one),
// changes by what passes ask leave for (passMayRewrite); a pass that does not
// ask makes one change, all it does. Both counts are the same in every run,
// so one thread works where there is a limit.
//
//===----------------------------------------------------------------------===//

#pragma once
#include "lib/Bridge/Core/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace bridge {
/// Limits for all pipelines of the process; negative: none. With `required`,
/// passes without which a program cannot run are run, whatever the limits are.
void setLimits(int64_t passes, int64_t rewrites, bool required);
bool hasLimits();
/// Makes the passes of the manager keep to the limits.
void keepLimits(mlir::PassManager &manager);
/// Leave for a change of a pass; false: the limit is reached.
bool mayRewrite(const mlir::Pass &pass, mlir::Operation *op);
/// The line about changes for the handler of a crash: nothing is allocated. Its
/// length, 0 without a limit.
size_t limitsText(const char *tool, char *out, size_t size);
/// One line per limit, once: how far it reached and what was the last of it.
void printLimits(llvm::raw_ostream &stream, llvm::StringRef tool);
} // namespace bridge
