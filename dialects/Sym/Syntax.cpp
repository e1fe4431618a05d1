//===- Syntax.cpp - assembly shared by the dialects -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Syntax.hpp"
#include "dialects/Sym/SymAttributes.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

/// `(a, b)` as an array of strings; names are checked against reserved words.
ParseResult sym::parseNames(OpAsmParser &parser, ArrayAttr &names) {
  SmallVector<Attribute> found;
  auto parseName = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    if (symIsReserved({name.data(), name.size()}))
      return parser.emitError(loc)
             << "'" << name << "' is reserved and cannot name a symbol";
    found.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseName))
    return failure();
  names = parser.getBuilder().getArrayAttr(found);
  return success();
}

void sym::printNames(OpAsmPrinter &printer, const char *word, ArrayAttr names) {
  if (!names)
    return;
  printer << ' ' << word << " (";
  llvm::interleaveComma(names.getAsRange<StringAttr>(), printer,
                        [&](StringAttr name) { printer << name.getValue(); });
  printer << ')';
}

ParseResult sym::parseFacts(OpAsmParser &parser, ArrayAttr &facts) {
  MlirAttribute list = symParseFacts(BridgeParser{&parser});
  facts = llvm::cast_or_null<ArrayAttr>(unwrap(list));
  return success(facts != nullptr);
}

void sym::printFacts(OpAsmPrinter &printer, Operation *, ArrayAttr facts) {
  StrBuf text = {};
  symPrintFacts(wrap(Attribute(facts)), &text);
  printer << strBufText(&text) << ')';
  strBufFree(&text);
}

static ParseResult parseWhere(OpAsmParser &parser, ArrayAttr &facts) {
  if (failed(parser.parseOptionalKeyword("where")))
    return success();
  if (parser.parseLParen())
    return failure();
  return sym::parseFacts(parser, facts);
}

static void printWhere(OpAsmPrinter &printer, ArrayAttr facts) {
  if (!facts)
    return;
  printer << " where (";
  sym::printFacts(printer, nullptr, facts);
}

ParseResult sym::parseBinds(OpAsmParser &parser, ArrayAttr &binds,
                            ArrayAttr &facts) {
  if (succeeded(parser.parseOptionalKeyword("binds")))
    if (parseNames(parser, binds))
      return failure();
  return parseWhere(parser, facts);
}

void sym::printBinds(OpAsmPrinter &printer, Operation *, ArrayAttr binds,
                     ArrayAttr facts) {
  printNames(printer, "binds", binds);
  printWhere(printer, facts);
}

ParseResult sym::parseExpr(OpAsmParser &parser, Attribute &expr) {
  Arena *arena = arenaCreate();
  SymTokens tokens = bridgeTokens(BridgeParser{&parser});
  SymExpr parsed;
  bool good = symExprParse(&tokens, arena, &parsed);
  if (good)
    expr = unwrap(symExprToAttribute(wrap(parser.getContext()), parsed));
  arenaDestroy(arena);
  return success(good);
}

void sym::printExpr(OpAsmPrinter &printer, Operation *, Attribute expr) {
  StrBuf text = {};
  symPrintAttribute(wrap(expr), &text);
  printer << strBufText(&text);
  strBufFree(&text);
}

ParseResult sym::parseDims(OpAsmParser &parser, ArrayAttr &dims) {
  SmallVector<Attribute> list;
  auto parseOne = [&]() { return parseExpr(parser, list.emplace_back()); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  dims = parser.getBuilder().getArrayAttr(list);
  return success();
}

void sym::printDims(OpAsmPrinter &printer, Operation *op, ArrayAttr dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer,
                        [&](Attribute dim) { printExpr(printer, op, dim); });
  printer << ']';
}

ParseResult sym::parseSymbolArgs(OpAsmParser &parser, DictionaryAttr &symbols) {
  if (failed(parser.parseOptionalKeyword("symbols")))
    return success();
  NamedAttrList list;
  auto parseOne = [&]() -> ParseResult {
    StringRef name;
    Attribute expr;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parser.parseEqual() ||
        parseExpr(parser, expr))
      return failure();
    if (list.set(name, expr))
      return parser.emitError(loc) << "symbol '" << name << "' is given twice";
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  symbols = list.getDictionary(parser.getContext());
  return success();
}

void sym::printSymbolArgs(OpAsmPrinter &printer, Operation *op,
                          DictionaryAttr symbols) {
  if (!symbols)
    return;
  printer << " symbols (";
  llvm::interleaveComma(symbols, printer, [&](NamedAttribute entry) {
    printer << entry.getName().getValue() << " = ";
    printExpr(printer, op, entry.getValue());
  });
  printer << ')';
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Reads one type for all, or `(operand types) -> result type`.
static ParseResult parseTypes(OpAsmParser &parser, ArrayRef<Type *> operands,
                              Type &result) {
  if (failed(parser.parseOptionalLParen())) {
    if (parser.parseType(result))
      return failure();
    for (Type *type : operands)
      *type = result;
    return success();
  }
  for (auto [index, type] : llvm::enumerate(operands))
    if ((index && parser.parseComma()) || parser.parseType(*type))
      return failure();
  return failure(parser.parseRParen() || parser.parseArrow() ||
                 parser.parseType(result));
}

static void printTypes(OpAsmPrinter &printer, ArrayRef<Type> operands,
                       Type result) {
  if (llvm::all_equal(operands) && operands.front() == result)
    printer << result;
  else
    printer << '(' << operands << ") -> " << result;
}

ParseResult sym::parseSameTypes(OpAsmParser &parser, Type &a, Type &result) {
  return parseTypes(parser, {&a}, result);
}
void sym::printSameTypes(OpAsmPrinter &printer, Operation *, Type a,
                         Type result) {
  printTypes(printer, {a}, result);
}
ParseResult sym::parseSameTypes(OpAsmParser &parser, Type &a, Type &b,
                                Type &result) {
  return parseTypes(parser, {&a, &b}, result);
}
void sym::printSameTypes(OpAsmPrinter &printer, Operation *, Type a, Type b,
                         Type result) {
  printTypes(printer, {a, b}, result);
}
ParseResult sym::parseSameTypes(OpAsmParser &parser, Type &a, Type &b, Type &c,
                                Type &result) {
  return parseTypes(parser, {&a, &b, &c}, result);
}
void sym::printSameTypes(OpAsmPrinter &printer, Operation *, Type a, Type b,
                         Type c, Type result) {
  printTypes(printer, {a, b, c}, result);
}
