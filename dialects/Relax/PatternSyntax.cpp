//===- PatternSyntax.cpp - the text of relax.rewrite ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Hooks.hpp"

using namespace mlir;

static constexpr const char *kPattern = "pattern";

ParseResult relax::parseRewrite(OpAsmParser &parser, OperationState &result) {
  StringAttr name, pattern;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                             result.attributes) ||
      parser.parseColon() || parser.parseSymbolName(pattern) ||
      parser.parseEqual() || parser.parseGreater())
    return failure();
  result.addAttribute(kPattern, FlatSymbolRefAttr::get(pattern));
  return sym::parseFunctionBehindName(parser, result);
}

void relax::printRewrite(OpAsmPrinter &printer, Operation *op) {
  printer << ' ';
  printer.printSymbolName(SymbolTable::getSymbolName(op));
  printer << " : " << op->getAttrOfType<FlatSymbolRefAttr>(kPattern) << " => ";
  sym::printFunctionBehindName(printer, op, {kPattern});
}
