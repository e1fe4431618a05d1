//===- Reproducer.cpp - the input and its pipeline in one file ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Reproducer.hpp"
#include "lib/Bridge/Tool/Report.hpp"
#include "lib/Runtime/File.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

void bridge::Reproducer::take() {
  auto *option = static_cast<llvm::cl::opt<std::string, true> *>(
      llvm::cl::getRegisteredOptions().lookup("mlir-generate-reproducer"));
  if (!option || !option->getNumOccurrences())
    return;
  file = option->getValue();
  option->setValue("");
}

LogicalResult bridge::Reproducer::write(const OpPassManager &manager) {
  if (file.empty())
    return success();
  auto *split =
      llvm::cl::getRegisteredOptions().lookup("split-input-file");
  if (split && split->getNumOccurrences()) {
    Error() << "'--mlir-generate-reproducer' and '--split-input-file' exclude "
               "each other: give one chunk as a file";
    return failure();
  }
  if (text.contains("{-#")) {
    Error() << "'--mlir-generate-reproducer': the text has resources already";
    return failure();
  }
  std::string pipeline, whole = text.rtrim().str();
  llvm::raw_string_ostream passes(pipeline), out(whole);
  manager.printAsTextualPipeline(passes);
  out << "\n\n{-#\n  external_resources: {\n    mlir_reproducer: {\n"
      << "      pipeline: \"";
  llvm::printEscapedString(pipeline, out);
  out << "\",\n      disable_threading: false,\n      verify_each: "
      << (verifies ? "true" : "false") << "\n    }\n  }\n#-}\n";
  RelaxError error = {};
  StrRef piece = {whole.data(), whole.size()};
  bool good = relaxFileWrite(file.c_str(), &piece, 1, &error);
  if (!good)
    Error() << "'--mlir-generate-reproducer': " << relaxErrorText(&error);
  relaxErrorFree(&error);
  file.clear();
  return success(good);
}
