//===- VerifyRun.hpp - runs the module before and after passes ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `relax-opt --verify-by-running`: whenever a pass has changed the module, both
// texts run on the same made inputs, in a process of their own (relax-run,
// which stands beside relax-opt): what crashes is found like what differs. The
// module before all passes is the reference as long as no pass changes what
// public functions take and give on purpose.
//
//===----------------------------------------------------------------------===//

#pragma once
#include "mlir/Pass/PassManager.h"
#include <atomic>

namespace bridge {
struct VerifyRun {
  int64_t cases = 0;                    // for each public function; 0: off
  std::string tool;                     // path of relax-run
  std::vector<std::string> weightsDirs; // where weights of the input lie
  std::atomic<bool> failed = false;

  /// False after a message.
  bool setUp(const char *program, llvm::StringRef input);
  void addTo(mlir::PassManager &manager);
};
} // namespace bridge
