//===- TypeSymbols.h - which symbols a type names -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SYMBOLS_TYPESYMBOLS_H
#define RELAX_TRANSFORMS_SYMBOLS_TYPESYMBOLS_H

#include "lib/Bridge/Core/Bridge.h"

/// Every symbol of `to` stands in `from`: an operation with an operand of type
/// `from` may have a result of type `to` (docs/language/symbols.md, rule 2).
bool typeSymbolsFlow(MlirType from, MlirType to);

#endif // RELAX_TRANSFORMS_SYMBOLS_TYPESYMBOLS_H
