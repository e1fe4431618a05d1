//===- Passes.c - the table of passes on one level ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Passes.h"

extern const RelaxPass relaxDeduceShapesPass;

const RelaxPass *const relaxTransformsPasses[] = {
    &relaxDeduceShapesPass,
    NULL,
};
