//===- BatchSyntax.cpp - the text of relax.batch_policy -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Hooks.hpp"

using namespace mlir;

ParseResult relax::parseLines(OpAsmParser &parser, ArrayAttr &lines) {
  SmallVector<Attribute> parts;
  auto parseLine = [&]() -> ParseResult {
    StringAttr line;
    if (parser.parseAttribute(line))
      return failure();
    parts.push_back(line);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseLine))
    return failure();
  lines = parser.getBuilder().getArrayAttr(parts);
  return success();
}

void relax::printLines(OpAsmPrinter &printer, Operation *, ArrayAttr lines) {
  printer << '[';
  printer.increaseIndent();
  for (auto [index, line] : llvm::enumerate(lines)) {
    printer.printNewline();
    printer << line << (index + 1 < lines.size() ? "," : "");
  }
  printer.decreaseIndent();
  printer.printNewline();
  printer << ']';
}
