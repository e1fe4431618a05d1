//===- Checks.cpp - what relax-opt can check around every pass ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Checks.hpp"
#include "lib/Analysis/Signature.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Bridge/Tool/Counters.hpp"
#include "lib/Transforms/Symbols/RenameSymbols.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/xxhash.h"
#include <mutex>

using namespace mlir;

/// Pipelines nest: "relax.func(canonicalize)" is a pass of its module too.
static std::string textOf(Pass &pass) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  pass.printAsTextualPipeline(stream);
  return text;
}

namespace {
/// Renames before every pass. Passes on functions run concurrently: each
/// renames in its own function only, and names follow from the seed, the pass
/// and the function alone.
class Rename : public PassInstrumentation {
public:
  explicit Rename(uint64_t seed) : seed(seed) {}
  void runBeforePass(Pass *pass, Operation *op) override {
    if (!isa<ModuleOp, FunctionOpInterface>(op) ||
        (bridge::traitsOf(*pass) & RELAX_PASS_NAMES_SYMBOLS))
      return;
    auto name = op->getAttrOfType<StringAttr>("sym_name");
    uint64_t mix = llvm::xxh3_64bits(textOf(*pass)) +
                   (name ? llvm::xxh3_64bits(name.getValue()) : 0) + count;
    if (isa<ModuleOp>(op))
      ++count; // no function's pass runs now
    relaxRenameSymbols(wrap(op), seed + mix);
  }

private:
  uint64_t seed, count = 0;
};

/// Runs every pass of the outermost operation a second time, on a copy with
/// other names, and compares the results.
class VerifyRename : public PassInstrumentation {
public:
  VerifyRename(std::atomic<bool> &failed, uint64_t seed)
      : failed(failed), seed(seed) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    std::lock_guard<std::mutex> lock(mutex);
    if (!root)
      root = op;
    if (op != root || depth++ > 0)
      return;
    bool skipped = bridge::traitsOf(*pass) &
                   (RELAX_PASS_NAMES_SYMBOLS | RELAX_PASS_REPORTS);
    if (!skipped)
      copy = op->clone();
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    if (!leave(op) || !copy)
      return;
    compare(*pass, op);
    copy = nullptr;
  }

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (leave(op))
      copy = nullptr;
  }

private:
  /// True if this was a pass of the outermost operation itself.
  bool leave(Operation *op) {
    std::lock_guard<std::mutex> lock(mutex);
    return op == root && --depth == 0;
  }

  /// The generic form, without what people named, in canonical symbols.
  static std::string canonicalText(Operation *op) {
    OwningOpRef<Operation *> renamed = op->clone();
    relaxCanonicalSymbols(wrap(renamed.get()));
    std::string text;
    llvm::raw_string_ostream stream(text);
    OpPrintingFlags flags;
    flags.printGenericOpForm();
    flags.printNameLocAsPrefix(false);
    flags.enableDebugInfo(false);
    renamed->print(stream, flags);
    return text;
  }

  LogicalResult runOnCopy(StringRef pipeline, std::string &problem) {
    MLIRContext *context = copy.get()->getContext();
    ScopedDiagnosticHandler quiet(context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        problem = diagnostic.str();
      return success();
    });
    PassManager manager(context, copy.get()->getName().getStringRef());
    manager.addInstrumentation(std::make_unique<Rename>(seed));
    bridge::pauseCounters(true);
    LogicalResult outcome =
        success(succeeded(parsePassPipeline(pipeline, manager)) &&
                succeeded(manager.run(copy.get())));
    bridge::pauseCounters(false);
    return outcome;
  }

  void compare(Pass &pass, Operation *op) {
    std::string pipeline = textOf(pass), problem;
    if (mlir::failed(runOnCopy(pipeline, problem))) {
      failed = true;
      emitError(op->getLoc())
          << "pass '" << pipeline
          << "' fails after symbols were renamed: " << problem;
      return;
    }
    std::string expected = canonicalText(op), got = canonicalText(copy.get());
    if (expected == got)
      return;
    failed = true;
    StringRef left = expected, right = got, a, b;
    do {
      std::tie(a, left) = left.split('\n');
      std::tie(b, right) = right.split('\n');
    } while (a == b);
    emitError(op->getLoc()) << "pass '" << pipeline
                            << "' depends on the names of symbols: expected '"
                            << a.ltrim() << "', got '" << b.ltrim() << "'";
  }

  std::atomic<bool> &failed;
  uint64_t seed;
  std::mutex mutex; // nested passes come from several threads
  Operation *root = nullptr;
  int depth = 0;
  OwningOpRef<Operation *> copy;
};

/// Compares the public signatures after every pass with those before it.
class VerifySignatures : public PassInstrumentation {
public:
  explicit VerifySignatures(std::atomic<bool> &failed) : failed(failed) {}
  ~VerifySignatures() override {
    for (auto &[key, signatures] : before)
      signaturesFree(signatures);
  }

  void runBeforePass(Pass *pass, Operation *op) override {
    if (!(bridge::traitsOf(*pass) & RELAX_PASS_CHANGES_SIGNATURES)) {
      Signatures *signatures = signaturesTake(wrap(op));
      std::lock_guard<std::mutex> lock(mutex);
      before.insert({{pass, op}, signatures});
    }
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    Signatures *signatures = take(pass, op);
    if (!signatures)
      return;
    std::string name = textOf(*pass);
    if (mlirLogicalResultIsFailure(
            signaturesCheck(signatures, wrap(op), {name.data(), name.size()})))
      failed = true;
    signaturesFree(signatures);
  }

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (Signatures *signatures = take(pass, op))
      signaturesFree(signatures);
  }

private:
  Signatures *take(Pass *pass, Operation *op) {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = before.find({pass, op});
    if (found == before.end())
      return nullptr;
    Signatures *signatures = found->second;
    before.erase(found);
    return signatures;
  }

  std::atomic<bool> &failed;
  std::mutex mutex;
  llvm::DenseMap<std::pair<Pass *, Operation *>, Signatures *> before;
};
} // namespace

void bridge::Checks::addTo(PassManager &manager) {
  if (rename)
    manager.addInstrumentation(std::make_unique<Rename>(seed));
  if (verifyRename)
    manager.addInstrumentation(std::make_unique<VerifyRename>(failed, seed));
  if (verifySignatures)
    manager.addInstrumentation(std::make_unique<VerifySignatures>(failed));
}
