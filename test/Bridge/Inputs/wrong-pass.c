//===- wrong-pass.c - passes that are wrong, for tests of tools -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Removes every negation, as somebody may who means to remove pairs of them;
// and in programs takes a subtraction for one whose operands may be exchanged.
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

static MlirWalkResult exchange(MlirOperation op, void *userData) {
  (void)userData;
  if (!strRefEqual(bridgeOpName(op), strRefFromC("arith.subf")))
    return MlirWalkResultAdvance;
  MlirValue first = mlirOperationGetOperand(op, 0);
  mlirOperationSetOperand(op, 0, mlirOperationGetOperand(op, 1));
  mlirOperationSetOperand(op, 1, first);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult runExchange(RelaxPassRun *run) {
  mlirOperationWalk(run->op, exchange, NULL, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

static const RelaxPass exchanges = {.name = "test-exchange",
                                    .summary = "exchanges operands",
                                    .documentation = "",
                                    .anchor = "tir.func",
                                    .run = runExchange};

RELAX_PASS_PLUGIN("wrong", "1", &wrong, &exchanges)
