//===- DataSyntax.cpp - grammars of relax.adt and relax.match -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Hooks.hpp"

using namespace mlir;

static void add(OperationState &result, StringRef key, Attribute value) {
  if (value)
    result.addAttribute(key, value);
}

//===----------------------------------------------------------------------===//
// relax.adt @Tree<a> { @Leaf(T), @Node(T, U) where (facts) }
//===----------------------------------------------------------------------===//

static ParseResult parseConstructor(OpAsmParser &parser,
                                    SmallVectorImpl<Attribute> &names,
                                    SmallVectorImpl<Attribute> &fields,
                                    SmallVectorImpl<Attribute> &facts) {
  StringAttr name;
  ArrayAttr holds = parser.getBuilder().getArrayAttr({});
  SmallVector<Attribute> types;
  auto parseOne = [&]() -> ParseResult {
    Type type;
    if (parser.parseType(type))
      return failure();
    types.push_back(TypeAttr::get(type));
    return success();
  };
  if (parser.parseSymbolName(name) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalParen,
                                     parseOne) ||
      (succeeded(parser.parseOptionalKeyword("where")) &&
       (parser.parseLParen() || sym::parseFacts(parser, holds))))
    return failure();
  facts.push_back(holds);
  names.push_back(name);
  fields.push_back(parser.getBuilder().getArrayAttr(types));
  return success();
}

ParseResult relax::parseAdt(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringAttr symbol;
  SmallVector<Attribute> params, names, fields, facts;
  auto parseParam = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    params.push_back(builder.getStringAttr(name));
    return success();
  };
  if (parser.parseSymbolName(symbol, "sym_name", result.attributes) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalLessGreater,
                                     parseParam) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
        return parseConstructor(parser, names, fields, facts);
      }))
    return failure();
  add(result, "params", builder.getArrayAttr(params));
  add(result, "constructors", builder.getArrayAttr(names));
  add(result, "fields", builder.getArrayAttr(fields));
  if (llvm::any_of(
          facts, [](Attribute list) { return !cast<ArrayAttr>(list).empty(); }))
    add(result, "where", builder.getArrayAttr(facts));
  return parser.parseOptionalAttrDictWithKeyword(result.attributes);
}

void relax::printAdt(OpAsmPrinter &printer, Operation *op) {
  auto text = [](Attribute name) { return cast<StringAttr>(name).getValue(); };
  printer << ' ';
  printer.printSymbolName(op->getAttrOfType<StringAttr>("sym_name").getValue());
  auto params = op->getAttrOfType<ArrayAttr>("params");
  if (!params.empty()) {
    printer << '<';
    llvm::interleaveComma(params, printer,
                          [&](Attribute name) { printer << text(name); });
    printer << '>';
  }
  printer << " { ";
  auto fields = op->getAttrOfType<ArrayAttr>("fields");
  auto where = op->getAttrOfType<ArrayAttr>("where");
  llvm::interleaveComma(
      llvm::enumerate(op->getAttrOfType<ArrayAttr>("constructors")), printer,
      [&](auto constructor) {
        printer.printSymbolName(text(constructor.value()));
        auto types = cast<ArrayAttr>(fields[constructor.index()]);
        if (types.empty())
          return;
        printer << '(';
        llvm::interleaveComma(types, printer, [&](Attribute type) {
          printer.printType(cast<TypeAttr>(type).getValue());
        });
        printer << ')';
        if (!where || cast<ArrayAttr>(where[constructor.index()]).empty())
          return;
        printer << " where (";
        sym::printFacts(printer, op,
                        cast<ArrayAttr>(where[constructor.index()]));
      });
  printer << " }";
  printer.printOptionalAttrDictWithKeyword(
      op->getAttrs(),
      {"sym_name", "params", "constructors", "fields", "where"});
}

//===----------------------------------------------------------------------===//
// relax.match
//===----------------------------------------------------------------------===//

/// `_`, `%x: T`, `@Node(pattern, ...)` or `(pattern, ...)`.
static ParseResult parsePattern(OpAsmParser &parser,
                                SmallVectorImpl<OpAsmParser::Argument> &names,
                                Attribute &pattern) {
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> parts;
  auto parsePart = [&]() -> ParseResult {
    Attribute part;
    if (parsePattern(parser, names, part))
      return failure();
    parts.push_back(part);
    return success();
  };
  OpAsmParser::Argument name;
  OptionalParseResult named =
      parser.parseOptionalArgument(name, /*allowType=*/true);
  if (named.has_value()) {
    if (failed(*named))
      return failure();
    names.push_back(name);
    pattern = builder.getUnitAttr();
    return success();
  }
  if (succeeded(parser.parseOptionalKeyword("_"))) {
    pattern = builder.getStringAttr("_");
    return success();
  }
  StringAttr constructor;
  if (succeeded(parser.parseOptionalSymbolName(constructor))) {
    parts.push_back(FlatSymbolRefAttr::get(constructor));
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalParen,
                                       parsePart))
      return failure();
  } else if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                            parsePart, " of a pattern")) {
    return failure();
  }
  pattern = builder.getArrayAttr(parts);
  return success();
}

ParseResult relax::parseMatch(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand value;
  Type type;
  ArrayAttr binds, facts;
  if (succeeded(parser.parseOptionalKeyword("partial")))
    add(result, "partial", parser.getBuilder().getUnitAttr());
  if (parser.parseOperand(value) || parser.parseColonType(type) ||
      parser.resolveOperand(value, type, result.operands) ||
      parser.parseOptionalArrowTypeList(result.types) ||
      parseBinds(parser, binds, facts) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseLBrace())
    return failure();
  SmallVector<Attribute> patterns;
  while (failed(parser.parseOptionalRBrace())) {
    SmallVector<OpAsmParser::Argument> names;
    if (parser.parseKeyword("case", " or '}'") ||
        parsePattern(parser, names, patterns.emplace_back()) ||
        parser.parseRegion(*result.addRegion(), names))
      return failure();
  }
  add(result, "binds", binds);
  add(result, "facts", facts);
  add(result, "patterns", parser.getBuilder().getArrayAttr(patterns));
  return success();
}

/// `names` are the arguments that are not printed yet.
static void printPattern(OpAsmPrinter &printer, Attribute pattern,
                         Block::BlockArgListType &names) {
  if (isa<UnitAttr>(pattern) && !names.empty()) {
    printer.printRegionArgument(names.front());
    names = names.drop_front();
    return;
  }
  auto parts = dyn_cast<ArrayAttr>(pattern);
  if (!parts) {
    printer << '_';
    return;
  }
  ArrayRef<Attribute> inner = parts.getValue();
  auto constructor = inner.empty() ? FlatSymbolRefAttr()
                                   : dyn_cast<FlatSymbolRefAttr>(inner.front());
  if (constructor) {
    printer.printSymbolName(constructor.getValue());
    inner = inner.drop_front();
    if (inner.empty())
      return;
  }
  printer << '(';
  llvm::interleaveComma(inner, printer, [&](Attribute part) {
    printPattern(printer, part, names);
  });
  printer << ')';
}

void relax::printMatch(OpAsmPrinter &printer, Operation *op) {
  auto patterns = op->getAttrOfType<ArrayAttr>("patterns");
  if (op->hasAttr("partial"))
    printer << " partial";
  printer << ' ' << op->getOperand(0) << " : ";
  printer.printType(op->getOperand(0).getType());
  printArrowTypes(printer, op, op->getResultTypes());
  printBinds(printer, op, op->getAttrOfType<ArrayAttr>("binds"),
             op->getAttrOfType<ArrayAttr>("facts"));
  printer.printOptionalAttrDictWithKeyword(
      op->getAttrs(), {"binds", "facts", "patterns", "partial"});
  printer << " {";
  printer.increaseIndent();
  for (auto [index, region] : llvm::enumerate(op->getRegions())) {
    printer.printNewline();
    printer << "case ";
    auto names = region.getArguments();
    printPattern(printer, patterns[index], names);
    printer << ' ';
    printer.printRegion(region, /*printEntryBlockArgs=*/false);
  }
  printer.decreaseIndent();
  printer.printNewline();
  printer << '}';
}
