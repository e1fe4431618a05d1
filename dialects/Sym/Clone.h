//===- Clone.h - copies whose binders get symbols of their own ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A symbol has one definer per function (docs/language/symbols.md, rule 1), so
// a copy of a binder, or an operation that comes from another function, needs
// new names.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_CLONE_H
#define RELAX_DIALECTS_SYM_CLONE_H

#include "dialects/Sym/Substitute.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The different symbols that occur in `root`, in order of first occurrence
/// (attributes, then results, then regions). An arena array.
size_t symNamesIn(MlirOperation root, Arena *arena, StrRef **names);
/// Those that something in `root` defines, in order of their definition, which
/// no name decides. An arena array.
size_t symBoundIn(MlirOperation root, Arena *arena, StrRef **names);
/// `base`, or `base_0`, `base_1`, ...: the first that is not in `used`.
StrRef symFreshName(Arena *arena, StrRef base, const StrRef *used,
                    size_t count);

/// A detached copy of `op` for `function`, where every symbol that `op` or
/// something in it binds has a name that `function` does not use. Symbols that
/// come from outside of `op` stay, unless `outer` (may be NULL) maps them; so
/// do the operands. A null operation: a coefficient left 64 bits
/// (`outer->status`).
MlirOperation symCloneFresh(MlirOperation op, MlirOperation function,
                            SymMap *outer);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_CLONE_H
