//===- RecomputeMeasure.c - what plans take -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Memory/RecomputeWrite.h"

const char planUnknownSizes[] = "not all sizes are known when it begins";

/// What the planner makes of the arm: bytes, if they are a formula.
static MlirLogicalResult measureArm(RelaxPassRun *run, MlirBlock block,
                                    LevelBytes *bytes, bool *known) {
  Planner planner;
  SymExpr total;
  planOpen(run, block, true, &planner);
  planner.inPlace = planIsInPlace(run->arena, block);
  MlirLogicalResult outcome = planPlaces(&planner, &total);
  *known = mlirLogicalResultIsSuccess(outcome) &&
           planActivations(&planner, total, &bytes->taken);
  bytes->least = planHasWhole(&planner) ? total : bytes->taken;
  bytes->reloads = planner.fileBytes;
  planClose(&planner);
  return outcome;
}

MlirLogicalResult levelsMeasure(RelaxPassRun *run, const Level *levels,
                                LevelBytes *bytes, intptr_t count,
                                bool *known) {
  SymExpr none = symExprConst(run->arena, 0);
  for (intptr_t i = 0; i < count; ++i)
    bytes[i] = (LevelBytes){none, none, none};
  MlirOperation trial = mlirOperationClone(run->op);
  MlirOperation dispatch = levelsWrite(trial, levels, bytes, count);
  MlirLogicalResult outcome = planInlineRestores(trial);
  *known = true;
  for (intptr_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && *known && i < count; ++i)
    outcome = measureArm(run, bridgeBlock(dispatch, i), &bytes[i], known);
  mlirOperationDestroy(trial);
  return outcome;
}
