//===- WeighPrograms.c - which programs are worth most time ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Fegade et al., "ACRoBat", MLSys 2024, on priorities of tuning: a program in a
// recursion, and in one that another one enters, runs more often. The level of
// a function is how many functions there are at most from one that everybody
// may call to it, where those that call each other are one.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Once.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Batch/MeasuredRuns.h"

#include <stb/stb_ds.h>

enum { OPTION_PROFILE };
enum { COUNT_PROGRAMS };
enum { WEIGHT_OF_LEVEL = 5 };

typedef struct Weigher {
  RelaxPassRun *run;
  MlirOperation *functions;  // stb_ds array
  bool *reaches;             // by two of them: the first calls on to the second
  int64_t *levels, *weights; // stb_ds arrays: of functions, of programs
  MlirOperation *programs;   // stb_ds array
  ptrdiff_t function;        // that is walked
} Weigher;

/// The place in a list (stb_ds) of what the reference means, or -1.
static ptrdiff_t find(const Weigher *weigher, MlirOperation *list,
                      MlirAttribute reference) {
  return bridgeIndexOf(list, arrlen(list),
                       bridgeFollow(weigher->run->op, reference));
}

static MlirWalkResult findCalls(MlirOperation op, void *userData) {
  Weigher *weigher = userData;
  MlirAttribute callee = relaxIsCall(op)      ? relaxCallGetCallee(op)
                         : relaxIsDefer(op)   ? relaxDeferGetCallee(op)
                         : relaxIsClosure(op) ? relaxClosureGetCallee(op)
                                              : (MlirAttribute){NULL};
  ptrdiff_t at = callee.ptr ? find(weigher, weigher->functions, callee) : -1;
  if (at >= 0)
    weigher->reaches[weigher->function * arrlen(weigher->functions) + at] =
        true;
  return MlirWalkResultAdvance;
}

static void findReach(Weigher *weigher) {
  ptrdiff_t count = arrlen(weigher->functions);
  weigher->reaches = ARENA_ARRAY(weigher->run->arena, bool, count *count + 1);
  for (ptrdiff_t i = 0; i < count * count; ++i)
    weigher->reaches[i] = false;
  for (weigher->function = 0; weigher->function < count; ++weigher->function)
    mlirOperationWalk(weigher->functions[weigher->function], findCalls, weigher,
                      MlirWalkPreOrder);
  for (ptrdiff_t k = 0; k < count; ++k)
    for (ptrdiff_t i = 0; i < count; ++i)
      for (ptrdiff_t j = 0; weigher->reaches[i * count + k] && j < count; ++j)
        weigher->reaches[i * count + j] |= weigher->reaches[k * count + j];
}

/// Longest ways, where those that reach each other are at one level.
static void findLevels(Weigher *weigher) {
  ptrdiff_t count = arrlen(weigher->functions);
  for (ptrdiff_t i = 0; i < count; ++i)
    arrput(weigher->levels, 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (ptrdiff_t i = 0; i < count; ++i)
      for (ptrdiff_t j = 0; j < count; ++j) {
        if (!weigher->reaches[i * count + j])
          continue;
        int64_t least = weigher->levels[i] + !weigher->reaches[j * count + i];
        changed |= weigher->levels[j] < least;
        weigher->levels[j] =
            weigher->levels[j] < least ? least : weigher->levels[j];
      }
  }
}

static MlirWalkResult addWeight(MlirOperation op, void *userData) {
  Weigher *weigher = userData;
  ptrdiff_t at = relaxIsCallTir(op) ? find(weigher, weigher->programs,
                                           relaxCallTirGetCallee(op))
                                    : -1;
  if (at >= 0)
    weigher->weights[at] +=
        WEIGHT_OF_LEVEL * weigher->levels[weigher->function];
  return MlirWalkResultAdvance;
}

static void collect(Weigher *weigher) {
  bridgeCollect(weigher->run->op, relaxIsFunc, &weigher->functions);
  bridgeCollect(weigher->run->op, tirIsFunc, &weigher->programs);
  for (ptrdiff_t i = 0; i < arrlen(weigher->programs); ++i)
    arrput(weigher->weights, 1);
}

/// How often each ran.
static bool takeMeasured(Weigher *weigher, StrRef path) {
  MeasuredRuns *runs = NULL;
  bool good = measuredRunsRead(
      weigher->run->op, arenaCopyString(weigher->run->arena, path).data, &runs);
  bool any = false;
  for (ptrdiff_t i = 0; i < arrlen(weigher->programs) && good; ++i) {
    StrRef name = tirFuncGetSymName(weigher->programs[i]);
    const MeasuredRuns *known = strMapEntry(runs, name.data);
    weigher->weights[i] = known ? known->value : 0;
    any |= weigher->weights[i] > 0;
  }
  shfree(runs);
  if (good && !any && arrlen(weigher->programs)) {
    bridgeEmitOpError(weigher->run->op,
                      "'%.*s': no program that ran there is one of this module",
                      (int)path.length, path.data);
    return false;
  }
  return good;
}

static void takeLevels(Weigher *weigher) {
  findReach(weigher);
  findLevels(weigher);
  for (weigher->function = 0; weigher->function < arrlen(weigher->functions);
       ++weigher->function)
    mlirOperationWalk(weigher->functions[weigher->function], addWeight, weigher,
                      MlirWalkPreOrder);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Weigher weigher = {.run = run};
  MlirType word = mlirIntegerTypeGet(run->context, 64);
  StrRef profile = relaxOptionString(run, OPTION_PROFILE);
  bool good = true;
  collect(&weigher);
  if (profile.length)
    good = takeMeasured(&weigher, profile);
  else
    takeLevels(&weigher);
  for (ptrdiff_t i = 0; i < arrlen(weigher.programs) && good; ++i)
    mlirOperationSetDiscardableAttributeByName(
        weigher.programs[i], mlirStringRefCreateFromCString(TIR_WEIGHT),
        mlirIntegerAttrGet(word, weigher.weights[i]));
  run->counters[COUNT_PROGRAMS] = good ? (uint64_t)arrlen(weigher.programs) : 0;
  arrfree(weigher.functions);
  arrfree(weigher.programs);
  arrfree(weigher.levels);
  arrfree(weigher.weights);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

const RelaxPass relaxWeighProgramsPass = {
    .name = "relax-weigh-programs",
    .summary = "write on programs how much their time counts",
    .documentation =
        "Each `tir.func` gets `tir.weight`, 1 and 5 more for each level of the "
        "functions that call it: how many calls lead there at most from a "
        "public function, where functions that call each other count as one. "
        "Programs of a recursion weigh more than those that run once: whoever "
        "tries schedules for them begins with these. With `profile=` the "
        "weight is how often a program of that name ran in the calls, 1 where "
        "it ran at load alone, and 0 where it did not: `relax-schedule-rules` "
        "leaves such a program its plain loops.\n",
    .anchor = "builtin.module",
    .options =
        {[OPTION_PROFILE] = {"profile", RELAX_OPTION_STRING,
                             "a file of `relax-run --profile=FILE.json`: "
                             "weights are how often programs ran",
                             "", NULL}},
    .counters = {[COUNT_PROGRAMS] = "programs-weighed"},
    .run = run,
};
