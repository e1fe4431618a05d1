//===- FactPlaces.hpp - where the text states facts, for the parser -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/Support/SourceMgr.h"

namespace bridge {
/// Notes the places of the facts of `op`, whose name stands at `name`. Facts in
/// the generic form have none of their own.
void noteFactPlaces(const llvm::SourceMgr &sources, mlir::Operation *op,
                    llvm::SMRange name);
} // namespace bridge
