//===- Interfaces.hpp - what operations of relax have in common -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Traits (RelaxBase.td) that a record lists; Interfaces.h asks for them.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/IR/OpDefinition.h"

namespace relax {
/// Elementwise; operands broadcast to the shape of the result.
template <typename T>
class Broadcasts : public mlir::OpTrait::TraitBase<T, Broadcasts> {};
/// The result has the elements of the first operand, in their order.
template <typename T>
class IsView : public mlir::OpTrait::TraitBase<T, IsView> {};
/// Computes extents, names or checks values, or says where memory begins and
/// ends, but moves no element.
template <typename T>
class MovesNoNumber : public mlir::OpTrait::TraitBase<T, MovesNoNumber> {};
/// Moves, chooses, compares or draws numbers: nothing is rounded.
template <typename T>
class Exact : public mlir::OpTrait::TraitBase<T, Exact> {};
/// The result's elements are sums, of products perhaps.
template <typename T> class Sums : public mlir::OpTrait::TraitBase<T, Sums> {};
/// Hands its operands on, or puts them into something: they may be in what it
/// returns, or in the next round of a loop.
template <typename T>
class Keeps : public mlir::OpTrait::TraitBase<T, Keeps> {};
/// Calls a function or a program with its operands.
template <typename T>
class Calls : public mlir::OpTrait::TraitBase<T, Calls> {};
} // namespace relax
