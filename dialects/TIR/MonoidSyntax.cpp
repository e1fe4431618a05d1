//===- MonoidSyntax.cpp - `@add (f32) identity (0.0) { ... }` -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Hooks.hpp"
#include "mlir/CAPI/IR.h"
#define GET_OP_CLASSES
#include "dialects/TIR/Program.h.inc"

using namespace mlir;

ParseResult tir::MonoidOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringAttr name;
  SmallVector<Type> state;
  SmallVector<Attribute> identity;
  if (parser.parseSymbolName(name) ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren,
          [&]() { return parser.parseType(state.emplace_back()); }) ||
      parser.parseKeyword("identity"))
    return failure();
  auto parseIdentity = [&]() -> ParseResult {
    Type type = identity.size() < state.size() ? state[identity.size()] : Type();
    // `-inf` is no MLIR literal: a word of ours.
    bool minus = succeeded(parser.parseOptionalMinus());
    if (succeeded(parser.parseOptionalKeyword("inf")) && llvm::isa_and_nonnull<FloatType>(type)) {
      auto &semantics = llvm::cast<FloatType>(type).getFloatSemantics();
      identity.push_back(builder.getFloatAttr(type, APFloat::getInf(semantics, minus)));
      return success();
    }
    if (minus && llvm::isa_and_nonnull<IntegerType>(type)) {
      uint64_t magnitude;
      if (parser.parseInteger(magnitude))
        return failure();
      identity.push_back(builder.getIntegerAttr(
          type, APInt(type.getIntOrFloatBitWidth(), 0 - magnitude,
                      /*isSigned=*/true, /*implicitTrunc=*/true)));
      return success();
    }
    if (minus) {
      double number;
      if (parser.parseFloat(number))
        return failure();
      identity.push_back(builder.getFloatAttr(type, -number));
      return success();
    }
    return type ? parser.parseAttribute(identity.emplace_back(), type)
                : parser.parseAttribute(identity.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseIdentity))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.sym_name = name;
  properties.state = builder.getTypeArrayAttr(state);
  properties.identity = builder.getArrayAttr(identity);
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.parseRegion(*result.addRegion()));
}

void tir::MonoidOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << " (";
  llvm::interleaveComma(getState().getAsValueRange<TypeAttr>(), printer);
  printer << ") identity (";
  llvm::interleaveComma(getIdentity(), printer, [&](Attribute value) {
    auto number = llvm::dyn_cast<FloatAttr>(value);
    if (number && number.getValue().isInfinity())
      printer << (number.getValue().isNegative() ? "-inf" : "inf");
    else
      printer.printAttributeWithoutType(value);
  });
  printer << ')';
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"sym_name", "state", "identity"});
  printer << ' ';
  printer.printRegion(getCombine());
}
