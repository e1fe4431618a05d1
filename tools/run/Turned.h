//===- Turned.h - the same elements with dimensions in another order ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_TURNED_H
#define RELAX_TOOLS_RUN_TURNED_H

#include "lib/Runtime/Compare.h"

/// Some order of the dimensions of `expected` makes it agree: relax-order-dims
/// has chosen it. For up to 5 dimensions.
bool runAgreesTurned(const RelaxTensor *got, const RelaxTensor *expected,
                     RelaxTolerance tolerance);

#endif // RELAX_TOOLS_RUN_TURNED_H
