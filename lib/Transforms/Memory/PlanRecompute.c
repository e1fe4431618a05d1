//===- PlanRecompute.c - whole plans of memory, each smaller --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every plan begins where the one before ends: evictions are added until the
// arena is below a share of what it would be without any. What a plan takes is
// asked of the planner itself, on a copy of the function.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Signature.h"
#include "lib/Transforms/Memory/RecomputeSearch.h"
#include "lib/Transforms/Memory/RecomputeWrite.h"

enum { OPTION_LEVELS, OPTION_RECOMPUTED, OPTION_RELOAD };
enum { COUNT_LEVELS, COUNT_EVICTIONS, COUNT_RELOADS };

/// Of the bytes that are there at once without evictions; the last plan is as
/// small as it gets.
static const double shares[] = {1.0, 0.8, 0.6, 0.45, 0.33, 0.0};
enum { MAX_LEVELS = sizeof shares / sizeof *shares };

typedef struct Plans {
  Level levels[MAX_LEVELS + 1];
  LevelBytes bytes[MAX_LEVELS + 1];
  intptr_t count;
} Plans;

static void searchAll(const Model *model, intptr_t count, Plans *plans) {
  plans->levels[0] = levelOfModel(model);
  plans->count = 1;
  LevelLife life = levelLife(&plans->levels[0]);
  double whole = (double)(levelPeak(&life) + model->ownBytes);
  levelLifeFree(&life);
  for (intptr_t i = 1; i < count; ++i) {
    Level next = levelCopy(&plans->levels[plans->count - 1]);
    next.inPlace = true;
    double share = i + 1 == count ? 0 : shares[i];
    int64_t target = (int64_t)(whole * share) - model->ownBytes;
    levelSearch(&next, target > 0 ? target : 0);
    plans->levels[plans->count++] = next;
  }
}
/// Plans that are smaller at the probe than the one before.
static void keepSmaller(const Model *model, Plans *plans) {
  int64_t least = INT64_MAX;
  intptr_t kept = 0;
  for (intptr_t i = 0; i < plans->count; ++i) {
    int64_t bytes = INT64_MAX;
    bool known = probeEvaluate(&model->probe, plans->bytes[i].taken, &bytes);
    if (kept && (!known || bytes >= least)) {
      levelFree(&plans->levels[i]);
      continue;
    }
    least = bytes;
    plans->bytes[kept] = plans->bytes[i];
    plans->levels[kept++] = plans->levels[i];
  }
  plans->count = kept;
}

/// What takes over where no plan fits: the operations as they are, without an
/// arena.
static void addRecomputed(const RelaxPassRun *run, Plans *plans) {
  if (!relaxOptionBool(run, OPTION_RECOMPUTED))
    return;
  SymExpr none = symExprConst(run->arena, 0);
  plans->bytes[plans->count] = (LevelBytes){none, none, none};
  plans->levels[plans->count++] = levelCopy(&plans->levels[0]);
}

static void freePlans(Plans *plans) {
  for (intptr_t i = 0; i < plans->count; ++i)
    levelFree(&plans->levels[i]);
}

static void remark(MlirOperation function, MlirOperation where,
                   const char *reason) {
  StrRef name = relaxFuncGetSymName(function);
  bridgeEmitRemark(mlirOperationGetLocation(where),
                   "function '%.*s' has one plan of memory: %s",
                   (int)name.length, name.data, reason);
}

static MlirWalkResult findPlan(MlirOperation op, void *userData) {
  *(bool *)userData |=
      relaxIsArena(op) || relaxIsKill(op) || relaxIsMemoryLevel(op);
  return MlirWalkResultAdvance;
}

static bool isLeftAlone(const RelaxPassRun *run) {
  bool planned = !relaxFuncHasBody(run->op);
  mlirOperationWalk(run->op, findPlan, &planned, MlirWalkPreOrder);
  return planned || !livenessIsKnown(run->op) || relaxPrepares(run->op);
}

/// The function's plans in the place of its body.
static MlirLogicalResult plan(RelaxPassRun *run, const Model *model,
                              intptr_t count) {
  Plans plans;
  bool known;
  searchAll(model, count, &plans);
  MlirLogicalResult outcome =
      levelsMeasure(run, plans.levels, plans.bytes, plans.count, &known);
  if (mlirLogicalResultIsSuccess(outcome) && !known)
    remark(run->op, run->op, planUnknownSizes);
  if (mlirLogicalResultIsSuccess(outcome) && known)
    keepSmaller(model, &plans);
  bool alone = mlirLogicalResultIsSuccess(outcome) && known && count > 1 &&
               plans.count == 1;
  if (alone && !model->hasWhole && !relaxFuncGetSymVisibility(run->op).ptr)
    remark(run->op, run->op, levelWhyWhole(&plans.levels[0]));
  // That one plan may take so much says nothing of what it will take.
  if (mlirLogicalResultIsSuccess(outcome) && known &&
      !(model->hasWhole && plans.count == 1)) {
    LevelBytes *last = &plans.bytes[plans.count - 1];
    last->taken = last->least;
    addRecomputed(run, &plans);
    levelsWrite(run->op, plans.levels, plans.bytes, plans.count);
    run->counters[COUNT_LEVELS] += (uint64_t)plans.count;
    for (intptr_t i = 0; i < plans.count; ++i) {
      run->counters[COUNT_EVICTIONS] +=
          (uint64_t)levelEvictions(&plans.levels[i]);
      run->counters[COUNT_RELOADS] += (uint64_t)levelReloads(&plans.levels[i]);
    }
  }
  freePlans(&plans);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  int64_t count = relaxOptionInt(run, OPTION_LEVELS);
  MlirOperation where;
  const char *reason;
  Model model;
  if (count < 1 || count > MAX_LEVELS)
    return bridgeEmitOpError(run->op,
                             "option 'levels': expected 1 to %d, got %lld",
                             MAX_LEVELS, (long long)count);
  if (isLeftAlone(run))
    return mlirLogicalResultSuccess();
  if (!modelIsKnown(run->op, false, &reason, &where)) {
    remark(run->op, where, reason);
    return mlirLogicalResultSuccess();
  }
  bool known;
  MlirLogicalResult outcome = modelBuild(
      run, run->op, relaxOptionBool(run, OPTION_RELOAD), &model, &known);
  if (mlirLogicalResultIsFailure(outcome) || known)
    return known ? plan(run, &model, (intptr_t)count) : outcome;
  remark(run->op, run->op, planUnknownSizes);
  return outcome;
}

const RelaxPass relaxPlanRecomputePass = {
    .name = "relax-plan-recompute",
    .summary = "whole plans of memory for calls under a limit",
    .documentation =
        "The body of a function becomes the arms of a `relax.dispatch` on "
        "`relax.memory_level`: the same operations, where later arms evict "
        "tensors (`relax.evict`) and compute them again before their next use "
        "(`relax.restore`), and where results of maps take the place of what "
        "they are made of, by BladeDISC++'s rules (arXiv:2412.16985). The "
        "first evicts nothing; the others stay below 0.8, 0.6, 0.45 and 0.33 "
        "of what the first has at once, at likely extents, and the last takes "
        "as little as is found. Bytes of the plans are formulas, those of the "
        "arenas that relax-plan-memory makes and of the results. `relax.evict` "
        "says what bringing the tensor back costs, in bytes that are moved at "
        "likely extents: by computing it again what that reads and writes, or "
        "a fifth of its multiply-adds where that is more, by `reload` eight "
        "times its own bytes; the cheaper is done. Branches, loops, "
        "calls of others or of libraries are steps that never run again; what "
        "calls take is not in the formulas. Functions with state, or extents "
        "that only the run knows, are left as they are, with a remark.",
    .anchor = "relax.func",
    .options =
        {[OPTION_LEVELS] = {"levels", RELAX_OPTION_INT,
                            "how many plans a function may have: 1 to 6", "6",
                            NULL},
         [OPTION_RECOMPUTED] = {"recomputed", RELAX_OPTION_BOOL,
                                "a last arm, of 0 bytes, for `relax-run "
                                "--recompute`: where no plan fits",
                                "false", NULL},
         [OPTION_RELOAD] = {"reload", RELAX_OPTION_BOOL,
                            "tensors may also go to a file and be read back, "
                            "where that costs less than computing them again",
                            "false", NULL}},
    .counters = {[COUNT_LEVELS] = "levels",
                 [COUNT_EVICTIONS] = "evictions",
                 [COUNT_RELOADS] = "reloads"},
    .run = run,
};
