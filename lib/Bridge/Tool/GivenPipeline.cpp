//===- GivenPipeline.cpp - the passes that the command line asks for ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/GivenPipeline.hpp"
#include "lib/Bridge/Tool/PipelineText.h"
#include "lib/Bridge/Tool/Report.hpp"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

/// The pipeline text behind `--relax-pipeline` and `--to`; failure with a
/// message.
LogicalResult bridge::shorthand(const Options &options, std::string &text) {
  if (options.pipeline.empty()) {
    if (options.to.empty() && options.target.empty() && options.bounds.empty())
      return success();
    bridge::Error() << "'"
                    << (!options.to.empty()       ? "--to"
                        : !options.target.empty() ? "--target"
                                                  : "--tir-bounds")
                    << "' needs '--relax-pipeline='";
    return failure();
  }
  text = "relax-" + options.pipeline;
  if (!PassPipelineInfo::lookup(text)) {
    bridge::Error() << "unknown pipeline '--relax-pipeline=" << options.pipeline
                    << "', expected cpu";
    return failure();
  }
  std::string given = options.to.empty() ? "" : "to=" + options.to;
  if (!options.target.empty())
    given += (given.empty() ? "target='" : " target='") + options.target + "'";
  if (!options.bounds.empty())
    given += (given.empty() ? "bounds=" : " bounds=") + options.bounds;
  if (!given.empty())
    text += "{" + given + "}";
  return success();
}

static StrRef refOf(StringRef text) { return {text.data(), text.size()}; }

/// The text as MLIR reads it; failure with a complaint.
static LogicalResult normalise(StringRef from, StringRef given,
                               std::string &out) {
  Arena *arena = arenaCreate();
  std::string name = from.str();
  PipelineText text = {};
  text.from = name.c_str();
  text.text = refOf(given);
  text.arena = arena;
  StrBuf printed = {};
  PipelineStep *steps = pipelineParse(&text);
  bool good = steps && pipelineCheck(&text, steps);
  if (good)
    pipelinePrint(steps, &printed);
  else
    bridge::reportComplaint(strBufText(&text.complaint));
  out.assign(strBufText(&printed));
  strBufFree(&printed);
  strBufFree(&text.complaint);
  arenaDestroy(arena);
  return success(good);
}

LogicalResult bridge::readPipelines(const Options &options, std::string &text) {
  auto *given = static_cast<llvm::cl::opt<std::string> *>(
      llvm::cl::getRegisteredOptions().lookup("pass-pipeline"));
  if (given && given->getNumOccurrences()) {
    // MLIR reads the option itself, and knows neither comments nor parts.
    std::string plain;
    if (failed(normalise("--pass-pipeline", given->getValue(), plain)))
      return failure();
    given->setValue(plain);
  }
  if (!options.pipelineFile.getNumOccurrences())
    return success();
  if ((given && given->getNumOccurrences()) || !options.pipeline.empty()) {
    bridge::Error() << "'--pipeline-file' excludes '--pass-pipeline' and "
                       "'--relax-pipeline'";
    return failure();
  }
  std::string message;
  auto file = openInputFile(options.pipelineFile, &message);
  if (!file) {
    bridge::Error() << "'--pipeline-file': " << message;
    return failure();
  }
  return normalise(options.pipelineFile, file->getBuffer(), text);
}

/// One line says what is wrong; what MLIR adds to it repeats the input.
LogicalResult bridge::addPipeline(StringRef text, PassManager &manager) {
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  LogicalResult outcome = parsePassPipeline(text, manager, stream);
  if (failed(outcome))
    bridge::Error() << StringRef(problem).split('\n').first;
  return outcome;
}

bool bridge::takeDumpOption() {
  auto *option = static_cast<llvm::cl::opt<bool, true> *>(
      llvm::cl::getRegisteredOptions().lookup("dump-pass-pipeline"));
  bool given = option && option->getValue();
  if (given)
    option->setValue(false);
  return given;
}

LogicalResult bridge::setPipeline(StringRef text, PassManager &manager) {
  FailureOr<OpPassManager> parsed = parsePassPipeline(text);
  if (failed(parsed))
    return failure();
  static_cast<OpPassManager &>(manager) = std::move(*parsed);
  return success();
}

LogicalResult bridge::cutPipeline(const Options &options,
                                  PassManager &manager) {
  if (options.startAt.empty() && options.stopAfter.empty())
    return success();
  std::string whole;
  llvm::raw_string_ostream stream(whole);
  manager.printAsTextualPipeline(stream);
  PipelineText text = {};
  text.from = "pipeline";
  text.text = refOf(whole);
  text.arena = arenaCreate();
  StrBuf message = {}, cut = {};
  llvm::scope_exit freed([&] {
    strBufFree(&message);
    strBufFree(&cut);
    strBufFree(&text.complaint);
    arenaDestroy(text.arena);
  });
  PipelineStep *steps = pipelineParse(&text);
  if (!steps) {
    bridge::reportComplaint(strBufText(&text.complaint));
    return failure();
  }
  // The end first: numbers count from the begin of the whole.
  const char *option = "--stop-after";
  bool good = options.stopAfter.empty() ||
              pipelineStopAfter(&steps, refOf(options.stopAfter), &message);
  if (good && !options.startAt.empty()) {
    option = "--start-at";
    good = pipelineStartAt(&steps, refOf(options.startAt), &message);
  }
  if (!good) {
    bridge::Error() << "'" << option << "': " << strBufText(&message);
    return failure();
  }
  pipelinePrint(steps, &cut);
  return setPipeline(strBufText(&cut), manager);
}
