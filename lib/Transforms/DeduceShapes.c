//===- DeduceShapes.c - result types from operand types -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Pass.h"

static MlirLogicalResult run(RelaxPassRun *run) {
  (void)run;
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxDeduceShapesPass = {
    .name = "relax-deduce-shapes",
    .summary = "refine result types from operand types",
    .documentation = "",
    .anchor = "relax.func",
    .run = run,
};
