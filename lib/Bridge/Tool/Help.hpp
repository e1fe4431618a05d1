//===- Help.hpp - which options relax-opt shows ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace bridge {
/// What a user of passes needs stays in `--help`, with our summaries; all other
/// options go to `--help-hidden`. Before the command line is parsed.
void tidyHelp();
} // namespace bridge
