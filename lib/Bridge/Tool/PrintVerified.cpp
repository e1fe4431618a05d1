//===- PrintVerified.cpp - verified once before it is printed -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/PrintVerified.hpp"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

/// The printer's flags come from the command line, whoever asks for them.
static llvm::cl::opt<bool> *option() {
  static llvm::cl::Option *known =
      llvm::cl::getRegisteredOptions().lookup("mlir-print-assume-verified");
  return static_cast<llvm::cl::opt<bool> *>(known);
}

static void assume(bool verified) {
  if (option() && !option()->getNumOccurrences())
    option()->setValue(verified);
}

/// Passes on the module that have begun; one that fails does not end.
static int depth = 0;

void bridge::forgetVerified() {
  depth = 0;
  assume(false);
}

namespace {
/// MLIR verifies a pass before it says that it has ended.
class Behind : public PassInstrumentation {
  // Those on functions run side by side.
  void runBeforePass(Pass *, Operation *op) override {
    if (!op->getParentOp())
      assume(++depth == 0);
  }
  void runAfterPass(Pass *, Operation *op) override {
    if (!op->getParentOp())
      assume(--depth == 0);
  }
};

class VerifyOnce : public PassWrapper<VerifyOnce, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyOnce)
  StringRef getArgument() const override { return "relax-verify-once"; }
  void runOnOperation() override {
    if (failed(verify(getOperation())))
      signalPassFailure();
  }
};
} // namespace

void bridge::printVerified(PassManager &manager) {
  assume(true); // so is what was parsed
  manager.addInstrumentation(std::make_unique<Behind>());
}

void bridge::verifyOnce(PassManager &manager) {
  auto *each = llvm::cl::getRegisteredOptions().lookup("verify-each");
  if (!each || each->getNumOccurrences())
    return;
  manager.enableVerifier(false);
  manager.addPass(std::make_unique<VerifyOnce>());
}
