//===- Batch.c - calls of programs wait for others of their kind ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Fegade, Chen, Gibbons, Mowry, "ACRoBat: Optimizing Auto-batching of Dynamic
// Deep Learning at Compile Time", MLSys 2024: what runs together is decided
// while the program runs, for units as large as straight lines of it. A unit is
// a function whose tensors have the number of calls as a dimension in front;
// weights and constants are its own, so that all calls share them.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/Batch.h"
#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

enum { OPTION_UNITS };

static MlirLogicalResult batchFunction(Batcher *batcher, MlirOperation op) {
  BatchLine *lines =
      batchFindLines(op,
                     strRefEqual(relaxOptionString(batcher->run, OPTION_UNITS),
                                 strRefFromC("kernel")),
                     batcher->run->arena);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0; i < arrlen(lines); ++i) {
    if (mlirLogicalResultIsSuccess(outcome) &&
        passMayRewrite(batcher->run, lines[i].calls[0]))
      outcome = batchDefer(batcher, op, &lines[i]);
    batchFreeLine(&lines[i]);
  }
  arrfree(lines);
  return outcome;
}

static MlirWalkResult findDefer(MlirOperation op, void *userData) {
  *(bool *)userData |= relaxIsDefer(op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Batcher batcher = {.run = run, .module = run->op};
  sh_new_strdup(batcher.units);
  MlirOperation *functions = NULL;
  bool done = false;
  mlirOperationWalk(run->op, findDefer, &done, MlirWalkPreOrder);
  MlirBlock body = bridgeBody(run->op);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr && !done;
       op = mlirOperationGetNextInBlock(op))
    // One that prepares weights runs once, before all calls.
    if (relaxIsFunc(op) && !relaxPrepares(op))
      arrput(functions, op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0;
       i < arrlen(functions) && mlirLogicalResultIsSuccess(outcome); ++i)
    outcome = batchFunction(&batcher, functions[i]);
  if (mlirLogicalResultIsSuccess(outcome) && !done) {
    run->counters[BATCH_COUNT_FORCES] = batchWriteForces(run->op);
    batchWriteGhosts(run->op, run->arena);
    batchWritePhases(run->op);
    batchWriteConcurrent(run->op);
  }
  arrfree(functions);
  arrfree(batcher.kernels);
  shfree(batcher.units);
  return outcome;
}

static const char *const units[] = {"kernel", "line", NULL};
const RelaxPass relaxBatchPass = {
    .name = "relax-batch",
    .summary = "let calls of programs wait for others of their kind",
    .documentation =
        "Calls of `tir.func` that follow each other become a function, a unit, "
        "which is deferred (`relax.defer`): `relax-run --batch` runs it for "
        "many at once. Its tensors, and the buffers of its programs, get the "
        "number of calls as a dimension in front, but weights and constants, "
        "which all calls share. `relax.force` stands where a value is read; "
        "functions, fields and regions hand it on as it is.\n",
    .anchor = "builtin.module",
    .options = {[OPTION_UNITS] = {"units", RELAX_OPTION_STRING,
                                  "what waits as one: a call of a program, or "
                                  "all calls that follow each other",
                                  "line", units}},
    .counters = {[BATCH_COUNT_DEFERRED] = "calls-deferred",
                 [BATCH_COUNT_UNITS] = "units",
                 [BATCH_COUNT_FORCES] = "forces"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
