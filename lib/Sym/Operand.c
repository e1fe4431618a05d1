//===- Operand.c - index operands in expressions --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Operand.h"

#include <stdio.h>
#include <stdlib.h>

StrRef symOperandName(Arena *arena, intptr_t k) {
  char name[24];
  int length = snprintf(name, sizeof name, "%%%ld", (long)k);
  return arenaCopyString(arena, (StrRef){name, (size_t)length});
}

SymExpr symOperandExpr(Arena *arena, intptr_t k) {
  return symExprSymbol(arena, symOperandName(arena, k));
}

intptr_t symOperandNumber(StrRef name) {
  return name.length > 1 && name.data[0] == '%' ? atol(name.data + 1) : -1;
}
