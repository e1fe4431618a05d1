//===- ExplainPass.hpp - --relax-explain and what comes with it -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "lib/Bridge/Tool/Options.hpp"
#include "lib/Support/StringRef.h"
#include "mlir/Pass/PassManager.h"

namespace bridge {
/// Failure with a message where the options about explanations do not fit.
mlir::LogicalResult checkExplain(const Options &options);
/// Answers the question when all passes before it have run.
void addExplainPass(mlir::PassManager &manager, const Options &options,
                    StrBuf &text);
/// `--relax-expect`: failure with a message if the answer is another one.
mlir::LogicalResult checkAnswer(const Options &options, mlir::StringRef text);
} // namespace bridge
