//===- Scope.h - who defines a symbol, and where it holds -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The symbol rules of docs/language/symbols.md for functions of every level. A
// symbol is defined once: by a bare dimension of an entry argument, a `symbols
// (...)` clause, or an operation with `binds (...)`. Every symbol in a result
// type comes from the operands' types or the operation's own `binds`.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_SCOPE_H
#define RELAX_DIALECTS_SYM_SCOPE_H

#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Verifies the rules for a function operation (relax.func, tir.func, vm.func);
/// reports the first violation with a note where the symbol was bound.
MlirLogicalResult symVerifyFunctionScope(MlirOperation function);
/// The same for the signature of a function without a body.
MlirLogicalResult symVerifyDeclaration(MlirOperation function);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_SCOPE_H
