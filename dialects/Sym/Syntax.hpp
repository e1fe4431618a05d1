//===- Syntax.hpp - assembly shared by the dialects -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Custom directives and the function syntax that relax, tir and vm share:
//
//   relax.func [private] @f(%x: T, ...) [-> (T, ...)] [symbols (m)] [binds (k)]
//       [where (facts)] [target @t] [schedule @s]
//       [versions (@g when (facts), ...)] [attributes {...}] { body }
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace sym {
/// Names of the inherent attributes behind the clauses.
constexpr const char *kParams = "params", *kSymbols = "symbols", *kBinds = "binds",
                     *kFacts = "facts", *kTarget = "target",
                     *kSchedule = "schedule", *kVersions = "versions",
                     *kGuards = "guards";

/// ` (a, b)` behind a word, as an array of strings.
mlir::ParseResult parseNames(mlir::OpAsmParser &parser, mlir::ArrayAttr &names);
void printNames(mlir::OpAsmPrinter &printer, const char *word,
                mlir::ArrayAttr names);
/// A function of any level (docs/language.md); one without a body is a
/// declaration.
mlir::ParseResult parseFunction(mlir::OpAsmParser &parser,
                                mlir::OperationState &result);
void printFunction(mlir::OpAsmPrinter &printer, mlir::Operation *op);
/// The same from the arguments on, behind a name that was read or printed.
mlir::ParseResult parseFunctionBehindName(mlir::OpAsmParser &parser,
                                          mlir::OperationState &result);
void printFunctionBehindName(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                             mlir::ArrayRef<llvm::StringRef> printed);

/// `versions (@f when (m == 5), ...)` where functions have versions; optional.
mlir::ParseResult parseVersions(mlir::OpAsmParser &parser,
                                mlir::OperationState &result);
void printVersions(mlir::OpAsmPrinter &printer, mlir::Operation *op);

/// `custom<SameTypes>(type(...), ...)`: one type if all are equal, else
/// `(operand types) -> result type`.
mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser, mlir::Type &operand,
                                 mlir::Type &result);
void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::Type operand, mlir::Type result);
mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser, mlir::Type &lhs,
                                 mlir::Type &rhs, mlir::Type &result);
void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::Type lhs, mlir::Type rhs, mlir::Type result);
mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser, mlir::Type &a,
                                 mlir::Type &b, mlir::Type &c,
                                 mlir::Type &result);
void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::Type a, mlir::Type b, mlir::Type c,
                    mlir::Type result);

/// `custom<Binds>($binds, $facts)`: ` binds (m) where (m <= n)`, both optional.
mlir::ParseResult parseBinds(mlir::OpAsmParser &parser, mlir::ArrayAttr &binds,
                             mlir::ArrayAttr &facts);
void printBinds(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                mlir::ArrayAttr binds, mlir::ArrayAttr facts);

/// `custom<SymbolArgs>($symbols)`: ` symbols (m = k + 1, ...)`, optional; a
/// dictionary from names to expressions.
mlir::ParseResult parseSymbolArgs(mlir::OpAsmParser &parser,
                                  mlir::DictionaryAttr &symbols);
void printSymbolArgs(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::DictionaryAttr symbols);

/// `custom<Expr>($expr)`: a bare expression, `2 * n + 1`.
mlir::ParseResult parseExpr(mlir::OpAsmParser &parser, mlir::Attribute &expr);
void printExpr(mlir::OpAsmPrinter &printer, mlir::Operation *op,
               mlir::Attribute expr);
/// `custom<Dims>($dims)`: `[n, 4 * m]` as an ArrayAttr of expressions.
mlir::ParseResult parseDims(mlir::OpAsmParser &parser, mlir::ArrayAttr &dims);
void printDims(mlir::OpAsmPrinter &printer, mlir::Operation *op,
               mlir::ArrayAttr dims);
/// `custom<Facts>($facts)`: `n == 128, n mod 8 == 0)` up to and with the parenthesis.
mlir::ParseResult parseFacts(mlir::OpAsmParser &parser, mlir::ArrayAttr &facts);
void printFacts(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                mlir::ArrayAttr facts);

//===----------------------------------------------------------------------===//
// Expressions over SSA values: the k-th index operand is the symbol "%k"
//===----------------------------------------------------------------------===//

/// True if no expression or fact in the attributes of `op` has a "%k" with
/// k >= count, or anything else that is no operand's name behind a '%'.
bool usesOwnIndices(mlir::Operation &op, size_t count);

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;

/// A bare expression; new values are appended to `indices`.
mlir::ParseResult parseValueExpr(mlir::OpAsmParser &parser, Operands &indices,
                                 mlir::Attribute &expr);
void printValueExpr(mlir::OpAsmPrinter &printer, mlir::OperandRange indices,
                    mlir::Attribute expr);
/// `custom<Access>($indices, $exprs)`: `[32 * %jo + %ji, n - 1]`.
mlir::ParseResult parseAccess(mlir::OpAsmParser &parser, Operands &indices,
                              mlir::ArrayAttr &exprs);
void printAccess(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                 mlir::OperandRange indices, mlir::ArrayAttr exprs);
/// `custom<IndexExpr>($indices, $expr)`: `(2 * %i + n)`.
mlir::ParseResult parseIndexExpr(mlir::OpAsmParser &parser, Operands &indices,
                                 mlir::Attribute &expr);
void printIndexExpr(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::OperandRange indices, mlir::Attribute expr);
/// `custom<ValueFact>($indices, $fact)`: `(%n mod 8 == 0)`.
mlir::ParseResult parseValueFact(mlir::OpAsmParser &parser, Operands &indices,
                                 mlir::Attribute &fact);
void printValueFact(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::OperandRange indices, mlir::Attribute fact);
/// `custom<ValueFacts>($indices, $facts)`: any number of them.
mlir::ParseResult parseValueFacts(mlir::OpAsmParser &parser, Operands &indices,
                                  mlir::ArrayAttr &facts);
void printValueFacts(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::OperandRange indices, mlir::ArrayAttr facts);
} // namespace sym
