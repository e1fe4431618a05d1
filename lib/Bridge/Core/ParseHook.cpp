//===- ParseHook.cpp - called when a context parses its first text --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/ParseHook.hpp"

namespace {
struct Hook {
  void (*function)(mlir::MLIRContext *) = nullptr;
  mlir::MLIRContext *last = nullptr; // contexts come one behind the other
};
} // namespace

static Hook &hook() {
  static Hook instance;
  return instance;
}

void bridge::setParseHook(void (*function)(mlir::MLIRContext *)) {
  hook().function = function;
}

void bridge::runParseHook(mlir::MLIRContext *context) {
  if (!hook().function || hook().last == context)
    return;
  hook().last = context;
  hook().function(context);
}

void bridge::forgetContext() { hook().last = nullptr; }
