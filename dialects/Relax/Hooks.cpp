//===- Hooks.cpp - dialect hooks of relax that are C++ --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Hooks.hpp"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/SymAttributes.h"
#include "mlir/CAPI/IR.h"

/// Folds become relax.constant; anything else cannot be materialised.
mlir::Operation *relax::RelaxDialect::materializeConstant(
    mlir::OpBuilder &builder, mlir::Attribute value, mlir::Type type,
    mlir::Location loc) {
  if (!llvm::isa<mlir::ElementsAttr>(value) || !llvm::isa<relax::TensorType>(type))
    return nullptr;
  RelaxConstantArgs args = {wrap(value)};
  MlirOperation op = relaxConstantCreate(wrap(loc), &args);
  if (!op.ptr)
    return nullptr;
  return builder.insert(unwrap(op));
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

using namespace mlir;

ParseResult relax::parseArrowTypes(OpAsmParser &parser,
                                   SmallVectorImpl<Type> &types) {
  return parser.parseOptionalArrowTypeList(types);
}

void relax::printArrowTypes(OpAsmPrinter &printer, Operation *,
                            TypeRange types) {
  if (!types.empty())
    printer.printArrowTypeList(types);
}

static void add(OperationState &result, StringRef key, Attribute value) {
  if (value)
    result.addAttribute(key, value);
}

/// `(types) -> types`, for operands that were read before.
static ParseResult
parseTypes(OpAsmParser &parser,
           ArrayRef<OpAsmParser::UnresolvedOperand> operands,
           OperationState &result) {
  FunctionType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  return success();
}

/// The same behind a `:`.
static ParseResult
parseSignature(OpAsmParser &parser,
               ArrayRef<OpAsmParser::UnresolvedOperand> operands,
               OperationState &result) {
  return failure(parser.parseColon() || parseTypes(parser, operands, result));
}

static void printSignature(OpAsmPrinter &printer, Operation *op) {
  printer << " : ";
  printer.printFunctionalType(op);
}

static void printArguments(OpAsmPrinter &printer, Region &region,
                           OperandRange inits) {
  printer << '(';
  llvm::interleaveComma(region.getArguments(), printer, [&](BlockArgument argument) {
    printer.printRegionArgument(argument);
    if (!inits.empty())
      printer << " = " << inits[argument.getArgNumber()];
  });
  printer << ')';
}

ParseResult relax::parseWhile(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  auto parseOne = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back(), /*allowType=*/true) ||
                   parser.parseEqual() || parser.parseOperand(inits.emplace_back()));
  };
  ArrayAttr binds, invariant, ensures;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  if (succeeded(parser.parseOptionalColon())) {
    if (parseTypes(parser, inits, result))
      return failure();
  } else { // all types are those of the arguments
    for (auto [argument, init] : llvm::zip(arguments, inits))
      if (parser.resolveOperand(init, argument.type, result.operands))
        return failure();
      else
        result.addTypes(argument.type);
  }
  if (parseBinds(parser, binds, invariant))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("ensures")) &&
      (parser.parseLParen() || parseFacts(parser, ensures)))
    return failure();
  add(result, "binds", binds);
  add(result, "invariant", invariant);
  add(result, "facts", ensures);
  Region *condition = result.addRegion(), *body = result.addRegion();
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.parseRegion(*condition, arguments) ||
                 parser.parseKeyword("do") || parser.parseRegion(*body, arguments));
}

void relax::printWhile(OpAsmPrinter &printer, Operation *op) {
  printer << ' ';
  Region &entry = op->getRegion(0);
  printArguments(printer, entry, op->getOperands());
  // Where all types are those of the arguments, they have been said.
  if (!llvm::equal(entry.getArgumentTypes(), op->getOperandTypes()) ||
      !llvm::equal(entry.getArgumentTypes(), op->getResultTypes()))
    printSignature(printer, op);
  printBinds(printer, op, op->getAttrOfType<ArrayAttr>("binds"),
             op->getAttrOfType<ArrayAttr>("invariant"));
  if (auto ensures = op->getAttrOfType<ArrayAttr>("facts")) {
    printer << " ensures (";
    printFacts(printer, op, ensures);
  }
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(),
                                           {"binds", "invariant", "facts"});
  printer << ' ';
  printer.printRegion(op->getRegion(0), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(op->getRegion(1), /*printEntryBlockArgs=*/false);
}

/// The tensor of `length` rows of a type; null if that has no known rank.
static Type rowsType(Attribute length, Type row) {
  auto tensor = dyn_cast<relax::TensorType>(row);
  if (!tensor || !tensor.getRanked())
    return nullptr;
  SmallVector<Attribute> dims = {length};
  llvm::append_range(dims, tensor.getDims());
  return relax::TensorType::get(row.getContext(), true, dims,
                                tensor.getElementType(), tensor.getDevice(), {});
}

/// Behind `over n` the arguments say all types but those of rows of results.
static ParseResult
parseShortSignature(OpAsmParser &parser, Attribute length, int32_t numStates,
                    ArrayRef<OpAsmParser::Argument> arguments,
                    ArrayRef<OpAsmParser::UnresolvedOperand> operands,
                    OperationState &result) {
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    bool isState = index < static_cast<size_t>(numStates);
    Type type = isState ? argument.type : rowsType(length, argument.type);
    if (!type)
      return parser.emitError(operands[index].location,
                              "expected a row of known rank behind 'in', got ")
             << argument.type;
    if (parser.resolveOperand(operands[index], type, result.operands))
      return failure();
    if (isState)
      result.addTypes(type);
  }
  SmallVector<Type> rows;
  if (parser.parseOptionalArrowTypeList(rows))
    return failure();
  result.addTypes(rows);
  return success();
}

ParseResult relax::parseScan(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  int32_t numStates = 0;
  if (succeeded(parser.parseOptionalKeyword("reverse")))
    add(result, "reverse", parser.getBuilder().getUnitAttr());
  Attribute length;
  if (succeeded(parser.parseOptionalKeyword("over")) &&
      parseExpr(parser, length))
    return failure();
  auto parseOne = [&]() -> ParseResult {
    bool onlyRows = numStates < static_cast<int32_t>(operands.size());
    if (parser.parseArgument(arguments.emplace_back(), /*allowType=*/true))
      return failure();
    if (!onlyRows && succeeded(parser.parseOptionalEqual()))
      ++numStates;
    else if (parser.parseKeyword("in", onlyRows ? " (states come first)"
                                                : " or '='"))
      return failure();
    return parser.parseOperand(operands.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne) ||
      (length ? parseShortSignature(parser, length, numStates, arguments,
                                    operands, result)
              : parseSignature(parser, operands, result)))
    return failure();
  int32_t numRows = static_cast<int32_t>(operands.size()) - numStates;
  add(result, "operandSegmentSizes",
      parser.getBuilder().getDenseI32ArrayAttr({numStates, numRows}));
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.parseRegion(*result.addRegion(), arguments));
}

/// The leading extent, where it and the arguments say the types of all operands
/// and states; else null.
static Attribute shortLength(Operation *op, unsigned numStates) {
  auto arguments = op->getRegion(0).getArguments();
  if (op->getNumOperands() == numStates || op->getNumResults() < numStates ||
      arguments.size() != op->getNumOperands())
    return nullptr;
  auto rows = dyn_cast<relax::TensorType>(op->getOperand(numStates).getType());
  if (!rows || rows.getDims().empty())
    return nullptr;
  Attribute length = rows.getDims()[0];
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    Type type = argument.getType();
    if (index < numStates ? type != op->getResult(index).getType()
                          : !(type = rowsType(length, type)))
      return nullptr;
    if (type != op->getOperand(index).getType())
      return nullptr;
  }
  return length;
}

void relax::printScan(OpAsmPrinter &printer, Operation *op) {
  auto sizes = op->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes");
  unsigned numStates = sizes[0];
  if (op->hasAttr("reverse"))
    printer << " reverse";
  Attribute length = shortLength(op, numStates);
  if (length) {
    printer << " over ";
    printExpr(printer, op, length);
  }
  printer << " (";
  llvm::interleaveComma(op->getRegion(0).getArguments(), printer,
                        [&](BlockArgument argument) {
    unsigned index = argument.getArgNumber();
    printer.printRegionArgument(argument);
    printer << (index < numStates ? " = " : " in ") << op->getOperand(index);
  });
  printer << ')';
  if (length)
    printArrowTypes(printer, op, TypeRange(op->getResults().drop_front(numStates)));
  else
    printSignature(printer, op);
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(),
                                           {"reverse", "operandSegmentSizes"});
  printer << ' ';
  printer.printRegion(op->getRegion(0), /*printEntryBlockArgs=*/false);
}

ParseResult relax::parseDispatch(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs;
  ArrayAttr binds, facts;
  if (parser.parseOperandList(inputs, AsmParser::Delimiter::Paren) ||
      parseSignature(parser, inputs, result) || parseBinds(parser, binds, facts) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseLBrace())
    return failure();
  SmallVector<Attribute> guards;
  bool last = false;
  while (!last) {
    ArrayAttr guard;
    if (succeeded(parser.parseOptionalKeyword("when"))) {
      if (parser.parseLParen() || parseFacts(parser, guard))
        return failure();
      guards.push_back(guard);
    } else if (parser.parseKeyword("else", " or 'when'")) {
      return failure();
    } else {
      last = true;
    }
    SmallVector<OpAsmParser::Argument> arguments;
    if (parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren,
                                 /*allowType=*/true) ||
        parser.parseRegion(*result.addRegion(), arguments,
                           /*enableNameShadowing=*/true))
      return failure();
  }
  add(result, "binds", binds);
  add(result, "facts", facts);
  add(result, "guards", parser.getBuilder().getArrayAttr(guards));
  return parser.parseRBrace();
}

void relax::printDispatch(OpAsmPrinter &printer, Operation *op) {
  auto guards = op->getAttrOfType<ArrayAttr>("guards");
  printer << " (" << op->getOperands() << ')';
  printSignature(printer, op);
  printBinds(printer, op, op->getAttrOfType<ArrayAttr>("binds"),
             op->getAttrOfType<ArrayAttr>("facts"));
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(),
                                           {"binds", "facts", "guards"});
  printer << " {";
  printer.increaseIndent();
  for (auto [index, arm] : llvm::enumerate(op->getRegions())) {
    printer.printNewline();
    if (index < guards.size()) {
      printer << "when (";
      printFacts(printer, op, llvm::cast<ArrayAttr>(guards[index]));
    } else {
      printer << "else";
    }
    printer << ' ';
    printArguments(printer, arm, op->getOperands().take_front(0));
    printer << ' ';
    printer.printRegion(arm, /*printEntryBlockArgs=*/false);
  }
  printer.decreaseIndent();
  printer.printNewline();
  printer << '}';
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

ParseResult relax::parseConstantType(OpAsmParser &parser, Attribute value,
                                   Type &result) {
  auto elements = llvm::dyn_cast<ElementsAttr>(value);
  auto type = elements
                  ? llvm::dyn_cast<RankedTensorType>(elements.getShapedType())
                  : RankedTensorType();
  if (!type)
    return parser.emitError(parser.getNameLoc())
           << "expected elements of a ranked tensor";
  SmallVector<MlirAttribute> dims;
  for (int64_t extent : type.getShape())
    dims.push_back(symConstAttribute(wrap(parser.getContext()), extent));
  result = unwrap(
      relaxTensorTypeOf(wrap(type.getElementType()), dims.size(), dims.data()));
  return success();
}

void relax::printConstantType(OpAsmPrinter &, Operation *, Attribute, Type) {}
