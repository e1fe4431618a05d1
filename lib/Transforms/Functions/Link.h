//===- Link.h - a declaration and its definition --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUNCTIONS_LINK_H
#define RELAX_TRANSFORMS_FUNCTIONS_LINK_H

#include "lib/Bridge/Core/Bridge.h"

/// The relax.func `definition` may stand where `declaration`, one without a
/// body, was called (docs/language/symbols.md): under some extents for the
/// definition's symbols it takes what is declared and gives no less; what it
/// requires follows from the declaration's facts, and what is declared of the
/// results from its own. Else one error at the declaration, with a note at the
/// definition.
MlirLogicalResult linkCheckSignature(MlirOperation declaration,
                                     MlirOperation definition, Arena *arena);

#endif // RELAX_TRANSFORMS_FUNCTIONS_LINK_H
