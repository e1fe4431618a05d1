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
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Tuple.gen.h"

#include <stb/stb_ds.h>

enum { OPTION_UNITS };

//===----------------------------------------------------------------------===//
// What can wait
//===----------------------------------------------------------------------===//

static MlirOperation definer(MlirValue value) {
  return mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value)
                                     : (MlirOperation){NULL};
}

/// A call of a program that is no copy of something all calls share.
static bool canWait(MlirOperation op) {
  if (!relaxIsCallTir(op) || relaxCallTirGetStorage(op).ptr ||
      relaxCallTirGetNumGiven(op))
    return false;
  bool own = false, plain = true;
  for (intptr_t i = 0, e = relaxCallTirGetNumInputs(op); i < e; ++i) {
    MlirValue input = relaxCallTirGetInputs(op, i);
    if (batchIsShared(input))
      continue;
    own = true;
    plain &= batchTakes(mlirValueGetType(input));
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    plain &= batchTakes(mlirValueGetType(mlirOperationGetResult(op, i)));
  MlirOperation kernel = bridgeLookupNearestSymbol(
      op,
      strRefFromMlir(mlirFlatSymbolRefAttrGetValue(relaxCallTirGetCallee(op))));
  return own && plain && kernel.ptr && batchKernelCan(kernel);
}

/// Stands between the calls of a unit and has nothing to do with them.
static bool isBeside(MlirOperation op) {
  return relaxIsGetWeight(op) || relaxIsConstant(op) || relaxIsGetField(op) ||
         relaxIsTupleGet(op);
}

//===----------------------------------------------------------------------===//
// Straight lines
//===----------------------------------------------------------------------===//

/// The lines of a block, found before any is changed.
typedef struct Lines {
  Batcher *batcher;
  bool single;           // each call is a line of its own
  MlirOperation **lines; // stb_ds array of them
  MlirOperation function;
} Lines;

static bool usesLine(MlirOperation op, const MlirOperation *line) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirOperation from = definer(mlirOperationGetOperand(op, i));
    for (ptrdiff_t k = 0; from.ptr && k < arrlen((MlirOperation *)line); ++k)
      if (mlirOperationEqual(from, line[k]))
        return true;
  }
  return false;
}

static bool isWhole(MlirValue value) {
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(value), &info) && info.ranked &&
         info.rank == 0 && info.elementType.ptr &&
         mlirTypeIsAInteger(info.elementType);
}

/// Works on single integers alone, as what decides where to go does: sooner done
/// at once than noted, and who asks for it does not wait.
static bool isLittle(const MlirOperation *line) {
  bool little = true;
  for (ptrdiff_t k = 0; little && k < arrlen((MlirOperation *)line); ++k) {
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(line[k]); i < e; ++i)
      little &= isWhole(mlirOperationGetOperand(line[k], i));
    for (intptr_t i = 0, e = mlirOperationGetNumResults(line[k]); i < e; ++i)
      little &= isWhole(mlirOperationGetResult(line[k], i));
  }
  return little;
}

static void endLine(Lines *lines, MlirOperation *line) {
  if (line && !isLittle(line))
    arrput(lines->lines, line);
  else
    arrfree(line);
}

static void findInBlock(Lines *lines, MlirBlock block) {
  MlirOperation *line = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    bool joins = canWait(op);
    if (line && (joins ? lines->single : !isBeside(op) || usesLine(op, line))) {
      endLine(lines, line);
      line = NULL;
    }
    if (joins)
      arrput(line, op);
  }
  endLine(lines, line);
}

static MlirWalkResult findLines(MlirOperation op, void *userData) {
  Lines *lines = userData;
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    if (block.ptr)
      findInBlock(lines, block);
  }
  return MlirWalkResultAdvance;
}

static MlirLogicalResult batchFunction(Batcher *batcher, MlirOperation op) {
  Lines lines = {.batcher = batcher,
                 .function = op,
                 .single =
                     strRefEqual(relaxOptionString(batcher->run, OPTION_UNITS),
                                 strRefFromC("kernel"))};
  mlirOperationWalk(op, findLines, &lines, MlirWalkPreOrder);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0; i < arrlen(lines.lines); ++i) {
    if (mlirLogicalResultIsSuccess(outcome) &&
        passMayRewrite(batcher->run, lines.lines[i][0]))
      outcome = batchDefer(batcher, op, lines.lines[i]);
    arrfree(lines.lines[i]);
  }
  arrfree(lines.lines);
  return outcome;
}

/// A function that prepares weights runs once, before all calls.
static bool prepares(MlirOperation module, MlirOperation function) {
  StrRef name = relaxFuncGetSymName(function);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsWeight(op) && relaxWeightGetPreparedBy(op).ptr &&
        strRefEqual(strRefFromMlir(mlirFlatSymbolRefAttrGetValue(
                        relaxWeightGetPreparedBy(op))),
                    name))
      return true;
  return false;
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
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(run->op, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr && !done;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsFunc(op) && !prepares(run->op, op))
      arrput(functions, op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0;
       i < arrlen(functions) && mlirLogicalResultIsSuccess(outcome); ++i)
    outcome = batchFunction(&batcher, functions[i]);
  if (mlirLogicalResultIsSuccess(outcome) && !done)
    run->counters[BATCH_COUNT_FORCES] = batchWriteForces(run->op);
  arrfree(functions);
  arrfree(batcher.kernels);
  shfree(batcher.units);
  return outcome;
}

static const char *const units[] = {"kernel", "line", NULL};
static const RelaxPassOption options[] = {
    [OPTION_UNITS] = {"units", RELAX_OPTION_STRING,
                      "what waits as one: a call of a program, or all calls "
                      "that follow each other",
                      "line", units},
};
static const char *const counters[] = {[BATCH_COUNT_DEFERRED] =
                                           "calls-deferred",
                                       [BATCH_COUNT_UNITS] = "units",
                                       [BATCH_COUNT_FORCES] = "forces"};

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
    .options = options,
    .numOptions = 1,
    .counters = counters,
    .numCounters = BATCH_NUM_COUNTERS,
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
