//===- GivenPipeline.hpp - the passes that the command line asks for ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "lib/Bridge/Tool/Options.hpp"
#include "mlir/Pass/PassManager.h"

namespace bridge {
/// The pipeline text behind `--relax-pipeline` and `--to`; failure with a
/// message.
mlir::LogicalResult shorthand(const Options &options, std::string &text);
/// Checks the text of `--pass-pipeline=`, and that of `--pipeline-file=`, which
/// becomes `text` as MLIR reads it. Failure with a message that shows the text.
mlir::LogicalResult readPipelines(const Options &options, std::string &text);
/// Adds passes; failure with a message of one line.
mlir::LogicalResult addPipeline(mlir::StringRef text,
                                mlir::PassManager &manager);
/// Makes the passes those of the text, which names the operation around them.
mlir::LogicalResult setPipeline(mlir::StringRef text,
                                mlir::PassManager &manager);
/// `--start-at=` and `--stop-after=`, when all passes are there.
mlir::LogicalResult cutPipeline(const Options &options,
                                mlir::PassManager &manager);
/// Whether `--dump-pass-pipeline` was given; from now on it is not: MLIR would
/// dump before the passes of `--relax-pipeline` are there, and what it dumps
/// begins with a line that is no pipeline.
bool takeDumpOption();
} // namespace bridge
