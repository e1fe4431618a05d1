//===- Hooks.hpp - C++ declarations of the sym dialect --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "dialects/Sym/Interfaces.hpp"
#include "dialects/Sym/Shown.h"
#include "lib/Bridge/Core/SymbolNotes.hpp"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "dialects/Sym/SymDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Sym/SymAttrs.h.inc"
