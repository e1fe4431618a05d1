//===- SameOperation.h - do two operations compute the same? --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// For pure operations without regions: same name, operands, attributes and
// result types. Operands are given beside the operation, so that one may be
// compared before it is moved.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_SAMEOPERATION_H
#define RELAX_ANALYSIS_SAMEOPERATION_H

#include "lib/Bridge/Core/Bridge.h"

/// Of `op` as if it had `operands`. Differs from run to run.
uint64_t operationHash(MlirOperation op, const MlirValue *operands);
/// `a` as it is, `b` as if it had `operandsOfB`.
bool operationIsSame(MlirOperation a, MlirOperation b,
                     const MlirValue *operandsOfB);

#endif // RELAX_ANALYSIS_SAMEOPERATION_H
