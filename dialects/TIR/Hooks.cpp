//===- Hooks.cpp - assembly of tir programs that is C++ -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The grammar of expressions is lib/Sym's; here a token source is put under it
// that also takes SSA values: the k-th distinct value of an operation is the
// symbol "%k" of its expressions.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Hooks.hpp"
#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Program.gen.h"
#include "mlir/CAPI/IR.h"
#define GET_OP_CLASSES
#include "dialects/TIR/Program.h.inc"

using namespace mlir;

using sym::parseValueExpr;
using sym::printValueExpr;

ParseResult tir::parseTargets(OpAsmParser &parser, Operands &buffers,
                              Operands &indices, ArrayAttr &exprs) {
  SmallVector<Attribute> list;
  auto parse = [&]() -> ParseResult {
    ArrayAttr one;
    if (parser.parseOperand(buffers.emplace_back()) ||
        parseAccess(parser, indices, one))
      return failure();
    list.push_back(one);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parse))
    return failure();
  exprs = parser.getBuilder().getArrayAttr(list);
  return success();
}

void tir::printTargets(OpAsmPrinter &printer, Operation *op,
                       OperandRange buffers, OperandRange indices,
                       ArrayAttr exprs) {
  printer << '(';
  for (auto [index, buffer] : llvm::enumerate(buffers)) {
    printer << (index ? ", " : "") << buffer;
    printAccess(printer, op, indices, llvm::cast<ArrayAttr>(exprs[index]));
  }
  printer << ')';
}

//===----------------------------------------------------------------------===//
// Types: the buffer's says everything
//===----------------------------------------------------------------------===//

static ParseResult parseBuffer(OpAsmParser &parser, Type &buffer, Type &element) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(buffer))
    return failure();
  auto type = llvm::dyn_cast<tir::BufferType>(buffer);
  if (!type)
    return parser.emitError(loc) << "expected a '!tir.buffer' type, got " << buffer;
  element = type.getElementType();
  return success();
}

ParseResult
tir::parseLoadTypes(OpAsmParser &parser, Type &buffer,
                    std::optional<OpAsmParser::UnresolvedOperand> pad,
                    Type &padType, Type &result) {
  if (parseBuffer(parser, buffer, result))
    return failure();
  if (pad)
    padType = result;
  return success();
}
void tir::printLoadTypes(OpAsmPrinter &printer, Operation *, Type buffer, Value,
                         Type, Type) {
  printer << buffer;
}
ParseResult tir::parseStoreTypes(OpAsmParser &parser, Type &buffer, Type &value) {
  return parseBuffer(parser, buffer, value);
}
void tir::printStoreTypes(OpAsmPrinter &printer, Operation *, Type buffer, Type) {
  printer << buffer;
}
ParseResult tir::parseTargetTypes(OpAsmParser &parser,
                                  SmallVectorImpl<Type> &buffers,
                                  SmallVectorImpl<Type> &values) {
  auto parse = [&]() {
    return parseBuffer(parser, buffers.emplace_back(), values.emplace_back());
  };
  return parser.parseCommaSeparatedList(parse);
}
void tir::printTargetTypes(OpAsmPrinter &printer, Operation *, TypeRange buffers,
                           TypeRange) {
  llvm::interleaveComma(buffers, printer);
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

ParseResult tir::parseHandles(OpAsmParser &parser, SmallVectorImpl<Type> &types) {
  types.assign(parser.getNumResults(), HandleType::get(parser.getContext()));
  return success();
}
void tir::printHandles(OpAsmPrinter &, Operation *, TypeRange) {}

ParseResult tir::parseNames(OpAsmParser &parser, ArrayAttr &names,
                            SmallVectorImpl<Type> &types) {
  SmallVector<Attribute> list;
  auto parse = [&]() {
    StringAttr name;
    ParseResult outcome = parser.parseAttribute(name);
    list.push_back(name);
    return outcome;
  };
  if (parser.parseCommaSeparatedList(parse))
    return failure();
  names = parser.getBuilder().getArrayAttr(list);
  types.assign(list.size(), HandleType::get(parser.getContext()));
  return success();
}
void tir::printNames(OpAsmPrinter &printer, Operation *, ArrayAttr names,
                     TypeRange) {
  llvm::interleaveComma(names, printer);
}

//===----------------------------------------------------------------------===//
// Domains: `[n, 4 to 2 * m]`
//===----------------------------------------------------------------------===//

/// Bounds over an outer iterator of the same compute: as MLIR sees it, the
/// value would be used before its region.
static ParseResult refuseOwn(OpAsmParser &parser,
                             ArrayRef<OpAsmParser::Argument> own,
                             ArrayRef<OpAsmParser::UnresolvedOperand> indices) {
  for (const OpAsmParser::UnresolvedOperand &index : indices)
    for (const OpAsmParser::Argument &iterator : own)
      if (iterator.ssaName.name == index.name)
        return parser.emitError(index.location)
               << "domain names iterator '" << index.name
               << "' of the same operation: expected symbols and iterators of "
                  "enclosing loops (put a 'tir.for' over the outer one around "
                  "it)";
  return success();
}

static ParseResult parseDomain(OpAsmParser &parser, OperationState &result,
                               ArrayRef<OpAsmParser::Argument> own,
                               ArrayAttr &lower, ArrayAttr &upper) {
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  SmallVector<Attribute> lows, highs;
  Attribute zero = unwrap(symConstAttribute(wrap(parser.getContext()), 0));
  auto parse = [&]() -> ParseResult {
    Attribute first, second;
    if (parseValueExpr(parser, indices, first))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("to"))) {
      if (parseValueExpr(parser, indices, second))
        return failure();
    } else {
      std::swap(first, second);
      first = zero;
    }
    lows.push_back(first);
    highs.push_back(second);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parse) ||
      refuseOwn(parser, own, indices) ||
      parser.resolveOperands(indices, parser.getBuilder().getIndexType(),
                             result.operands))
    return failure();
  lower = parser.getBuilder().getArrayAttr(lows);
  upper = parser.getBuilder().getArrayAttr(highs);
  return success();
}

static void printDomain(OpAsmPrinter &printer, OperandRange indices,
                        ArrayAttr lower, ArrayAttr upper) {
  printer << '[';
  for (size_t i = 0; i < lower.size(); ++i) {
    printer << (i ? ", " : "");
    int64_t low = 1;
    if (!symAttributeIsConst(wrap(lower[i]), &low) || low != 0) {
      printValueExpr(printer, indices, lower[i]);
      printer << " to ";
    }
    printValueExpr(printer, indices, upper[i]);
  }
  printer << ']';
}

ParseResult tir::ComputeOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringAttr name;
  SmallVector<OpAsmParser::Argument> iterators;
  SmallVector<Attribute> kinds;
  ArrayAttr lower, upper;
  auto parseIterator = [&]() -> ParseResult {
    const char *kind = succeeded(parser.parseOptionalKeyword("reduce")) ? "reduce"
                       : succeeded(parser.parseOptionalKeyword("scan")) ? "scan"
                                                                        : "spatial";
    kinds.push_back(builder.getStringAttr(kind));
    iterators.emplace_back().type = builder.getIndexType();
    return parser.parseArgument(iterators.back());
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseAttribute(name) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseIterator) ||
      parser.parseKeyword("in") || parseDomain(parser, result, iterators, lower, upper))
    return failure();
  for (OpAsmParser::Argument &iterator : iterators)
    iterator.type = builder.getIndexType();
  if (lower.size() != iterators.size())
    return parser.emitError(loc) << "has " << iterators.size() << " iterators, but "
                                 << lower.size() << " extents";
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.name = name;
  properties.kinds = builder.getArrayAttr(kinds);
  properties.lower = lower;
  properties.upper = upper;
  if (succeeded(parser.parseOptionalKeyword("update")))
    properties.update = builder.getUnitAttr();
  Region *body = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body, iterators))
    return failure();
  if (body->empty()) // `{ }` without iterators
    body->emplaceBlock();
  return success();
}

void tir::ComputeOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getNameAttr() << " (";
  for (auto [index, iterator] : llvm::enumerate(getBody().getArguments())) {
    StringRef kind = llvm::cast<StringAttr>(getKinds()[index]).getValue();
    printer << (index ? ", " : "");
    if (kind != "spatial")
      printer << kind << ' ';
    printer << iterator;
  }
  printer << ") in ";
  printDomain(printer, getIndices(), getLower(), getUpper());
  if (getUpdate())
    printer << " update";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"name", "kinds", "lower", "upper", "update"});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult tir::ForOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringAttr name;
  OpAsmParser::Argument iterator;
  ArrayAttr lower, upper;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseAttribute(name) || parser.parseLParen())
    return failure();
  StringRef iteratorKind;
  bool said = succeeded(parser.parseOptionalKeyword(&iteratorKind, {"reduce", "scan"}));
  if (parser.parseArgument(iterator) || parser.parseRParen() ||
      parser.parseKeyword("in") || parseDomain(parser, result, iterator, lower, upper))
    return failure();
  if (lower.size() != 1)
    return parser.emitError(loc) << "expected one extent, got " << lower.size();
  iterator.type = builder.getIndexType();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.name = name;
  properties.lower = lower;
  properties.upper = upper;
  properties.iterator = said ? builder.getStringAttr(iteratorKind) : StringAttr();
  StringRef kind = "serial";
  (void)parser.parseOptionalKeyword(&kind, {"parallel", "vector", "unroll"});
  properties.kind = builder.getStringAttr(kind);
  int64_t lanes;
  OptionalParseResult given = kind == "vector" ? parser.parseOptionalInteger(lanes) : OptionalParseResult();
  if (given.has_value() && failed(*given))
    return failure();
  if (given.has_value())
    properties.lanes = builder.getI64IntegerAttr(lanes);
  if (kind == "vector" && succeeded(parser.parseOptionalKeyword("masked")))
    properties.masked = builder.getUnitAttr();
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.parseRegion(*result.addRegion(), iterator));
}

void tir::ForOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getNameAttr() << " (";
  if (getIterator())
    printer << *getIterator() << ' ';
  printer << getBody().getArgument(0) << ") in ";
  printDomain(printer, getIndices(), getLower(), getUpper());
  if (getKind() != "serial")
    printer << ' ' << getKind();
  if (getLanes() && getKind() == "vector")
    printer << ' ' << *getLanes() << (getMasked() ? " masked" : "");
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"name", "lower", "upper", "kind", "lanes", "masked", "iterator"});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}
