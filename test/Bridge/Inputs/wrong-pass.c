//===- wrong-pass.c - a pass that is wrong, for tests of tools ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Removes every negation, as somebody may who means to remove pairs of them.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Bridge/Core/Plugin.h"

static MlirWalkResult visit(MlirOperation op, void *userData) {
  if (!relaxIsNegative(op) || !passMayRewrite(userData, op))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                relaxNegativeGetInput(op));
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  mlirOperationWalk(run->op, visit, run, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

static const RelaxPass wrong = {.name = "test-wrong",
                                .summary = "removes negations",
                                .documentation = "",
                                .anchor = "relax.func",
                                .traits = RELAX_PASS_ASKS,
                                .run = run};

RELAX_PASS_PLUGIN("wrong", "1", &wrong)
