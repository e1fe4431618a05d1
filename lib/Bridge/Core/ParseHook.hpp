//===- ParseHook.hpp - called when a context parses its first text --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// MlirOptMain makes its contexts, and the handlers of their diagnostics, where
// nobody else comes near: the first that a tool sees of them is a text that is
// parsed.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/IR/MLIRContext.h"

namespace bridge {
/// One hook for the process, before anything is parsed.
void setParseHook(void (*hook)(mlir::MLIRContext *context));
/// Calls the hook for a context that has not been seen.
void runParseHook(mlir::MLIRContext *context);
/// A context is new although it may lie where an earlier one was.
void forgetContext();
} // namespace bridge
