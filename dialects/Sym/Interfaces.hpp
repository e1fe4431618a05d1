//===- Interfaces.hpp - what other dialects tell of symbols ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The dialect of symbols knows no dialect that uses it. Operations tell by
// traits (Constraints.td) how their symbols are scoped. Types need not tell
// which expressions they hold: MLIR walks and replaces the parts of any type.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir-c/IR.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/OpDefinition.h"

namespace sym {
/// The arguments of all regions are the same, and bind once for all of them.
template <typename T>
class SharesEntry : public mlir::OpTrait::TraitBase<T, SharesEntry> {};
/// Its attributes may use each symbol that is bound before it.
template <typename T>
class SeesAllSymbols : public mlir::OpTrait::TraitBase<T, SeesAllSymbols> {};
/// A function that defines symbols at its entry only: they hold everywhere.
template <typename T>
class BindsAtEntry : public mlir::OpTrait::TraitBase<T, BindsAtEntry> {};
/// `given (...)` has values for the symbols that no other operand brings.
template <typename T>
class TakesGiven : public mlir::OpTrait::TraitBase<T, TakesGiven> {};

/// Of the types of a dialect: the generator finds both by the names of
/// parameters. Arrays live in the context, and are empty for other types.
struct TypeParts : mlir::DialectInterface::Base<TypeParts> {
  using Get = intptr_t (*)(MlirType type, const MlirAttribute **elements);
  TypeParts(mlir::Dialect *dialect, Get dims, Get symbols)
      : Base(dialect), dims(dims), symbols(symbols) {}
  Get dims;    // parameter `dims`: expressions
  Get symbols; // parameter `symbols`, the first one: names that the type binds
};
} // namespace sym
MLIR_DECLARE_EXPLICIT_TYPE_ID(sym::TypeParts)
