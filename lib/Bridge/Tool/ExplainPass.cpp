//===- ExplainPass.cpp - --relax-explain and what comes with it -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/ExplainPass.hpp"
#include "lib/Analysis/Explanation.h"
#include "lib/Bridge/Tool/Report.hpp"
#include "mlir/CAPI/IR.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {
/// Answers `--relax-explain` when all other passes have run.
class ExplainPass : public PassWrapper<ExplainPass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExplainPass)
  ExplainPass(const std::string &question, bool remarks, StrBuf &text)
      : question(question), remarks(remarks), text(text) {}
  StringRef getArgument() const override { return "relax-explain"; }

  void runOnOperation() override {
    if (mlirLogicalResultIsFailure(explainQuestion(
            wrap(getOperation()), {question.data(), question.size()}, remarks,
            &text)))
      signalPassFailure();
  }

private:
  const std::string &question;
  bool remarks;
  StrBuf &text;
};
} // namespace

void bridge::addExplainPass(PassManager &manager, const Options &options,
                            StrBuf &text) {
  manager.addPass(std::make_unique<ExplainPass>(options.explain,
                                                options.explainRemarks, text));
}

LogicalResult bridge::checkExplain(const Options &options) {
  bool explains = options.explain.getNumOccurrences() > 0;
  for (StringRef option : {options.explainRemarks ? "-remarks" : "",
                           options.expect.empty() ? "" : "-expect"})
    if (!option.empty() && !explains) {
      bridge::Error() << "'--relax" << (option == "-expect" ? "" : "-explain")
                      << option
                      << "': expected a question in '--relax-explain='";
      return failure();
    }
  if (options.expect.empty() ||
      llvm::is_contained({"yes", "no", "unknown"}, options.expect.getValue()))
    return success();
  bridge::Error() << "'--relax-expect': expected yes, no or unknown, got '"
                  << options.expect << "'";
  return failure();
}

/// The answer is the first line of its explanation.
LogicalResult bridge::checkAnswer(const Options &options, StringRef text) {
  StringRef answer = text.split('\n').first;
  if (options.expect.empty() || options.expect == answer)
    return success();
  bridge::Error() << "'--relax-explain': expected " << options.expect
                  << ", got " << answer;
  return failure();
}
