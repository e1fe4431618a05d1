//===- Operand.h - index operands in expressions --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An expression of an operation with index operands has a symbol for each that
// it uses: "%k" is the k-th. No symbol of a program has such a name.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_OPERAND_H
#define RELAX_SYM_OPERAND_H

#include "lib/Sym/Sym.h"

#ifdef __cplusplus
extern "C" {
#endif

/// "%k", in the arena.
StrRef symOperandName(Arena *arena, intptr_t k);
SymExpr symOperandExpr(Arena *arena, intptr_t k);
/// k of "%k"; -1 of a symbol of the program.
intptr_t symOperandNumber(StrRef name);

#ifdef __cplusplus
}
#endif
#endif // RELAX_SYM_OPERAND_H
