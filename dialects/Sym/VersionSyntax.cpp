//===- VersionSyntax.cpp - the clause of versions -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Syntax.hpp"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

ParseResult sym::parseVersions(OpAsmParser &parser, OperationState &result) {
  SmallVector<Attribute> versions, guards;
  auto parseOne = [&]() -> ParseResult {
    StringAttr name;
    ArrayAttr guard;
    if (parser.parseSymbolName(name) || parser.parseKeyword("when") ||
        parser.parseLParen() || sym::parseFacts(parser, guard))
      return failure();
    versions.push_back(FlatSymbolRefAttr::get(name));
    guards.push_back(guard);
    return success();
  };
  if (!llvm::is_contained(result.name.getAttributeNames(), sym::kVersions) ||
      failed(parser.parseOptionalKeyword(sym::kVersions)))
    return success();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  result.addAttribute(sym::kVersions,
                      parser.getBuilder().getArrayAttr(versions));
  result.addAttribute(sym::kGuards, parser.getBuilder().getArrayAttr(guards));
  return success();
}

void sym::printVersions(OpAsmPrinter &printer, Operation *op) {
  auto versions = op->getAttrOfType<ArrayAttr>(sym::kVersions),
       guards = op->getAttrOfType<ArrayAttr>(sym::kGuards);
  if (!versions || !guards)
    return;
  printer << ' ' << sym::kVersions << " (";
  llvm::interleaveComma(
      llvm::zip(versions, guards), printer, [&](auto version) {
        printer << std::get<0>(version) << " when (";
        sym::printFacts(printer, op,
                        llvm::cast<ArrayAttr>(std::get<1>(version)));
      });
  printer << ')';
}
