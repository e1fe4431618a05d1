//===- SymbolNotes.hpp - where a symbol in a message is bound -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "lib/Bridge/Core/Bridge.h"
#include "mlir/IR/DialectInterface.h"

namespace bridge {
/// What the dialect of symbols knows of the messages of all others:
/// bridgeEmitOpError asks it. `find` is false where a message shows no symbol
/// that the function around `op` binds.
struct SymbolNotes : mlir::DialectInterface::Base<SymbolNotes> {
  using Find = bool (*)(MlirOperation op, const char *message,
                        BridgeBinder *binder);
  SymbolNotes(mlir::Dialect *dialect, Find find) : Base(dialect), find(find) {}
  Find find;
};
} // namespace bridge
MLIR_DECLARE_EXPLICIT_TYPE_ID(bridge::SymbolNotes)
