//===- OptMain.cpp - the main of relax-opt --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/ParseHook.hpp"
#include "lib/Bridge/Core/ResultNames.h"
#include "lib/Bridge/Core/Syntax.h"
#include "lib/Bridge/Core/TextCheck.hpp"
#include "lib/Bridge/Tool/Checks.hpp"
#include "lib/Bridge/Tool/Counters.hpp"
#include "lib/Bridge/Tool/Crash.hpp"
#include "lib/Bridge/Tool/DumpDir.hpp"
#include "lib/Bridge/Tool/DumpOptions.hpp"
#include "lib/Bridge/Tool/ExplainPass.hpp"
#include "lib/Bridge/Tool/GivenPipeline.hpp"
#include "lib/Bridge/Tool/Heap.hpp"
#include "lib/Bridge/Tool/Help.hpp"
#include "lib/Bridge/Tool/Limits.hpp"
#include "lib/Bridge/Tool/Options.hpp"
#include "lib/Bridge/Tool/Plugins.hpp"
#include "lib/Bridge/Tool/PrintVerified.hpp"
#include "lib/Bridge/Tool/ProverTimer.hpp"
#include "lib/Bridge/Tool/Remarks.hpp"
#include "lib/Bridge/Tool/Report.hpp"
#include "lib/Bridge/Tool/Reproducer.hpp"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Bridge/Tool/VerifyRun.hpp"
#include "lib/Runtime/File.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectRegistry.h"
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
/// The last pass before the generic form is printed.
class WriteResultNames : public PassWrapper<WriteResultNames, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WriteResultNames)
  StringRef getArgument() const override { return "relax-write-result-names"; }
  void runOnOperation() override { bridgeWriteResultNames(wrap(getOperation())); }
};
} // namespace

static const char bytecodeMagic[] = "ML\xefR";

static bool isBlank(StringRef text) { return text.find_first_not_of(" \t\r\n") == StringRef::npos; }

/// Whole or not at all: a failing run leaves an older file as it was.
static LogicalResult writeFile(const std::string &path, StringRef text) {
  RelaxError error = {};
  StrRef piece = {text.data(), text.size()};
  bool good = relaxFileWrite(path.c_str(), &piece, 1, &error);
  if (!good)
    bridge::Error() << relaxErrorText(&error);
  relaxErrorFree(&error);
  return success(good);
}

/// Before anything is done that could be in vain.
static LogicalResult checkOutput(const std::string &path, bool binary) {
  RelaxError error = {};
  if (path == "-" && binary && llvm::outs().is_displayed()) {
    bridge::Error() << "bytecode is not written to a terminal: give '-o FILE'";
    return failure();
  }
  bool good = path == "-" || relaxFileCanBeMade(path.c_str(), &error);
  if (!good)
    bridge::Error() << relaxErrorText(&error);
  relaxErrorFree(&error);
  return success(good);
}

/// What the command line says of passes, as text.
struct GivenPipelines {
  std::string stages, file; // `--relax-pipeline`, `--pipeline-file`
  bool dump = false;
};

static LogicalResult readGiven(const bridge::Options &options, GivenPipelines &given) {
  const llvm::cl::opt<std::string> *texts[] = {
      &options.dumpDir, &options.remarks, &options.stopAfter, &options.startAt, &options.expect};
  for (const auto *text : texts)
    if (text->getNumOccurrences() && text->empty()) {
      bridge::Error() << "'--" << text->ArgStr << "': expected a value";
      return failure();
    }
  if (!options.counters.empty() && options.counters != "json" && options.counters != "text") {
    bridge::Error() << "'--counters': expected text or json, got '" << options.counters << "'";
    return failure();
  }
  given.dump = bridge::takeDumpOption();
  return success(succeeded(bridge::shorthand(options, given.stages)) &&
                 succeeded(bridge::readPipelines(options, given.file)));
}

/// `config` adds the flags of passes and `--pass-pipeline`.
static LogicalResult addPasses(const MlirOptMainConfig &config, const GivenPipelines &given,
                               const bridge::Options &options, PassManager &manager) {
  for (const std::string &file : options.link) {
    std::string quote = StringRef(file).contains('\'') ? "\"" : "'";
    if (failed(bridge::addPipeline("relax-link{file=" + quote + file + quote + "}", manager)))
      return failure();
  }
  if (failed(config.setupPassPipeline(manager)) ||
      (!given.stages.empty() && failed(bridge::addPipeline(given.stages, manager))))
    return failure();
  if (!given.file.empty() && !manager.empty()) {
    bridge::Error() << "'--pipeline-file' excludes flags of passes and '--link'";
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
  bridge::Reproducer reproducer;
  bool failed() const { return checks.failed || verifyRun.failed || dumpDir.failed; }
};

/// The passes that were asked for, with the checks around them.
static void setUpPipeline(MlirOptMainConfig &config, const bridge::Options &options,
                          const GivenPipelines &given, Watchers &watchers, StrBuf &explanation) {
  MlirOptMainConfig flags = config;
  config.setPassPipelineSetupFn(
      [flags, given, &watchers, &options, &explanation](PassManager &manager) {
        if (failed(addPasses(flags, given, options, manager)) ||
            failed(watchers.reproducer.write(manager)))
          return failure();
        if (options.explain.getNumOccurrences())
          bridge::addExplainPass(manager, options, explanation);
        if (OpPrintingFlags().shouldPrintGenericOpForm() && !flags.shouldEmitBytecode())
          manager.addPass(std::make_unique<WriteResultNames>());
        if (!given.stages.empty())
          bridge::verifyOnce(manager);
        if (!bridge::hasLimits()) // checks run passes once more
          watchers.checks.addTo(manager);
        watchers.verifyRun.addTo(manager);
        watchers.dumpDir.addTo(manager);
        bridge::watchRemarks(manager);
        bridge::nameCrashingPasses(manager);
        bridge::keepLimits(manager);
        if (flags.shouldVerifyPasses() && flags.shouldVerifyOnParsing())
          bridge::printVerified(manager);
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
    bridge::Error() << "'--verify-by-running': expected a positive "
                       "integer, got '"
                    << options.verifyByRunning << "'";
    return failure();
  }
  verifyRun.weightsDirs.assign(options.weightsDirs.begin(), options.weightsDirs.end());
  return success(verifyRun.setUp(program, options.input));
}

static LogicalResult run(DialectRegistry &registry, const bridge::Options &options,
                         const BridgeOptTool &tool, const char *program) {
  Watchers watchers;
  watchers.reproducer.take();
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  watchers.reproducer.verifies = config.shouldVerifyPasses();
  GivenPipelines given;
  if (failed(readGiven(options, given)))
    return failure();
  bridge::Checks &checks = watchers.checks;
  checks.rename = options.rename.getNumOccurrences() > 0;
  if (!options.rename.empty() && StringRef(options.rename).getAsInteger(10, checks.seed)) {
    bridge::Error() << "'--test-rename-symbols': expected a seed (an "
                       "integer of at least 0), got '"
                    << options.rename << "'";
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
    return config.shouldListPasses()
               ? (printRegisteredPasses(), success())
               : MlirOptMain(llvm::outs(), llvm::MemoryBuffer::getMemBuffer(""), registry, config);

  if (failed(checkOutput(options.output, config.shouldEmitBytecode())))
    return failure();
  std::string message;
  RelaxError unfit = {};
  if (!relaxFileCheckInput(options.input.c_str(), &unfit)) {
    bridge::Error() << relaxErrorText(&unfit);
    relaxErrorFree(&unfit);
    return failure();
  }
  auto input = openInputFile(options.input, &message);
  if (!input) {
    bridge::Error() << message;
    return failure();
  }
  if (isBlank(input->getBuffer())) {
    bridge::Error() << "input is empty (did the command before the pipe "
                       "fail?)";
    return failure();
  }
  // Also behind the markers of --split-input-file; no text has these bytes.
  if (!options.allowBytecode && input->getBuffer().contains(bytecodeMagic)) {
    bridge::Error() << "input is MLIR bytecode, and MLIR's reader trusts "
                       "what it reads: add '--allow-bytecode' if you trust where "
                       "it comes from, or give the text";
    return failure();
  }
  StringRef text = input->getBuffer();
  bridgeCrashText({text.data(), text.size()});
  bridge::growHeapFor(text.size());
  watchers.reproducer.text = text;
  llvm::scope_exit forgotten([] { bridgeCrashText({}); });
  bool explains = options.explain.getNumOccurrences() > 0;
  if (failed(bridge::checkExplain(options)))
    return failure();
  if (options.output == "-" && !explains && !bridge::hasLimits())
    return success(succeeded(MlirOptMain(llvm::outs(), std::move(input), registry, config)) &&
                   !watchers.failed());
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  if (failed(MlirOptMain(stream, std::move(input), registry, config)) || watchers.failed())
    return failure();
  if (explains)
    printed = strBufText(&explanation);
  bridge::printLimits(llvm::errs(), tool.name); // before a reader of a part (grep -q) ends us
  if (options.output == "-")
    llvm::outs() << printed;
  else if (failed(writeFile(options.output, printed)))
    return failure();
  return explains ? bridge::checkAnswer(options, printed) : success();
}

extern "C" int bridgeOptMain(int argc, char **argv, const BridgeOptTool *tool) {
  llvm::InitLLVM init(argc, argv);
  bridgeCatchOutOfMemory();
  bridge::tuneHeap();
  llvm::errs().tie(&llvm::outs()); // no message inside of a line of text
  llvm::setBugReportMsg("this is a defect of relax: please report it with the "
                        "input and the command line above\n");
  bridge::Options options;
  DialectRegistry registry;
  for (auto *handle = tool->dialects; *handle; ++handle)
    mlirDialectHandleInsertDialect((*handle)(), wrap(&registry));
  // Each chunk of --split-input-file has a context of its own.
  registry.addExtension(+[](MLIRContext *, BuiltinDialect *) {
    bridge::forgetContext();
    bridge::forgetVerified();
  });
  std::vector<char *> arguments(argv, argv + argc); // LLVM keeps the others
  arguments.push_back(nullptr);
  int count = argc;
  if (!bridge::loadPlugins(count, arguments.data(), registry))
    return 1;
  options.arguments = {arguments.data(), (size_t)count};
  MlirOptMainConfig::registerCLOptions(registry);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  registerDefaultTimingManagerCLOptions();
  auto &known = llvm::cl::getRegisteredOptions();
  if (auto *names = known.lookup("mlir-use-nameloc-as-prefix"))
    static_cast<llvm::cl::opt<bool> *>(names)->setInitialValue(true);
  bridge::tidyHelp();
  llvm::cl::SetVersionPrinter(
      [tool](llvm::raw_ostream &stream) { stream << tool->name << ' ' << tool->version << '\n'; });
  llvm::cl::ParseCommandLineOptions(count, arguments.data(), tool->overview);
  bridgeCatchCrashes(tool->name, argc, argv, options.input.c_str());
  if (options.timeProver)
    bridge::startProverTimer();
  bool verifies = known.lookup("verify-diagnostics")->getNumOccurrences() > 0;
  if (verifies)
    syntaxShowNotes(false);
  if (verifies && options.diagnostics.getNumOccurrences()) {
    bridge::Error() << "'--diagnostics' and '--verify-diagnostics' exclude each other";
    return 1;
  }
  if (options.diagnostics.getNumOccurrences() &&
      !bridgeSetDiagnostics(options.diagnostics.c_str(), tool->name, tool->version))
    return 1;
  if (options.allowElided)
    bridge::allowElided();
  if (!options.remarks.empty() && failed(bridge::startRemarks(options.remarks)))
    return 1;
  bridge::setLimits(options.passLimit, options.rewriteLimit, false);
  LogicalResult outcome = run(registry, options, *tool, argv[0]);
  if (!options.remarks.empty() && failed(bridge::writeRemarks(options.remarks)))
    outcome = failure();
  if (!bridgeFinishDiagnostics())
    outcome = failure();
  bridge::printLimits(llvm::errs(), tool->name);
  if (options.timeProver)
    bridge::noteProverTime();
  if (options.counters.getNumOccurrences())
    bridge::printCounters(llvm::errs(), options.counters == "json");
  return bridge::flushOutput() && succeeded(outcome) ? 0 : 1;
}
