//===- Hooks.hpp - C++ declarations of the vm dialect ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "dialects/Relax/Hooks.hpp"
#include "dialects/VM/VMBaseDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/VM/VMBaseTypes.h.inc"
namespace vm {
using namespace sym; // the shared custom directives
using relax::parseArrowTypes, relax::printArrowTypes;
using relax::parseConstantType, relax::printConstantType;

/// `custom<Placement>($indices, $offset, $dims)`: `at (4 * %n) dims [%n, 768]`.
mlir::ParseResult parsePlacement(mlir::OpAsmParser &parser, Operands &indices,
                                 mlir::Attribute &offset,
                                 mlir::ArrayAttr &dims);
void printPlacement(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::OperandRange indices, mlir::Attribute offset,
                    mlir::ArrayAttr dims);
/// `custom<Levels>($indices, $levels, $reloads)`: `[8 * %n, 4 * %n] reloads [0,
/// %n]`.
mlir::ParseResult parseLevels(mlir::OpAsmParser &parser, Operands &indices,
                              mlir::ArrayAttr &levels,
                              mlir::ArrayAttr &reloads);
void printLevels(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                 mlir::OperandRange indices, mlir::ArrayAttr levels,
                 mlir::ArrayAttr reloads);
/// `custom<Ragged>($indices, $ragged, $rows)`: nothing, or `ragged [%n, %m]
/// rows
/// [%n, %n * %m]`; without rows they are the extents.
mlir::ParseResult parseRagged(mlir::OpAsmParser &parser, Operands &indices,
                              mlir::ArrayAttr &extents, mlir::ArrayAttr &rows);
void printRagged(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                 mlir::OperandRange indices, mlir::ArrayAttr extents,
                 mlir::ArrayAttr rows);
/// `custom<Number>($axis)`: an integer without its type.
mlir::ParseResult parseNumber(mlir::OpAsmParser &parser,
                              mlir::IntegerAttr &number);
void printNumber(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                 mlir::IntegerAttr number);
} // namespace vm
