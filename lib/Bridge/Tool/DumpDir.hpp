//===- DumpDir.hpp - the module behind each pass, in numbered files -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/Pass/PassManager.h"
#include <string>

namespace bridge {
/// `--dump-ir-dir=DIR`: `000-input.mlir`, then `001-relax-fold.main.mlir` and
/// so on, the whole module, only where a run of a pass changed something; and
/// `index.html`, one page that shows them side by side. Files of that kind that
/// lie there are removed first. A second module (--split-input-file) goes into
/// `DIR/2`. Outlives the pass managers that it was added to.
struct DumpDir {
  std::string folder, tool; // empty folder: nothing is written
  bool failed = false;      // a file could not be written; it was said

  void addTo(mlir::PassManager &manager);

private:
  int modules = 0;
};
} // namespace bridge
