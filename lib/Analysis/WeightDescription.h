//===- WeightDescription.h - a weight as the runtime knows it -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_WEIGHTDESCRIPTION_H
#define RELAX_ANALYSIS_WEIGHTDESCRIPTION_H

#include "lib/Runtime/Weights.h"
#include "mlir-c/IR.h"

typedef enum RelaxWeightProblem {
  RELAX_WEIGHT_FINE,
  RELAX_WEIGHT_TYPE, // an element type or a rank that the runtime does not have
  RELAX_WEIGHT_SIZE, // more bytes than an address can tell
} RelaxWeightProblem;

/// What a `relax.weight` says: from a file, or prepared by a function. Texts
/// are borrowed from the operation.
RelaxWeightProblem relaxWeightDescribe(MlirOperation op, RelaxWeight *weight);

/// The part that a tensor type of literal extents says: element type, extents
/// and bytes.
RelaxWeightProblem relaxWeightDescribeType(MlirType type, RelaxWeight *weight);

#endif // RELAX_ANALYSIS_WEIGHTDESCRIPTION_H
