//===- LowerEach.c - passes that write one operation with others ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/ControlFlow/LowerEach.h"

#include <stb/stb_ds.h>

typedef struct Found {
  bool (*is)(MlirOperation op);
  MlirOperation *ops; // stb_ds
} Found;

static MlirWalkResult collect(MlirOperation op, void *userData) {
  Found *found = userData;
  if (found->is(op))
    arrput(found->ops, op);
  return MlirWalkResultAdvance;
}

MlirLogicalResult lowerEach(RelaxPassRun *run, bool (*is)(MlirOperation op),
                            MlirLogicalResult (*lower)(RelaxPassRun *run,
                                                       MlirOperation op)) {
  Found found = {.is = is};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  mlirOperationWalk(run->op, collect, &found, MlirWalkPostOrder);
  for (ptrdiff_t i = 0;
       i < arrlen(found.ops) && mlirLogicalResultIsSuccess(outcome); ++i)
    if (passMayRewrite(run, found.ops[i]))
      outcome = lower(run, found.ops[i]);
  arrfree(found.ops);
  return outcome;
}
