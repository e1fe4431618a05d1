//===- DumpOptions.cpp - options of MLIR that print between passes --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/DumpOptions.hpp"
#include "lib/Bridge/Tool/Report.hpp"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static bool isGiven(StringRef name) {
  llvm::cl::Option *option = llvm::cl::getRegisteredOptions().lookup(name);
  return option && option->getNumOccurrences() > 0;
}

static bool isAnyGiven(ArrayRef<StringRef> names) {
  return llvm::any_of(names, isGiven);
}

/// Those that say when to print.
static const StringRef after[] = {"mlir-print-ir-after",
                                  "mlir-print-ir-after-all",
                                  "mlir-print-ir-after-failure"};
static const StringRef before[] = {"mlir-print-ir-before",
                                   "mlir-print-ir-before-all"};

/// Those that say how.
static const struct {
  StringRef name;
  bool needsAfter;
} manners[] = {{"mlir-print-ir-tree-dir", false},
               {"mlir-print-ir-module-scope", false},
               {"mlir-print-ir-after-change", true}};

/// Whether the text of the pipeline has the pass, anywhere.
static bool hasPass(StringRef pipeline, StringRef name) {
  SmallVector<StringRef> words;
  llvm::SplitString(pipeline, words, "(),{} \n");
  return llvm::is_contained(words, name);
}

/// `--mlir-print-ir-after=cse,canonicalize`, for which there is no accessor.
static LogicalResult checkNames(StringRef pipeline, StringRef argument) {
  StringRef option, names;
  std::tie(option, names) = argument.split('=');
  StringRef name = option.ltrim('-');
  if (!argument.starts_with("-") || (name != after[0] && name != before[0]))
    return success();
  SmallVector<StringRef> passes;
  names.split(passes, ',', -1, /*KeepEmpty=*/false);
  for (StringRef pass : passes)
    if (!hasPass(pipeline, pass)) {
      bridge::Error() << "'" << option << '=' << pass
                      << "' has no effect: the pipeline does not have the pass";
      return failure();
    }
  return success();
}

LogicalResult bridge::checkDumpOptions(const OpPassManager &manager,
                                       ArrayRef<char *> arguments) {
  bool any = isAnyGiven(after) || isAnyGiven(before);
  for (auto &manner : manners)
    if (isGiven(manner.name) &&
        !(manner.needsAfter ? isAnyGiven(after) : any)) {
      bridge::Error() << "'--" << manner.name
                      << "' has no effect without '--mlir-print-ir-after-all' "
                         "or another option that says when to print";
      return failure();
    }
  if ((any || isGiven("dump-ir-dir")) && manager.empty()) {
    bridge::Error() << "nothing is printed between passes: there are none";
    return failure();
  }
  std::string pipeline;
  llvm::raw_string_ostream stream(pipeline);
  manager.printAsTextualPipeline(stream);
  for (const char *argument : arguments)
    if (failed(checkNames(pipeline, argument)))
      return failure();
  return success();
}
