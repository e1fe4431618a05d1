//===- Alias.h - which results are views of an operand --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The one place that says which operations of the graph level give an operand's
// storage another type (DESIGN.md 2.7). Planning and passes that write in place
// ask here. What a `relax.call` returns may alias anything that went in; that
// is for the caller to assume, not a view.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_ALIAS_H
#define RELAX_ANALYSIS_ALIAS_H

#include "lib/Bridge/Core/Bridge.h"

/// True if result `result` of `op` is a view of all elements of the operand
/// `*source`.
bool relaxAliasOf(MlirOperation op, intptr_t result, MlirValue *source);

#endif // RELAX_ANALYSIS_ALIAS_H
