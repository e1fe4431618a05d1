//===- OptMain.cpp - the main of relax-opt --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Explanation.h"
#include "lib/Bridge/Core/ResultNames.h"
#include "lib/Bridge/Core/Syntax.h"
#include "lib/Bridge/Tool/Checks.hpp"
#include "lib/Bridge/Tool/Counters.hpp"
#include "lib/Bridge/Tool/DumpDir.hpp"
#include "lib/Bridge/Tool/DumpOptions.hpp"
#include "lib/Bridge/Tool/GivenPipeline.hpp"
#include "lib/Bridge/Tool/Help.hpp"
#include "lib/Bridge/Tool/Limits.hpp"
#include "lib/Bridge/Tool/Options.hpp"
#include "lib/Bridge/Tool/Plugins.hpp"
#include "lib/Bridge/Tool/ProverTimer.hpp"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Bridge/Tool/VerifyRun.hpp"
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

/// What the command line says of passes, as text.
struct GivenPipelines {
  std::string stages, file; // `--relax-pipeline`, `--pipeline-file`
  bool dump = false;
};

static LogicalResult readGiven(const bridge::Options &options, GivenPipelines &given) {
  given.dump = bridge::takeDumpOption();
  return success(succeeded(bridge::shorthand(options, given.stages)) &&
                 succeeded(bridge::readPipelines(options, given.file)));
}

/// `config` adds the flags of passes and `--pass-pipeline`.
static LogicalResult addPasses(const MlirOptMainConfig &config, const GivenPipelines &given,
                               const bridge::Options &options, PassManager &manager) {
  for (const std::string &file : options.link)
    if (failed(bridge::addPipeline("relax-link{file='" + file + "'}", manager)))
      return failure();
  if (failed(config.setupPassPipeline(manager)) ||
      (!given.stages.empty() && failed(bridge::addPipeline(given.stages, manager))))
    return failure();
  if (!given.file.empty() && !manager.empty()) {
    llvm::errs() << "error: '--pipeline-file' excludes flags of passes and '--link'\n";
    return failure();
  }
  if (!given.file.empty() && failed(bridge::setPipeline(given.file, manager)))
    return failure();
  if (failed(bridge::cutPipeline(options, manager)) ||
      failed(bridge::checkDumpOptions(manager, options.arguments)))
    return failure();
  if (given.dump) {
    manager.printAsTextualPipeline(llvm::errs(), /*pretty=*/true);
    llvm::errs() << '\n';
  }
  return success();
}

/// Who looks on at passes.
struct Watchers {
  bridge::Checks checks;
  bridge::VerifyRun verifyRun;
  bridge::DumpDir dumpDir;
  bool failed() const { return checks.failed || verifyRun.failed || dumpDir.failed; }
};

/// The passes that were asked for, with the checks around them.
static void setUpPipeline(MlirOptMainConfig &config, const bridge::Options &options,
                          const GivenPipelines &given, Watchers &watchers,
                          StrBuf &explanation) {
  MlirOptMainConfig flags = config;
  config.setPassPipelineSetupFn(
      [flags, given, &watchers, &options, &explanation](PassManager &manager) {
        if (failed(addPasses(flags, given, options, manager)))
          return failure();
        if (options.explain.getNumOccurrences())
          manager.addPass(std::make_unique<ExplainPass>(
              options.explain, options.explainRemarks, explanation));
        if (OpPrintingFlags().shouldPrintGenericOpForm() &&
            !flags.shouldEmitBytecode())
          manager.addPass(std::make_unique<WriteResultNames>());
        if (!bridge::hasLimits()) // checks run passes once more
          watchers.checks.addTo(manager);
        watchers.verifyRun.addTo(manager);
        watchers.dumpDir.addTo(manager);
        bridge::keepLimits(manager);
        return success();
      });
}

static LogicalResult setUpVerifyRun(const bridge::Options &options, const char *program,
                                    bridge::VerifyRun &verifyRun) {
  if (!options.verifyByRunning.getNumOccurrences())
    return success();
  verifyRun.cases = 6;
  if (!options.verifyByRunning.empty() &&
      (StringRef(options.verifyByRunning).getAsInteger(10, verifyRun.cases) ||
       verifyRun.cases <= 0)) {
    llvm::errs() << "error: '--verify-by-running': expected a positive "
                    "integer, got '"
                 << options.verifyByRunning << "'\n";
    return failure();
  }
  verifyRun.weightsDirs.assign(options.weightsDirs.begin(),
                               options.weightsDirs.end());
  return success(verifyRun.setUp(program, options.input));
}

static LogicalResult checkExplain(const bridge::Options &options, bool explains) {
  for (StringRef option : {options.explainRemarks ? "-remarks" : "",
                           options.expect.empty() ? "" : "-expect"})
    if (!option.empty() && !explains) {
      llvm::errs() << "error: '--relax" << (option == "-expect" ? "" : "-explain")
                   << option << "': expected a question in '--relax-explain='\n";
      return failure();
    }
  if (options.expect.empty() ||
      llvm::is_contained({"yes", "no", "unknown"}, options.expect.getValue()))
    return success();
  llvm::errs() << "error: '--relax-expect': expected yes, no or unknown, got '"
               << options.expect << "'\n";
  return failure();
}

/// The answer is the first line of its explanation.
static LogicalResult checkAnswer(const bridge::Options &options, StringRef text) {
  StringRef answer = text.split('\n').first;
  if (options.expect.empty() || options.expect == answer)
    return success();
  llvm::errs() << "error: '--relax-explain': expected " << options.expect
               << ", got " << answer << '\n';
  return failure();
}

static LogicalResult run(DialectRegistry &registry, const bridge::Options &options,
                         const BridgeOptTool &tool, const char *program) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  GivenPipelines given;
  if (failed(readGiven(options, given)))
    return failure();
  Watchers watchers;
  bridge::Checks &checks = watchers.checks;
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
  if (failed(setUpVerifyRun(options, program, watchers.verifyRun)))
    return failure();
  watchers.dumpDir.folder = options.dumpDir;
  watchers.dumpDir.tool = tool.name + std::string(" ") + tool.version;
  StrBuf explanation = {};
  llvm::scope_exit freed([&] { strBufFree(&explanation); });
  setUpPipeline(config, options, given, watchers, explanation);
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
  if (failed(checkExplain(options, explains)))
    return failure();
  if (options.output == "-" && !explains)
    return success(succeeded(MlirOptMain(llvm::outs(), std::move(input),
                                         registry, config)) &&
                   !watchers.failed());
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (failed(MlirOptMain(stream, std::move(input), registry, config)) ||
      watchers.failed())
    return failure();
  if (explains)
    text = strBufText(&explanation);
  if (options.output == "-")
    llvm::outs() << text;
  else if (failed(writeFile(options.output, text)))
    return failure();
  return explains ? checkAnswer(options, text) : success();
}

extern "C" int bridgeOptMain(int argc, char **argv, const BridgeOptTool *tool) {
  llvm::InitLLVM init(argc, argv);
  llvm::errs().tie(&llvm::outs()); // no message inside of a line of text
  llvm::setBugReportMsg("this is a defect of relax: please report it with the "
                        "input and the command line above\n");
  bridge::Options options;
  DialectRegistry registry;
  for (auto *handle = tool->dialects; *handle; ++handle)
    mlirDialectHandleInsertDialect((*handle)(), wrap(&registry));
  if (!bridge::loadPlugins(argc, argv, registry))
    return 1;
  options.arguments = {argv, (size_t)argc};
  MlirOptMainConfig::registerCLOptions(registry);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
  auto &known = llvm::cl::getRegisteredOptions();
  if (auto *names = known.lookup("mlir-use-nameloc-as-prefix"))
    static_cast<llvm::cl::opt<bool> *>(names)->setInitialValue(true);
  bridge::tidyHelp();
  llvm::cl::SetVersionPrinter([tool](llvm::raw_ostream &stream) {
    stream << tool->name << ' ' << tool->version << '\n';
  });
  llvm::cl::ParseCommandLineOptions(argc, argv, tool->overview);
  if (options.timeProver)
    bridge::startProverTimer();
  if (known.lookup("verify-diagnostics")->getNumOccurrences())
    syntaxShowNotes(false);
  bridge::setLimits(options.passLimit, options.rewriteLimit, false);
  LogicalResult outcome = run(registry, options, *tool, argv[0]);
  bridge::printLimits(llvm::errs(), tool->name);
  if (options.timeProver)
    bridge::noteProverTime();
  if (options.counters.getNumOccurrences())
    bridge::printCounters(llvm::errs(), options.counters == "json");
  return succeeded(outcome) ? 0 : 1;
}
