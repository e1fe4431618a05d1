//===- PreparedWeights.h - which weight is which result -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The weights that a function prepares are its results, in the order of the
// module. Nothing else relies on that order.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_PREPAREDWEIGHTS_H
#define RELAX_ANALYSIS_PREPAREDWEIGHTS_H

#include "lib/Support/StringRef.h"
#include "mlir-c/IR.h"

/// The first weight that `function` prepares, or the next one behind `before`,
/// one of them; null if there is none.
MlirOperation relaxPreparedNext(MlirOperation module, StrRef function,
                                MlirOperation before);
/// The number of the result that a weight `prepared by` a function is.
intptr_t relaxPreparedResult(MlirOperation module, MlirOperation weight);

#endif // RELAX_ANALYSIS_PREPAREDWEIGHTS_H
