//===- PrintPatternKinds.c - says the kind of every program ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/PatternKind.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"

static MlirLogicalResult run(RelaxPassRun *run) {
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, tirIsFunc)).ptr;) {
    StrRef name = tirFuncGetSymName(op);
    bridgeEmitRemark(mlirOperationGetLocation(op), "@%.*s: %s",
                     (int)name.length, name.data,
                     tirPatternKindName(tirPatternKindOf(op, run->arena)));
  }
  return mlirLogicalResultSuccess();
}

const RelaxPass tirPrintPatternKindsPass = {
    .name = "tir-print-pattern-kinds",
    .summary = "say how each loop-level program may be fused",
    .documentation =
        "One remark per `tir.func`: `elementwise`, `broadcast`, `injective`, "
        "`reduction`, `output-elementwise-fusible` or `opaque`. The kind comes "
        "from the index expressions of loads and stores, never from names.",
    .anchor = "builtin.module",
    .run = run,
};
