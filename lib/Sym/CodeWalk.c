//===- CodeWalk.c - one walk over the code of an expression ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/CodeWalk.h"

bool symCodeAtom(const int64_t **at, SymAtomQuestion *ask, void *userData) {
  SymAtom atom = {.kind = (SymAtomKind) * (*at)++};
  if (atom.kind == SYM_ATOM_SYMBOL) {
    atom.symbol = *(*at)++;
  } else if (atom.kind != SYM_ATOM_UNKNOWN) {
    atom.first = symCodeAny(at, ask, userData);
    // A literal is one term without factors.
    if ((*at)[0] == 1 && (*at)[2] == 0)
      atom.literal = (*at)[1];
    atom.second = symCodeAny(at, ask, userData);
  }
  return ask && ask(&atom, userData);
}

bool symCodeAny(const int64_t **at, SymAtomQuestion *ask, void *userData) {
  bool any = false;
  for (int64_t terms = *(*at)++; terms > 0; --terms) {
    ++*at; // the coefficient
    for (int64_t factors = *(*at)++; factors > 0; --factors)
      any |= symCodeAtom(at, ask, userData);
  }
  return any;
}
