//===- ClosureSyntax.cpp - grammars of relax.lambda and relax.invoke ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.h"
#include "dialects/Relax/Hooks.hpp"
#include "mlir/CAPI/IR.h"

using namespace mlir;

static void add(OperationState &result, StringRef key, Attribute value) {
  if (value)
    result.addAttribute(key, value);
}

//===----------------------------------------------------------------------===//
// relax.lambda (%x: T) -> U effects given (%s : V) : type { ... }
//===----------------------------------------------------------------------===//

/// The own symbols where the text does not list them.
static ArrayAttr impliedSymbols(FunctionType signature, TypeRange given) {
  SmallVector<MlirType> types;
  for (Type type : given)
    types.push_back(wrap(type));
  MlirAttribute names = relaxLambdaSymbols(
      wrap(Type(signature)), static_cast<intptr_t>(types.size()), types.data(),
      MlirAttribute{nullptr});
  return cast<ArrayAttr>(unwrap(names));
}

/// `[k, m]`, or nothing.
static ParseResult parseOwn(OpAsmParser &parser, ArrayAttr &own) {
  SmallVector<Attribute> names;
  if (failed(parser.parseOptionalLSquare()))
    return success();
  auto parseOne = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (failed(parser.parseOptionalRSquare()) &&
      (parser.parseCommaSeparatedList(parseOne) || parser.parseRSquare()))
    return failure();
  own = parser.getBuilder().getArrayAttr(names);
  return success();
}

/// `given (%x, %y : T, U)` or nothing.
static ParseResult parseGiven(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> given;
  SmallVector<Type> types;
  if (failed(parser.parseOptionalKeyword("given")))
    return success();
  SMLoc loc = parser.getCurrentLocation();
  return failure(parser.parseLParen() || parser.parseOperandList(given) ||
                 parser.parseColonTypeList(types) || parser.parseRParen() ||
                 parser.resolveOperands(given, types, loc, result.operands));
}

/// `: type` or nothing: the type may have other names for its own symbols than
/// the region.
static ParseResult parseOtherType(OpAsmParser &parser, Type &type) {
  return failed(parser.parseOptionalColon()) ? success()
                                             : parser.parseType(type);
}

ParseResult relax::parseLambda(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> inputs, results;
  ArrayAttr own;
  Type type;
  if (parseOwn(parser, own) ||
      parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseOptionalArrowTypeList(results))
    return failure();
  bool effects = succeeded(parser.parseOptionalKeyword("effects"));
  if (effects)
    add(result, "effects", parser.getBuilder().getUnitAttr());
  if (parseGiven(parser, result) || parseOtherType(parser, type) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion(), arguments))
    return failure();
  for (const OpAsmParser::Argument &argument : arguments)
    inputs.push_back(argument.type);
  SmallVector<Type> given;
  for (Value value : result.operands)
    given.push_back(value.getType());
  auto signature = FunctionType::get(parser.getContext(), inputs, results);
  if (!own)
    own = impliedSymbols(signature, given);
  if (!type)
    type = FnType::get(parser.getContext(), own.getValue(), signature, {},
                       effects);
  result.addTypes(type);
  return success();
}

void relax::printLambda(OpAsmPrinter &printer, Operation *op) {
  Region &body = op->getRegion(0);
  auto arguments =
      FunctionType::get(op->getContext(), body.getArgumentTypes(), TypeRange());
  auto own = cast<ArrayAttr>(unwrap(relaxLambdaOwn(wrap(op))));
  if (own != impliedSymbols(arguments, op->getOperandTypes())) {
    printer << " [";
    llvm::interleaveComma(own.getAsRange<StringAttr>(), printer,
                          [&](StringAttr name) { printer << name.getValue(); });
    printer << ']';
  }
  printer << " (";
  llvm::interleaveComma(
      body.getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ')';
  auto signature =
      dyn_cast_or_null<FunctionType>(unwrap(relaxLambdaSignature(wrap(op))));
  if (signature)
    printArrowTypes(printer, op, signature.getResults());
  if (op->hasAttr("effects"))
    printer << " effects";
  if (op->getNumOperands()) {
    printer << " given (" << op->getOperands() << " : ";
    llvm::interleaveComma(op->getOperandTypes(), printer);
    printer << ')';
  }
  Type type = op->getResult(0).getType();
  if (signature && type != FnType::get(op->getContext(), own.getValue(),
                                       signature, {}, op->hasAttr("effects")))
    printer << " : " << type;
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), {"effects"});
  printer << ' ';
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// relax.invoke %f(%x) : !relax.fn<...>, (T) -> U binds (k)
//===----------------------------------------------------------------------===//

ParseResult relax::parseInvoke(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand function;
  SmallVector<OpAsmParser::UnresolvedOperand> inputs;
  Type type;
  ArrayAttr binds, facts;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(function) ||
      parser.parseOperandList(inputs, AsmParser::Delimiter::Paren) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(function, type, result.operands))
    return failure();
  FunctionType said;
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseType(said))
      return failure();
  } else if (auto fn = dyn_cast<FnType>(type)) {
    said = dyn_cast<FunctionType>(fn.getSignature());
  }
  if (!said)
    return parser.emitError(loc, "expected types behind a comma, as in ', "
                                 "(i64) -> i64': the function's say nothing");
  if (parser.resolveOperands(inputs, said.getInputs(), loc, result.operands) ||
      parseBinds(parser, binds, facts))
    return failure();
  result.addTypes(said.getResults());
  add(result, "binds", binds);
  add(result, "facts", facts);
  return success();
}

void relax::printInvoke(OpAsmPrinter &printer, Operation *op) {
  auto type = cast<FnType>(op->getOperand(0).getType());
  OperandRange inputs = op->getOperands().drop_front();
  auto said = FunctionType::get(op->getContext(), inputs.getTypes(),
                                op->getResultTypes());
  printer << ' ' << op->getOperand(0) << '(' << inputs << ')';
  printer.printOptionalAttrDict(op->getAttrs(), {"binds", "facts"});
  printer << " : " << type;
  if (Type(said) != type.getSignature())
    printer << ", " << said;
  printBinds(printer, op, op->getAttrOfType<ArrayAttr>("binds"),
             op->getAttrOfType<ArrayAttr>("facts"));
}
