//===- TextCheck.cpp - what MLIR's parser must not see --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/TextCheck.hpp"
#include "lib/Support/Nesting.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static bool &elidedIsAllowed() {
  static bool allowed = false;
  return allowed;
}

void bridge::allowElided() { elidedIsAllowed() = true; }

/// MLIR reads what its printer left out as a constant without elements, and
/// says nothing.
static const char *elidedProblem(StringRef text, size_t &offset) {
  StringRef elided = "dense_resource<__elided__>";
  for (offset = text.find(elided); offset != StringRef::npos;
       offset = text.find(elided, offset + 1)) {
    StringRef line = text.take_front(offset);
    line = line.substr(line.rfind('\n') + 1);
    if (!line.contains("//"))
      return "the elements of this constant were left out when the text was "
             "printed: print it without '--mlir-elide-elementsattrs-if-larger'";
  }
  return nullptr;
}

LogicalResult bridge::checkText(const llvm::SourceMgr &sources,
                                MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  const char *begin = buffer->getBufferStart();
  StringRef name = buffer->getBufferIdentifier();
  StrRef text = {begin, buffer->getBufferSize()};
  if (size_t binary = textFindBinary(text); binary < text.length)
    // Without a line, which would be printed.
    return emitError(FileLineColLoc::get(context, name, 0, 0))
           << "byte " << binary << " is no text (models are read by "
           << "'relax-translate --import-onnx')";
  size_t offset = 0;
  const char *problem = textNestingProblem(text, &offset);
  if (!problem && !elidedIsAllowed())
    problem = elidedProblem(StringRef(text.data, text.length), offset);
  if (!problem)
    return success();
  auto [line, column] =
      sources.getLineAndColumn(llvm::SMLoc::getFromPointer(begin + offset));
  return emitError(FileLineColLoc::get(context, name, line, column)) << problem;
}
