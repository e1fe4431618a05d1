//===- PlanMemory.c - results of kernels into one arena -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/PlanMemory.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"

enum { OPTION_ARENA };
enum { COUNT_PLACED, COUNT_OWN, COUNT_BLOCKS, COUNT_BOUNDED };

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirWalkResult findArena(MlirOperation op, void *userData) {
  *(bool *)userData |= relaxIsArena(op) || relaxIsKill(op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult plan(Planner *planner) {
  SymExpr total;
  uint64_t *counters = planner->run->counters;
  if (mlirLogicalResultIsFailure(planPlaces(planner, &total)) ||
      (planner->arena &&
       mlirLogicalResultIsFailure(planCheckLevel(planner, total))))
    return mlirLogicalResultFailure();
  if (planner->numPlaced && planner->arena)
    planWrite(planner, total);
  else if (planner->numPlaced)
    planWriteWithout(planner);
  counters[COUNT_PLACED] += (uint64_t)planner->numPlaced;
  counters[COUNT_OWN] +=
      (uint64_t)(planner->liveness.numBuffers - planner->numPlaced);
  counters[COUNT_BLOCKS] += (uint64_t)planner->plan.numBlocks;
  counters[COUNT_BOUNDED] += (uint64_t)planner->numBounded;
  return mlirLogicalResultSuccess();
}

static bool hasArena(const RelaxPassRun *run, MlirBlock block) {
  StrRef mode = relaxOptionString(run, OPTION_ARENA);
  return !strRefEqual(mode, strRefFromC("false")) &&
         planWantsArena(run->arena, block,
                        strRefEqual(mode, strRefFromC("plans")));
}

/// The body of a function, and of every region in it: each has an arena of its
/// own.
static MlirLogicalResult planRegions(RelaxPassRun *run, MlirOperation op) {
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock block = bridgeBlock(op, r);
    for (MlirOperation inner = mlirBlockGetFirstOperation(block); inner.ptr;
         inner = mlirOperationGetNextInBlock(inner))
      if (mlirLogicalResultIsFailure(planRegions(run, inner)))
        return mlirLogicalResultFailure();
    Planner planner;
    planOpen(run, block, hasArena(run, block), &planner);
    planner.inPlace = planner.arena && planIsInPlace(run->arena, block);
    planner.mayDoWithout = planner.arena;
    MlirLogicalResult planned = plan(&planner);
    bool again = planner.isTooLong && planner.mayDoWithout;
    planClose(&planner);
    if (again) {
      planOpen(run, block, false, &planner);
      planned = plan(&planner);
      planClose(&planner);
    }
    if (mlirLogicalResultIsFailure(planned))
      return planned;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  bool planned = false;
  if (mlirLogicalResultIsFailure(planInlineRestores(run->op)))
    return mlirLogicalResultFailure();
  mlirOperationWalk(run->op, findArena, &planned, MlirWalkPreOrder);
  if (planned || !livenessIsKnown(run->op))
    return mlirLogicalResultSuccess();
  return planRegions(run, run->op);
}

static const char *const arenaModes[] = {"true", "false", "plans", NULL};
const RelaxPass relaxPlanMemoryPass = {
    .name = "relax-plan-memory",
    .summary = "give the results of kernels places in one arena",
    .documentation =
        "Every result of a `relax.call_tir` or a pure `relax.call_library` "
        "that does not leave the function "
        "gets an offset in one arena, which is allocated at the entry; both "
        "are formulas in the symbols of the arguments. Every region has an "
        "arena of its own for what does not leave it; where no expression can "
        "say an arena's size, there is none. An extent that only the "
        "run knows counts as the bound that the facts of its binder give it "
        "(`binds (k) where (k <= n)`); the result takes the front of its "
        "place. "
        "Tensors share a block "
        "of the arena when their lives do not meet and the prover shows that "
        "the block is large enough; a block may grow for a tensor that is "
        "provably larger. They are placed in the order of the program, and "
        "once more the large ones first; the plan that takes less at likely "
        "or usual extents stands. Of a chain, where no more than two live at "
        "once, "
        "tensors "
        "lie in turns at both ends, if that takes less. `relax.kill` stands "
        "behind the last use of a tensor "
        "through all its views. Results that are returned, yielded, carried by "
        "a loop or passed to a "
        "`relax.call`, and those whose size is not known at the entry, keep "
        "memory of their own (`?`). Functions that are planned already, or "
        "not legalised, are left alone. Without an arena every result has "
        "memory of its own, for `relax-run --recompute`; so has the arm of a "
        "level of 0 bytes behind others.",
    .anchor = "relax.func",
    .options = {[OPTION_ARENA] = {"arena", RELAX_OPTION_STRING,
                                  "false: only write where lives end; plans: "
                                  "arms of `relax.memory_level` alone have one",
                                  "true", arenaModes}},
    .counters = {"buffers-in-arena", "buffers-own", "arena-blocks",
                 "buffers-at-bound"},
    .run = run,
};
