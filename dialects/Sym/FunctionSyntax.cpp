//===- FunctionSyntax.cpp - the grammar of functions ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// That of upstream, with clauses behind the signature, and in it what says who
// may keep whose storage:
//
//   argument ::= `%`name `:` type [attributes] [`donated`] [`reserve` `=` `[`
//   integers `]`] result   ::= type [attributes] [`in` `%`name]
//
// In the generic form these are attributes of arguments and results.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Syntax.hpp"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

static constexpr const char *kName = "relax.name", *kDonated = "relax.donated",
                            *kReserve = "relax.reserve", *kIn = "relax.in",
                            *kAny = "any";

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

using Arguments = SmallVector<OpAsmParser::Argument>;

static void setAttribute(OpAsmParser &parser, DictionaryAttr &attributes,
                         StringRef name, Attribute value) {
  NamedAttrList list(attributes);
  list.set(name, value);
  attributes = list.getDictionary(parser.getContext());
}

static ParseResult parseArgument(OpAsmParser &parser, Arguments &arguments) {
  OpAsmParser::Argument &argument = arguments.emplace_back();
  if (parser.parseArgument(argument, /*allowType=*/true, /*allowAttrs=*/true))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("donated")))
    setAttribute(parser, argument.attrs, kDonated,
                 parser.getBuilder().getUnitAttr());
  if (failed(parser.parseOptionalKeyword("reserve")))
    return success();
  SmallVector<int64_t> extents;
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() {
        return parser.parseInteger(extents.emplace_back());
      }))
    return failure();
  setAttribute(parser, argument.attrs, kReserve,
               parser.getBuilder().getDenseI64ArrayAttr(extents));
  return success();
}

static ParseResult parseResult(OpAsmParser &parser, const Arguments &arguments,
                               SmallVectorImpl<Type> &types,
                               SmallVectorImpl<DictionaryAttr> &attributes,
                               bool alone) {
  NamedAttrList list;
  if (parser.parseType(types.emplace_back()) ||
      (!alone && parser.parseOptionalAttrDict(list)))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("in"))) {
    OpAsmParser::UnresolvedOperand operand;
    if (parser.parseOperand(operand))
      return failure();
    auto same = [&](const OpAsmParser::Argument &argument) {
      return argument.ssaName.name == operand.name &&
             argument.ssaName.number == operand.number;
    };
    auto found = llvm::find_if(arguments, same);
    if (found == arguments.end())
      return parser.emitError(operand.location)
             << "'" << operand.name << "' is no argument of the function";
    list.set(kIn,
             parser.getBuilder().getI64IntegerAttr(found - arguments.begin()));
  }
  attributes.push_back(list.getDictionary(parser.getContext()));
  return success();
}

static ParseResult parseResults(OpAsmParser &parser, const Arguments &arguments,
                                SmallVectorImpl<Type> &types,
                                SmallVectorImpl<DictionaryAttr> &attributes) {
  if (failed(parser.parseOptionalArrow()))
    return success();
  if (failed(parser.parseOptionalLParen()))
    return parseResult(parser, arguments, types, attributes, /*alone=*/true);
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  return failure(parser.parseCommaSeparatedList([&]() {
    return parseResult(parser, arguments, types, attributes, false);
  }) || parser.parseRParen());
}

/// The word of a declared argument, which is no value, stays as its name.
static void keepNames(OpAsmParser &parser, Arguments &arguments) {
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    StringRef name = argument.ssaName.name.drop_front();
    std::string standard = "arg" + std::to_string(index);
    if (name == standard || llvm::isDigit(name.front()) ||
        (argument.attrs && argument.attrs.contains(kName)))
      continue;
    setAttribute(parser, argument.attrs, kName,
                 parser.getBuilder().getStringAttr(name));
  }
}

static ParseResult parseClauses(OpAsmParser &parser, OperationState &result) {
  ArrayAttr any, names, binds, facts;
  if (llvm::is_contained(result.name.getAttributeNames(), kAny) &&
      succeeded(parser.parseOptionalKeyword(kAny)) &&
      sym::parseNames(parser, any))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("symbols")) &&
      sym::parseNames(parser, names))
    return failure();
  if (sym::parseBinds(parser, binds, facts))
    return failure();
  auto add = [&](const char *key, Attribute value) {
    if (value)
      result.addAttribute(key, value);
  };
  add(kAny, any);
  add(sym::kSymbols, names);
  add(sym::kBinds, binds);
  add(sym::kFacts, facts);
  for (const char *key : {sym::kTarget, sym::kSchedule}) {
    StringAttr name;
    if (failed(parser.parseOptionalKeyword(key)))
      continue;
    if (parser.parseSymbolName(name))
      return failure();
    add(key, FlatSymbolRefAttr::get(name));
  }
  return failure(sym::parseVersions(parser, result) ||
                 parser.parseOptionalAttrDictWithKeyword(result.attributes));
}

/// `<a, b>` where functions have type parameters, or nothing.
static ParseResult parseTypeParams(OpAsmParser &parser,
                                   OperationState &result) {
  SmallVector<Attribute> params;
  if (!llvm::is_contained(result.name.getAttributeNames(), sym::kParams))
    return success();
  auto parseOne = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    params.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalLessGreater,
                                     parseOne))
    return failure();
  if (!params.empty())
    result.addAttribute(sym::kParams, parser.getBuilder().getArrayAttr(params));
  return success();
}

ParseResult sym::parseFunction(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  if (succeeded(parser.parseOptionalKeyword("private")))
    result.addAttribute(SymbolTable::getVisibilityAttrName(),
                        builder.getStringAttr("private"));
  StringAttr name;
  return failure(parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                                        result.attributes) ||
                 parseTypeParams(parser, result) ||
                 parseFunctionBehindName(parser, result));
}

ParseResult sym::parseFunctionBehindName(OpAsmParser &parser,
                                         OperationState &result) {
  Builder &builder = parser.getBuilder();
  Arguments arguments;
  SmallVector<Type> argumentTypes, resultTypes;
  SmallVector<DictionaryAttr> resultAttrs;
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren,
          [&]() { return parseArgument(parser, arguments); }) ||
      parseResults(parser, arguments, resultTypes, resultAttrs) ||
      parseClauses(parser, result))
    return failure();
  for (OpAsmParser::Argument &argument : arguments)
    argumentTypes.push_back(argument.type);
  result.addAttribute("function_type", TypeAttr::get(builder.getFunctionType(
                                           argumentTypes, resultTypes)));
  Region *body = result.addRegion();
  SMLoc loc = parser.getCurrentLocation();
  OptionalParseResult parsed = parser.parseOptionalRegion(
      *body, arguments, /*enableNameShadowing=*/false);
  if (parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    if (body->empty())
      return parser.emitError(loc, "expected a body that is not empty");
  } else {
    keepNames(parser, arguments);
  }
  call_interface_impl::addArgAndResultAttrs(
      builder, result, arguments, resultAttrs,
      builder.getStringAttr("arg_attrs"), builder.getStringAttr("res_attrs"));
  return success();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// The attributes that no word stands for.
static SmallVector<NamedAttribute> rest(DictionaryAttr attributes,
                                        bool withoutName) {
  SmallVector<NamedAttribute> list;
  for (NamedAttribute attribute :
       attributes ? attributes.getValue() : ArrayRef<NamedAttribute>())
    if (attribute.getName() != kDonated && attribute.getName() != kReserve &&
        attribute.getName() != kIn &&
        !(withoutName && attribute.getName() == kName))
      list.push_back(attribute);
  return list;
}

/// Can stand behind a `%`.
static bool isName(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// What stands behind the `%` of a declared argument: its name, if only it has
/// that one.
static std::string declaredName(FunctionOpInterface function, unsigned index,
                                bool &isOwn) {
  auto nameOf = [&](unsigned i) {
    return function.getArgAttrOfType<StringAttr>(i, kName);
  };
  StringAttr name = nameOf(index);
  isOwn =
      name && isName(name.getValue()) && !name.getValue().starts_with("arg");
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    isOwn &= i == index || nameOf(i) != name;
  return isOwn ? name.str() : "arg" + std::to_string(index);
}

static void printArgument(OpAsmPrinter &printer, FunctionOpInterface function,
                          unsigned index) {
  DictionaryAttr attributes = function.getArgAttrDict(index);
  if (function.isExternal()) {
    bool isOwn = false;
    printer << '%' << declaredName(function, index, isOwn) << ": "
            << function.getArgumentTypes()[index];
    printer.printOptionalAttrDict(rest(attributes, isOwn));
  } else {
    printer.printRegionArgument(function.getArgument(index),
                                rest(attributes, false));
  }
  if (!attributes)
    return;
  if (attributes.contains(kDonated))
    printer << " donated";
  if (auto reserve = attributes.getAs<DenseI64ArrayAttr>(kReserve)) {
    printer << " reserve = [";
    llvm::interleaveComma(reserve.asArrayRef(), printer);
    printer << ']';
  }
}

static void printResult(OpAsmPrinter &printer, FunctionOpInterface function,
                        unsigned index) {
  printer << function.getResultTypes()[index];
  printer.printOptionalAttrDict(rest(function.getResultAttrDict(index), false));
  auto in = function.getResultAttrOfType<IntegerAttr>(index, kIn);
  if (!in)
    return;
  printer << " in ";
  bool isOwn;
  unsigned argument = in.getInt();
  if (function.isExternal())
    printer << '%' << declaredName(function, argument, isOwn);
  else
    printer << function.getArgument(argument);
}

static void printResults(OpAsmPrinter &printer, FunctionOpInterface function) {
  unsigned count = function.getNumResults();
  if (!count)
    return;
  printer << " -> ";
  bool parens = count > 1 ||
                llvm::isa<FunctionType>(function.getResultTypes()[0]) ||
                !rest(function.getResultAttrDict(0), false).empty();
  printer << (parens ? "(" : "");
  llvm::interleaveComma(llvm::seq(count), printer, [&](unsigned index) {
    printResult(printer, function, index);
  });
  printer << (parens ? ")" : "");
}

void sym::printFunction(OpAsmPrinter &printer, Operation *op) {
  auto function = llvm::cast<FunctionOpInterface>(op);
  if (function.isPrivate())
    printer << " private";
  printer << ' ';
  printer.printSymbolName(SymbolTable::getSymbolName(op));
  if (auto params = op->getAttrOfType<ArrayAttr>(kParams)) {
    printer << '<';
    llvm::interleaveComma(params.getAsRange<StringAttr>(), printer,
                          [&](StringAttr name) { printer << name.getValue(); });
    printer << '>';
  }
  printFunctionBehindName(printer, op, {});
}

void sym::printFunctionBehindName(OpAsmPrinter &printer, Operation *op,
                                  ArrayRef<StringRef> printed) {
  auto function = llvm::cast<FunctionOpInterface>(op);
  printer << '(';
  llvm::interleaveComma(
      llvm::seq(function.getNumArguments()), printer,
      [&](unsigned index) { printArgument(printer, function, index); });
  printer << ')';
  printResults(printer, function);
  printNames(printer, kAny, op->getAttrOfType<ArrayAttr>(kAny));
  printNames(printer, "symbols", op->getAttrOfType<ArrayAttr>(kSymbols));
  printBinds(printer, op, op->getAttrOfType<ArrayAttr>(kBinds),
             op->getAttrOfType<ArrayAttr>(kFacts));
  for (const char *key : {kTarget, kSchedule})
    if (auto name = op->getAttrOfType<FlatSymbolRefAttr>(key))
      printer << ' ' << key << ' ' << name;
  sym::printVersions(printer, op);
  SmallVector<StringRef> words = {
      kParams,         kAny,        kSymbols,        kBinds,  kFacts,
      kTarget,         kSchedule,   kVersions,       kGuards, "arg_attrs",
      "function_type", "res_attrs", "sym_visibility"};
  words.append(printed.begin(), printed.end());
  function_interface_impl::printFunctionAttributes(printer, function, words);
  if (function.isExternal())
    return;
  printer << ' ';
  printer.printRegion(op->getRegion(0), /*printEntryBlockArgs=*/false);
}
