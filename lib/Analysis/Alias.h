//===- Alias.h - which results are views of an operand --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The one place that says which operations of the graph level give an operand's
// storage another type (docs/architecture.md, invariants). Planning and passes
// that write in place ask here. What a `relax.call` returns may alias anything
// that went in; that is for the caller to assume, not a view.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_ALIAS_H
#define RELAX_ANALYSIS_ALIAS_H

#include "lib/Bridge/Core/Bridge.h"

/// True if result `result` of `op` is a view of elements of the operand
/// `*source`: of all of them, but for `relaxIsRowView`.
bool relaxAliasOf(MlirOperation op, intptr_t result, MlirValue *source);

/// The value whose memory `value` lies in: what is behind all views.
MlirValue relaxAliasRoot(MlirValue value);

/// A `relax.take` of numbers along the first dimension by one index: where no
/// program does it, the machine makes a view of that row.
bool relaxIsRowView(MlirOperation op);

/// The row is one of a weight, a constant or an argument that is not donated,
/// or of a view of it: nobody writes there in place, so that no view is ever
/// the reason for a copy.
bool relaxIsRowOfFixed(MlirOperation op);

#endif // RELAX_ANALYSIS_ALIAS_H
