//===- Hooks.hpp - C++ declarations of the tir dialect --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "dialects/Sym/Hooks.hpp"
#include "dialects/Sym/Syntax.hpp"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "dialects/TIR/TIRBaseDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/TIR/TIRBaseTypes.h.inc"

namespace tir {
/// Run-time checks keep their order among each other, not against memory.
struct CheckResource : mlir::SideEffects::Resource::Base<CheckResource> {
  llvm::StringRef getName() final { return "Check"; }
};

using namespace sym; // the shared custom directives

/// `custom<Targets>($buffers, $indices, $exprs)`: `(%S[%i], %M[%i])`.
mlir::ParseResult parseTargets(mlir::OpAsmParser &parser, Operands &buffers,
                               Operands &indices, mlir::ArrayAttr &exprs);
void printTargets(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::OperandRange buffers, mlir::OperandRange indices,
                  mlir::ArrayAttr exprs);

/// The buffer's type is printed; values have its element type.
mlir::ParseResult
parseLoadTypes(mlir::OpAsmParser &parser, mlir::Type &buffer,
               std::optional<mlir::OpAsmParser::UnresolvedOperand> pad,
               mlir::Type &padType, mlir::Type &result);
void printLoadTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::Type buffer, mlir::Value pad, mlir::Type padType,
                    mlir::Type result);
mlir::ParseResult parseStoreTypes(mlir::OpAsmParser &parser, mlir::Type &buffer,
                                  mlir::Type &value);
void printStoreTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::Type buffer, mlir::Type value);
mlir::ParseResult parseTargetTypes(mlir::OpAsmParser &parser,
                                   llvm::SmallVectorImpl<mlir::Type> &buffers,
                                   llvm::SmallVectorImpl<mlir::Type> &values);
void printTargetTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::TypeRange buffers, mlir::TypeRange values);
/// `custom<Word>($space)`: a string attribute as a bare word.
mlir::ParseResult parseWord(mlir::OpAsmParser &parser, mlir::StringAttr &word);
void printWord(mlir::OpAsmPrinter &printer, mlir::Operation *op,
               mlir::StringAttr word);
/// `custom<Values>($values)`: `1 to 6`, or `{22, 32}`.
mlir::ParseResult parseValues(mlir::OpAsmParser &parser,
                              mlir::DenseI64ArrayAttr &values);
void printValues(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                 mlir::DenseI64ArrayAttr values);
/// `custom<Names>($names, type($handles))`: `"mm", "A"`, a handle for each.
mlir::ParseResult parseNames(mlir::OpAsmParser &parser, mlir::ArrayAttr &names,
                             llvm::SmallVectorImpl<mlir::Type> &types);
void printNames(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                mlir::ArrayAttr names, mlir::TypeRange types);
/// `custom<Handles>(type($loops))`: prints nothing; as many handles as results.
mlir::ParseResult parseHandles(mlir::OpAsmParser &parser,
                               llvm::SmallVectorImpl<mlir::Type> &types);
void printHandles(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::TypeRange types);
} // namespace tir
