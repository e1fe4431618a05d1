//===- PassShim.cpp - C descriptors as MLIR passes ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Checks.hpp"
#include "lib/Bridge/Tool/Counters.hpp"
#include "lib/Bridge/Tool/Limits.hpp"
#include "lib/Bridge/Tool/PassNames.h"
#include "lib/Bridge/Tool/Remarks.hpp"
#include "lib/Bridge/Tool/Tool.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace {
using TextOption = detail::PassOptions::Option<std::string>;

/// What is wrong with the text as the option's value; empty if nothing is.
std::string complaint(const RelaxPassOption &option, const std::string &text) {
  StrBuf problem = {};
  std::string result;
  if (!relaxOptionAccepts(&option, {text.data(), text.size()}, &problem))
    result = strBufText(&problem);
  strBufFree(&problem);
  return result;
}

template <typename Descriptor>
ArrayRef<RelaxPassOption> optionsOf(const Descriptor &descriptor) {
  return {descriptor.options, relaxNumOptions(descriptor.options)};
}

class ShimPass : public Pass {
public:
  explicit ShimPass(const RelaxPass *pass)
      : Pass(TypeID::getFromOpaquePointer(pass), StringRef(pass->anchor)),
        pass(pass) {
    for (const RelaxPassOption &o : optionsOf(*pass)) {
      options.push_back(std::make_unique<Option<std::string>>(
          *this, o.name, llvm::cl::desc(o.summary),
          llvm::cl::init(std::string(o.initial ? o.initial : ""))));
    }
  }
  ShimPass(const ShimPass &other) : ShimPass(other.pass) {}

  bool canScheduleOn(RegisteredOperationName) const override { return true; }
  /// A file, or the one option that has to be given, stands behind a flag
  /// without its name:
  /// `--relax-apply-patterns=FILE`.
  LogicalResult
  initializeOptions(StringRef given,
                    function_ref<LogicalResult(const Twine &)> report) override {
    std::string text = given.trim().str();
    if (!text.empty() && !options.empty() &&
        (!pass->options[0].initial || StringRef(pass->options[0].name) == "file") &&
        !StringRef(text).contains('='))
      text = std::string(pass->options[0].name) + "='" + text + "'";
    return Pass::initializeOptions(text, report);
  }
  StringRef getName() const override { return pass->name; }
  StringRef getArgument() const override { return pass->name; }
  StringRef getDescription() const override { return pass->summary; }
  std::unique_ptr<Pass> clonePass() const override {
    auto clone = std::make_unique<ShimPass>(*this);
    clone->copyOptionValuesFrom(this);
    return clone;
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    for (auto *handle = pass->dialects; *handle; ++handle)
      mlirDialectHandleInsertDialect((*handle)(), wrap(&registry));
  }

  void runOnOperation() override {
    // A declaration has nothing to work on.
    if (auto function = dyn_cast<FunctionOpInterface>(getOperation()))
      if (function.isExternal())
        return;
    SmallVector<StrRef> texts;
    for (auto [index, option] : llvm::enumerate(options)) {
      const std::string &text = *option;
      if (std::string problem = complaint(pass->options[index], text);
          !problem.empty()) {
        emitError(getOperation()->getLoc())
            << "option '" << pass->options[index].name << "' of pass '"
            << pass->name << "': " << problem;
        return signalPassFailure();
      }
      texts.push_back({text.c_str(), text.size()});
    }
    SmallVector<uint64_t> counters(relaxNumCounters(pass));
    Arena *arena = arenaCreate();
    RelaxPassRun run = {wrap(getOperation()), wrap(&getContext()), arena, pass,
                        texts.data(), counters.data(),
                        bridge::hasLimits() || bridge::remarksAreOn()
                            ? mayRewrite
                            : nullptr,
                        this, bridge::remarksAreOn()};
    bool reported = false, failed;
    {
      ScopedDiagnosticHandler watch(&getContext(), [&](Diagnostic &diagnostic) {
        reported |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
        return failure(); // pass it on
      });
      failed = mlirLogicalResultIsFailure(pass->run(&run));
    }
    arenaDestroy(arena);
    bridge::addCounters(*pass, counters);
    bridge::noteRunCounters(*pass, counters);
    if (!failed)
      return;
    if (!reported)
      emitError(getOperation()->getLoc())
          << "pass '" << pass->name << "' failed without a diagnostic";
    signalPassFailure();
  }

private:
  static bool mayRewrite(const void *pass, MlirOperation op) {
    auto *shim = static_cast<const ShimPass *>(pass);
    bool leave = bridge::mayRewrite(*shim, unwrap(op));
    if (leave)
      bridge::noteChange(*shim, unwrap(op));
    return leave;
  }

  const RelaxPass *pass;
  std::vector<std::unique_ptr<Option<std::string>>> options;
};

/// Options of a pipeline, filled from its descriptor. MLIR default-constructs
/// option objects, so the descriptor in the making travels through here.
struct ShimPipelineOptions : detail::PassOptions {
  explicit ShimPipelineOptions(const RelaxPipeline *pipeline) {
    for (const RelaxPassOption &o : optionsOf(*pipeline)) {
      options.push_back(std::make_unique<Option<std::string>>(
          *this, o.name, llvm::cl::desc(o.summary),
          llvm::cl::init(std::string(o.initial ? o.initial : ""))));
    }
  }
  std::vector<std::unique_ptr<Option<std::string>>> options;
};
} // namespace

/// Descriptors are the type IDs of their passes.
static llvm::SetVector<const void *> &descriptors() {
  static llvm::SetVector<const void *> instance;
  return instance;
}

static std::vector<const RelaxPipeline *> &pipelines() {
  static std::vector<const RelaxPipeline *> instance;
  return instance;
}

extern "C" const RelaxPass *bridgeFindPass(StrRef name) {
  for (const void *descriptor : descriptors()) {
    auto *pass = static_cast<const RelaxPass *>(descriptor);
    if (strRefEqual(strRefFromC(pass->name), name))
      return pass;
  }
  return nullptr;
}

extern "C" const RelaxPipeline *bridgeFindPipeline(StrRef name) {
  for (const RelaxPipeline *pipeline : pipelines())
    if (strRefEqual(strRefFromC(pipeline->name), name))
      return pipeline;
  return nullptr;
}

unsigned bridge::traitsOf(const Pass &pass) {
  // Those of relax-opt itself, which are in no pipeline's text.
  if (pass.getArgument() == "relax-explain" ||
      pass.getArgument() == "relax-write-result-names")
    return RELAX_PASS_NAMES_SYMBOLS | RELAX_PASS_REPORTS;
  const void *descriptor = pass.getTypeID().getAsOpaquePointer();
  return descriptors().contains(descriptor)
             ? static_cast<const RelaxPass *>(descriptor)->traits
             : 0;
}

extern "C" void bridgeRegisterPass(const RelaxPass *pass) {
  if (pass->options[RELAX_PASS_MAX_OPTIONS - 1].name ||
      pass->counters[RELAX_PASS_MAX_COUNTERS - 1] ||
      pass->dialects[RELAX_PASS_MAX_DIALECTS - 1])
    llvm::reportFatalUsageError(llvm::Twine("pass '") + pass->name +
                                "': a list of its descriptor is full, and has "
                                "no end");
  descriptors().insert(pass);
  registerPass([pass]() { return std::make_unique<ShimPass>(pass); });
}

using ErrorHandler = llvm::function_ref<LogicalResult(const Twine &)>;

static LogicalResult buildPipeline(const RelaxPipeline *pipeline,
                                   OpPassManager &manager, StringRef text,
                                   ErrorHandler report) {
  ShimPipelineOptions parsed(pipeline);
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (failed(parsed.parseFromString(text, stream)))
    return report("pipeline '" + Twine(pipeline->name) + "': " + problem);
  SmallVector<StrRef> values;
  for (auto [index, option] : llvm::enumerate(parsed.options)) {
    const std::string &value = *option;
    if (std::string problem = complaint(pipeline->options[index], value);
        !problem.empty())
      return report("option '" + Twine(pipeline->options[index].name) +
                    "' of pipeline '" + pipeline->name + "': " + problem);
    values.push_back({value.c_str(), value.size()});
  }
  StrBuf passes = {}, error = {};
  LogicalResult outcome = failure();
  if (pipeline->text(values.data(), &passes, &error))
    outcome = parsePassPipeline(strBufText(&passes), manager);
  else
    outcome = report(strBufText(&error));
  strBufFree(&passes);
  strBufFree(&error);
  return outcome;
}

extern "C" void bridgeRegisterPipeline(const RelaxPipeline *pipeline) {
  pipelines().push_back(pipeline);
  registerPassPipeline(
      pipeline->name, pipeline->summary,
      [pipeline](OpPassManager &manager, StringRef text, ErrorHandler report) {
        return buildPipeline(pipeline, manager, text, report);
      },
      [pipeline](llvm::function_ref<void(const detail::PassOptions &)> show) {
        show(ShimPipelineOptions(pipeline));
      });
}

static bool runPipeline(MlirOperation module, StringRef text, bool limited) {
  Operation *op = unwrap(module);
  PassManager manager(op->getContext(), op->getName().getStringRef());
  if (failed(parsePassPipeline(text, manager)))
    return false;
  // Between passes relax-opt verifies, and the suite with it: here it would
  // take as long as the passes.
  manager.enableVerifier(false);
  if (limited)
    bridge::keepLimits(manager);
  bool good = succeeded(manager.run(op));
  if (limited)
    op->getContext()->registerActionHandler(nullptr);
  return good;
}

extern "C" bool bridgeRunPipeline(MlirOperation module, StrRef text) {
  return runPipeline(module, StringRef(text.data, text.length), false);
}

extern "C" bool bridgeRunStages(MlirOperation module, const BridgeStages *how) {
  std::string text = RELAX_STAGES "{";
  if (how->target)
    text += "target='" + std::string(how->target) + "' ";
  text += std::string("arena=") + (how->arena ? how->arena : "true");
  if (how->levels)
    text += " levels=" + std::to_string(how->levels);
  if (how->reload)
    text += " reload=true";
  if (how->versions)
    text += " versions=" + std::string(how->versions);
  text += how->batch ? " batch=line}" : " batch=none}";
  return runPipeline(module, text, true);
}
