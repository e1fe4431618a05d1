//===- Shown.h - the symbols that a message shows -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every error about shapes has a note where a symbol was bound
// (CONTRIBUTING.md). It is found by its name in the text, so that no rule has
// to say which one it is: a message shows a symbol where it has the name inside
// of brackets, as in `[n, 4]` and `!relax.tensor<[2 * n], f32>`, or behind the
// words that introduce a bare extent.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_SHOWN_H
#define RELAX_DIALECTS_SYM_SHOWN_H

#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The first symbol of a bare extent, else one that not all shapes in the
/// message have, else the first one, and where the function around `op` (or
/// `op` itself) binds it. False if the message shows no symbol of it.
bool symFindShown(MlirOperation op, const char *message, BridgeBinder *binder);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_SHOWN_H
