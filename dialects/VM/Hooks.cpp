//===- Hooks.cpp - assembly of the host program that is C++ ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/Hooks.hpp"

using namespace mlir;

ParseResult vm::parsePlacement(OpAsmParser &parser, Operands &indices,
                               Attribute &offset, ArrayAttr &dims) {
  return failure(
      parser.parseKeyword("at") || parseIndexExpr(parser, indices, offset) ||
      parser.parseKeyword("dims") || parseAccess(parser, indices, dims));
}

void vm::printPlacement(OpAsmPrinter &printer, Operation *op,
                        OperandRange indices, Attribute offset,
                        ArrayAttr dims) {
  printer << "at ";
  printIndexExpr(printer, op, indices, offset);
  printer << " dims ";
  printAccess(printer, op, indices, dims);
}

ParseResult vm::parseLevels(OpAsmParser &parser, Operands &indices,
                            ArrayAttr &levels, ArrayAttr &reloads) {
  reloads = parser.getBuilder().getArrayAttr({});
  return failure(parseAccess(parser, indices, levels) ||
                 (succeeded(parser.parseOptionalKeyword("reloads")) &&
                  parseAccess(parser, indices, reloads)));
}

void vm::printLevels(OpAsmPrinter &printer, Operation *op, OperandRange indices,
                     ArrayAttr levels, ArrayAttr reloads) {
  printAccess(printer, op, indices, levels);
  if (reloads.empty())
    return;
  printer << " reloads ";
  printAccess(printer, op, indices, reloads);
}

ParseResult vm::parseRagged(OpAsmParser &parser, Operands &indices,
                            ArrayAttr &extents, ArrayAttr &rows) {
  extents = rows = parser.getBuilder().getArrayAttr({});
  if (failed(parser.parseOptionalKeyword("ragged")))
    return success();
  if (parseAccess(parser, indices, extents))
    return failure();
  rows = extents;
  return failure(succeeded(parser.parseOptionalKeyword("rows")) &&
                 parseAccess(parser, indices, rows));
}

void vm::printRagged(OpAsmPrinter &printer, Operation *op, OperandRange indices,
                     ArrayAttr extents, ArrayAttr rows) {
  if (extents.empty() && rows.empty())
    return;
  printer << "ragged ";
  printAccess(printer, op, indices, extents);
  if (rows == extents)
    return;
  printer << " rows ";
  printAccess(printer, op, indices, rows);
}

ParseResult vm::parseNumber(OpAsmParser &parser, IntegerAttr &number) {
  int64_t value;
  if (parser.parseInteger(value))
    return failure();
  number = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}

void vm::printNumber(OpAsmPrinter &printer, Operation *, IntegerAttr number) {
  printer << number.getInt();
}
