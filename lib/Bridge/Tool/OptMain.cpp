//===- OptMain.cpp - the main of relax-opt --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Explanation.h"
#include "lib/Bridge/Core/ResultNames.h"
#include "lib/Bridge/Tool/Checks.hpp"
#include "lib/Bridge/Tool/Counters.hpp"
#include "lib/Bridge/Tool/Help.hpp"
#include "lib/Bridge/Tool/Limits.hpp"
#include "lib/Bridge/Tool/ProverTimer.hpp"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Runtime/File.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace {
llvm::cl::OptionCategory relaxCategory("relax options");
struct Options {
  llvm::cl::opt<std::string> pipeline{
      "relax-pipeline", llvm::cl::desc("run the stages for a target: cpu"),
      llvm::cl::value_desc("target"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> to{
      "to",
      llvm::cl::desc("last stage: graph, fused, scheduled, planned, vm"),
      llvm::cl::value_desc("stage"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> target{
      "target",
      llvm::cl::desc("what code is made for: native, x86-64-v3, "
                     "a file, ..."),
      llvm::cl::value_desc("target"), llvm::cl::cat(relaxCategory)};
  llvm::cl::list<std::string> link{
      "link", llvm::cl::desc("add what another module has, before all passes"),
      llvm::cl::value_desc("file"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> counters{
      "counters",
      llvm::cl::desc("print the counters of all passes on stderr: text, json"),
      llvm::cl::value_desc("format"), llvm::cl::ValueOptional,
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> rename{
      "test-rename-symbols",
      llvm::cl::desc("rename all symbols at random before every pass"),
      llvm::cl::value_desc("seed"), llvm::cl::ValueOptional,
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> allowBytecode{
      "allow-bytecode",
      llvm::cl::desc("read MLIR bytecode too, from a source that you trust"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> verifyRename{
      "verify-rename-symbols",
      llvm::cl::desc("check that every pass does the same, up to names, after "
                     "all symbols were renamed"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> verifySignatures{
      "verify-signatures",
      llvm::cl::desc("check that types and facts of public functions only "
                     "become more precise"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> timeProver{
      "time-prover",
      llvm::cl::desc("count questions to the prover and the time it takes, for "
                     "'--counters'"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<int64_t> passLimit{
      "pass-limit",
      llvm::cl::desc("only the first N runs of passes happen (a pass on a "
                     "function is one)"),
      llvm::cl::value_desc("N"), llvm::cl::init(-1),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<int64_t> rewriteLimit{
      "rewrite-limit",
      llvm::cl::desc("only the first N changes happen; 'utils/bisect' finds "
                     "the one that makes a command fail"),
      llvm::cl::value_desc("N"), llvm::cl::init(-1),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> explain{
      "relax-explain",
      llvm::cl::desc("print whether a fact holds at the end, and why"),
      llvm::cl::value_desc("@f: fact"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> explainRemarks{
      "relax-explain-remarks",
      llvm::cl::desc("say the steps of '--relax-explain' as remarks, too, "
                     "where the facts are stated"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> output{"o", llvm::cl::desc("output file"),
                                    llvm::cl::init("-"),
                                    llvm::cl::value_desc("file"),
                                    llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> input{llvm::cl::Positional,
                                   llvm::cl::desc("<input>"),
                                   llvm::cl::init("-"),
                                   llvm::cl::cat(relaxCategory)};
};
} // namespace

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

namespace {
/// The last pass before the generic form is printed.
class WriteResultNames : public PassWrapper<WriteResultNames, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WriteResultNames)
  StringRef getArgument() const override { return "relax-write-result-names"; }
  void runOnOperation() override { bridgeWriteResultNames(wrap(getOperation())); }
};
} // namespace

/// The pipeline text behind `--relax-pipeline` and `--to`; failure with a message.
static LogicalResult shorthand(const Options &options, std::string &text) {
  if (options.pipeline.empty()) {
    if (options.to.empty() && options.target.empty())
      return success();
    llvm::errs() << "error: '" << (options.to.empty() ? "--target" : "--to")
                 << "' needs '--relax-pipeline='\n";
    return failure();
  }
  text = "relax-" + options.pipeline;
  if (!PassPipelineInfo::lookup(text)) {
    llvm::errs() << "error: unknown pipeline '--relax-pipeline="
                 << options.pipeline << "', expected cpu\n";
    return failure();
  }
  std::string given = options.to.empty() ? "" : "to=" + options.to;
  if (!options.target.empty())
    given += (given.empty() ? "target='" : " target='") + options.target + "'";
  if (!given.empty())
    text += "{" + given + "}";
  return success();
}

static const char bytecodeMagic[] = "ML\xefR";

static bool isBlank(StringRef text) {
  return text.find_first_not_of(" \t\r\n") == StringRef::npos;
}

/// Whole or not at all: a failing run leaves an older file as it was.
static LogicalResult writeFile(const std::string &path, StringRef text) {
  RelaxError error = {};
  StrRef piece = {text.data(), text.size()};
  bool good = relaxFileWrite(path.c_str(), &piece, 1, &error);
  if (!good)
    llvm::errs() << "error: " << relaxErrorText(&error) << '\n';
  relaxErrorFree(&error);
  return success(good);
}

/// One line says what is wrong; what MLIR adds to it repeats the input.
static LogicalResult addPipeline(StringRef text, PassManager &manager) {
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  LogicalResult outcome = parsePassPipeline(text, manager, stream);
  if (failed(outcome))
    llvm::errs() << "error: " << StringRef(problem).split('\n').first << '\n';
  return outcome;
}

/// Whether `--dump-pass-pipeline` was given; from now on it is not: MLIR would
/// dump before the passes of `--relax-pipeline` are there.
static bool takeDumpOption() {
  auto *option = static_cast<llvm::cl::opt<bool, true> *>(
      llvm::cl::getRegisteredOptions().lookup("dump-pass-pipeline"));
  bool given = option && option->getValue();
  if (given)
    option->setValue(false);
  return given;
}

/// The passes that were asked for, with the checks around them.
static void setUpPipeline(MlirOptMainConfig &config, const Options &options,
                          std::string pipeline, bridge::Checks &checks,
                          StrBuf &explanation) {
  MlirOptMainConfig given = config;
  bool dump = !pipeline.empty() && takeDumpOption();
  config.setPassPipelineSetupFn(
      [given, pipeline, dump, &checks, &options,
       &explanation](PassManager &manager) {
        for (const std::string &file : options.link)
          if (failed(addPipeline("relax-link{file='" + file + "'}", manager)))
            return failure();
        if (failed(given.setupPassPipeline(manager)) ||
            (!pipeline.empty() && failed(addPipeline(pipeline, manager))))
          return failure();
        if (dump) {
          manager.dump();
          llvm::errs() << '\n';
        }
        if (options.explain.getNumOccurrences())
          manager.addPass(std::make_unique<ExplainPass>(
              options.explain, options.explainRemarks, explanation));
        if (OpPrintingFlags().shouldPrintGenericOpForm() &&
            !given.shouldEmitBytecode())
          manager.addPass(std::make_unique<WriteResultNames>());
        if (!bridge::hasLimits()) // checks run passes once more
          checks.addTo(manager);
        bridge::keepLimits(manager);
        return success();
      });
}

static LogicalResult run(DialectRegistry &registry, const Options &options) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  std::string pipeline;
  if (failed(shorthand(options, pipeline)))
    return failure();
  bridge::Checks checks;
  checks.rename = options.rename.getNumOccurrences() > 0;
  if (!options.rename.empty() &&
      StringRef(options.rename).getAsInteger(10, checks.seed)) {
    llvm::errs() << "error: '--test-rename-symbols': expected a seed (an "
                    "integer of at least 0), got '"
                 << options.rename << "'\n";
    return failure();
  }
  checks.verifyRename = options.verifyRename;
  checks.verifySignatures = options.verifySignatures;
  StrBuf explanation = {};
  llvm::scope_exit freed([&] { strBufFree(&explanation); });
  setUpPipeline(config, options, pipeline, checks, explanation);
  if (config.shouldShowDialects() || config.shouldListPasses())
    return config.shouldListPasses() ? (printRegisteredPasses(), success())
                                     : MlirOptMain(llvm::outs(), llvm::MemoryBuffer::getMemBuffer(""), registry, config);

  std::string message;
  auto input = openInputFile(options.input, &message);
  if (!input) {
    llvm::errs() << "error: " << message << '\n';
    return failure();
  }
  if (isBlank(input->getBuffer())) {
    llvm::errs() << "error: input is empty (did the command before the pipe "
                    "fail?)\n";
    return failure();
  }
  // Also behind the markers of --split-input-file; no text has these bytes.
  if (!options.allowBytecode && input->getBuffer().contains(bytecodeMagic)) {
    llvm::errs() << "error: input is MLIR bytecode, and MLIR's reader trusts "
                    "what it reads: add '--allow-bytecode' if you trust where "
                    "it comes from, or give the text\n";
    return failure();
  }
  bool explains = options.explain.getNumOccurrences() > 0;
  if (options.explainRemarks && !explains) {
    llvm::errs() << "error: '--relax-explain-remarks': expected a question in "
                    "'--relax-explain='\n";
    return failure();
  }
  if (options.output == "-" && !explains)
    return success(succeeded(MlirOptMain(llvm::outs(), std::move(input),
                                         registry, config)) &&
                   !checks.failed);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (failed(MlirOptMain(stream, std::move(input), registry, config)) ||
      checks.failed)
    return failure();
  if (explains)
    text = strBufText(&explanation);
  if (options.output == "-") {
    llvm::outs() << text;
    return success();
  }
  return writeFile(options.output, text);
}

extern "C" int bridgeOptMain(int argc, char **argv, const BridgeOptTool *tool) {
  llvm::InitLLVM init(argc, argv);
  llvm::setBugReportMsg("this is a defect of relax: please report it with the "
                        "input and the command line above\n");
  Options options;
  DialectRegistry registry;
  for (auto *handle = tool->dialects; *handle; ++handle)
    mlirDialectHandleInsertDialect((*handle)(), wrap(&registry));
  MlirOptMainConfig::registerCLOptions(registry);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
  auto &known = llvm::cl::getRegisteredOptions();
  if (auto *names = known.lookup("mlir-use-nameloc-as-prefix"))
    static_cast<llvm::cl::opt<bool> *>(names)->setInitialValue(true);
  bridge::tidyHelp();
  llvm::cl::ParseCommandLineOptions(argc, argv, tool->overview);
  if (options.timeProver)
    bridge::startProverTimer();
  bridge::setLimits(options.passLimit, options.rewriteLimit, false);
  LogicalResult outcome = run(registry, options);
  bridge::printLimits(llvm::errs(), tool->name);
  if (options.timeProver)
    bridge::noteProverTime();
  if (options.counters.getNumOccurrences())
    bridge::printCounters(llvm::errs(), options.counters == "json");
  return succeeded(outcome) ? 0 : 1;
}
