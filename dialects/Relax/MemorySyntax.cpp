//===- MemorySyntax.cpp - text of relax.restore ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Hooks.hpp"

using namespace mlir;

ParseResult relax::parseRestore(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  auto parseOne = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand input;
    OpAsmParser::Argument &argument = arguments.emplace_back();
    return failure(
        parser.parseArgument(argument, /*allowType=*/true) ||
        parser.parseEqual() || parser.parseOperand(input) ||
        parser.resolveOperand(input, argument.type, result.operands));
  };
  return failure(
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne) ||
      parser.parseArrowTypeList(result.types) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion(), arguments,
                         /*enableNameShadowing=*/true));
}

void relax::printRestore(OpAsmPrinter &printer, Operation *op) {
  Region &body = op->getRegion(0);
  printer << " (";
  llvm::interleaveComma(body.getArguments(), printer,
                        [&](BlockArgument argument) {
                          printer.printRegionArgument(argument);
                          printer << " = "
                                  << op->getOperand(argument.getArgNumber());
                        });
  printer << ')';
  printer.printArrowTypeList(op->getResultTypes());
  printer.printOptionalAttrDictWithKeyword(op->getAttrs());
  printer << ' ';
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}
