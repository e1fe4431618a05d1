//===- MultiplyAdds.h - multiply-adds of an operation, as a formula -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_MULTIPLYADDS_H
#define RELAX_ANALYSIS_MULTIPLYADDS_H

#include "dialects/Sym/SymAttributes.h"

/// The multiply-adds of products, convolutions and attention in the graph, over
/// the symbols of their types; windows that reach beyond an edge count whole.
/// 0 for everything else: that is work by the element, not by the sum. `?`
/// where an extent is not known or the formula leaves 64 bits.
SymExpr multiplyAddsOf(Arena *arena, MlirOperation op);

/// The number of elements of a tensor; `?` as above.
SymExpr elementsOf(Arena *arena, MlirValue value);

#endif // RELAX_ANALYSIS_MULTIPLYADDS_H
