//===- RenameSymbols.h - other names for all symbols ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Names of symbols are local to a function (docs/language/symbols.md, rule 4):
// no pass may depend on them. The suite renames before every pass and expects
// the same output up to names.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SYMBOLS_RENAMESYMBOLS_H
#define RELAX_TRANSFORMS_SYMBOLS_RENAMESYMBOLS_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Gives every symbol in the functions of `root` a new name at random; equal
/// seeds give equal names. If `root` is a function itself, the names of its
/// `symbols (...)` stay, because callers outside of `root` use them. Returns
/// the number of renamed symbols.
uint64_t relaxRenameSymbols(MlirOperation root, uint64_t seed);

/// Names the symbols of every function in `root` c0, c1, ... in the order in
/// which they are defined: programs that are equal up to names become equal.
void relaxCanonicalSymbols(MlirOperation root);

#ifdef __cplusplus
}
#endif
#endif // RELAX_TRANSFORMS_SYMBOLS_RENAMESYMBOLS_H
