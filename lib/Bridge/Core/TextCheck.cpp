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
  if (!problem)
    return success();
  auto [line, column] =
      sources.getLineAndColumn(llvm::SMLoc::getFromPointer(begin + offset));
  return emitError(FileLineColLoc::get(context, name, line, column)) << problem;
}
