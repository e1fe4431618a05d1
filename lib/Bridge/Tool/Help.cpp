//===- Help.cpp - which options relax-opt shows ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Help.hpp"
#include "llvm/Support/CommandLine.h"

/// What `--help` shows, with our summaries; all else is behind `--help-hidden`.
static const struct {
  const char *name, *summary;
} shownOptions[] = {
    {"relax-pipeline", nullptr},
    {"to", nullptr},
    {"target", nullptr},
    {"pipeline-file", nullptr},
    {"stop-after", nullptr},
    {"start-at", nullptr},
    {"link", nullptr},
    {"counters", nullptr},
    {"verify-by-running", nullptr},
    {"rewrite-limit", nullptr},
    {"relax-explain", nullptr},
    {"o", nullptr},
    {"pass-pipeline", "passes, e.g. 'builtin.module(relax-fold,cse)'"},
    {"list-passes", "names and summaries of all passes"},
    {"dump-pass-pipeline", "print the pipeline that will run"},
    {"split-input-file", "treat each '// -----' chunk of the input on its own"},
    {"verify-roundtrip", "check that the text parses back to the same"},
    {"dump-ir-dir", nullptr},
    {"diagnostics", nullptr},
    {"remarks", nullptr},
    {"mlir-timing", "print the time of every pass"},
    {"load-pass-plugin", "load passes from a shared library"},
    {"help", "this help"},
    {"help-list", "this help without categories"}, // LLVM shows it always
    {"help-hidden", "all options and every pass as a flag"},
    {"version", "release, commit and LLVM"},
};

void bridge::tidyHelp() {
  for (auto &entry : llvm::cl::getRegisteredOptions()) {
    llvm::cl::Option *option = entry.second;
    bool shown = false;
    for (auto &known : shownOptions)
      if (option->ArgStr == known.name) {
        shown = true;
        option->setHiddenFlag(llvm::cl::NotHidden);
        if (known.summary)
          option->setDescription(known.summary);
      }
    if (!shown)
      option->setHiddenFlag(llvm::cl::Hidden);
  }
}
