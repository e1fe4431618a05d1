//===- Hooks.hpp - C++ declarations of the relax dialect ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "dialects/Relax/Family.h"
#include "dialects/Relax/Interfaces.hpp"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/RelaxBaseDialect.h.inc"
#include "dialects/Sym/Hooks.hpp"
#include "dialects/Sym/Syntax.hpp"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#define GET_TYPEDEF_CLASSES
#include "dialects/Relax/RelaxBaseTypes.h.inc"

namespace relax {
using namespace sym; // the shared custom directives
} // namespace relax

namespace relax {
/// The type of conditions: one i1.
inline mlir::Type conditionType(mlir::MLIRContext *context) {
  return TensorType::get(context, true, {}, mlir::IntegerType::get(context, 1),
                         {}, {});
}
inline bool isCondition(mlir::Type type) {
  return type == conditionType(type.getContext());
}

/// `custom<ConstantType>(ref($value), type($result))`: prints nothing; the
/// result type is the tensor type of the elements.
mlir::ParseResult parseConstantType(mlir::OpAsmParser &parser,
                                    mlir::Attribute value, mlir::Type &result);
void printConstantType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       mlir::Attribute value, mlir::Type result);
/// `custom<ArrowTypes>(type($results))`: ` -> T` or ` -> (T, U)`, nothing for
/// no results.
mlir::ParseResult parseArrowTypes(mlir::OpAsmParser &parser,
                                  llvm::SmallVectorImpl<mlir::Type> &types);
void printArrowTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::TypeRange types);
/// The grammars of relax.while, relax.scan and relax.dispatch, in
/// docs/language/control-flow.md.
mlir::ParseResult parseWhile(mlir::OpAsmParser &parser,
                             mlir::OperationState &result);
void printWhile(mlir::OpAsmPrinter &printer, mlir::Operation *op);
mlir::ParseResult parseRestore(mlir::OpAsmParser &parser,
                               mlir::OperationState &result);
void printRestore(mlir::OpAsmPrinter &printer, mlir::Operation *op);
mlir::ParseResult parseScan(mlir::OpAsmParser &parser,
                            mlir::OperationState &result);
void printScan(mlir::OpAsmPrinter &printer, mlir::Operation *op);
mlir::ParseResult parseDispatch(mlir::OpAsmParser &parser,
                                mlir::OperationState &result);
void printDispatch(mlir::OpAsmPrinter &printer, mlir::Operation *op);
/// Of relax.adt and relax.match (DataSyntax.cpp).
mlir::ParseResult parseAdt(mlir::OpAsmParser &parser,
                           mlir::OperationState &result);
void printAdt(mlir::OpAsmPrinter &printer, mlir::Operation *op);
mlir::ParseResult parseMatch(mlir::OpAsmParser &parser,
                             mlir::OperationState &result);
void printMatch(mlir::OpAsmPrinter &printer, mlir::Operation *op);
/// `custom<Lines>($lines)` of relax.batch_policy: strings, each on a line of
/// its own (BatchSyntax.cpp).
mlir::ParseResult parseLines(mlir::OpAsmParser &parser, mlir::ArrayAttr &lines);
void printLines(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                mlir::ArrayAttr lines);
/// Of relax.rewrite (PatternSyntax.cpp).
mlir::ParseResult parseRewrite(mlir::OpAsmParser &parser,
                               mlir::OperationState &result);
void printRewrite(mlir::OpAsmPrinter &printer, mlir::Operation *op);
/// Of relax.lambda and relax.invoke (ClosureSyntax.cpp).
mlir::ParseResult parseLambda(mlir::OpAsmParser &parser,
                              mlir::OperationState &result);
void printLambda(mlir::OpAsmPrinter &printer, mlir::Operation *op);
mlir::ParseResult parseInvoke(mlir::OpAsmParser &parser,
                              mlir::OperationState &result);
void printInvoke(mlir::OpAsmPrinter &printer, mlir::Operation *op);

/// Run-time checks keep their order among each other, not against memory.
struct CheckResource : mlir::SideEffects::Resource::Base<CheckResource> {
  llvm::StringRef getName() final { return "Check"; }
};

/// Reads and writes of `!relax.ref` keep their order among each other.
struct RefResource : mlir::SideEffects::Resource::Base<RefResource> {
  llvm::StringRef getName() final { return "Ref"; }
};
} // namespace relax
