//===- Hooks.hpp - C++ declarations of the relax dialect ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "dialects/Relax/Relax.h"
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
#include "dialects/Relax/RelaxBaseDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Relax/RelaxBaseTypes.h.inc"

namespace relax {
using namespace sym; // the shared custom directives
} // namespace relax

namespace relax {
/// Run-time checks keep their order among each other, not against memory.
struct CheckResource : mlir::SideEffects::Resource::Base<CheckResource> {
  llvm::StringRef getName() final { return "Check"; }
};
} // namespace relax
