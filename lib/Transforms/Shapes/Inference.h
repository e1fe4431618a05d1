//===- Inference.h - the inference rules of all op families ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SHAPES_INFERENCE_H
#define RELAX_TRANSFORMS_SHAPES_INFERENCE_H

#include "lib/Bridge/Core/Bridge.h"

/// No operation with an inference rule has more results.
enum { MAX_INFERRED_RESULTS = 8 };

/// Asks the rule of a relax operation for its result types. False: it has no
/// rule. `*outcome` is a failure after one reported error.
bool inferResultTypes(MlirOperation op, MlirType *types,
                      MlirLogicalResult *outcome);

#endif // RELAX_TRANSFORMS_SHAPES_INFERENCE_H
