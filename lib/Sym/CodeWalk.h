//===- CodeWalk.h - one walk over the code of an expression ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_CODEWALK_H
#define RELAX_SYM_CODEWALK_H

#include "lib/Sym/Sym.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A factor. All but a symbol and `?` have two parts.
typedef struct SymAtom {
  SymAtomKind kind;
  int64_t symbol;     // of SYM_ATOM_SYMBOL: its index
  int64_t literal;    // the second part where that is a literal, else 0
  bool first, second; // what was answered in the parts
} SymAtom;

typedef bool SymAtomQuestion(const SymAtom *atom, void *userData);

/// Passes the polynomial, or the one factor, at `*at`. Asks of each factor
/// behind its parts; true if some factor outside of all parts answers so.
bool symCodeAny(const int64_t **at, SymAtomQuestion *ask, void *userData);
bool symCodeAtom(const int64_t **at, SymAtomQuestion *ask, void *userData);

#ifdef __cplusplus
}
#endif
#endif // RELAX_SYM_CODEWALK_H
