//===- PlanLevels.c - arms that are plans of memory -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Memory/PlanMemory.h"

/// The `relax.memory_level` whose level chooses among the arms, or null.
static MlirOperation levelOf(MlirOperation dispatch, StrRef *name) {
  for (intptr_t i = 0, e = relaxDispatchGetNumInputs(dispatch); i < e; ++i) {
    MlirValue input = relaxDispatchGetInputs(dispatch, i);
    if (!relaxIsMemoryLevel(bridgeDefiner(input)))
      continue;
    MlirOperation op = mlirOpResultGetOwner(input);
    *name = bridgeTextAt(relaxMemoryLevelGetBinds(op), 0);
    return op;
  }
  return (MlirOperation){NULL};
}

/// The level that an arm is taken on; the last arm, without a guard, is that of
/// the last level. -1: any.
static int64_t levelOfArm(Arena *arena, MlirOperation dispatch, intptr_t arm,
                          StrRef name, int64_t numLevels) {
  MlirAttribute guards = relaxDispatchGetGuards(dispatch);
  if (arm == mlirArrayAttrGetNumElements(guards))
    return arm + 1 == numLevels ? arm : -1;
  MlirAttribute guard = mlirArrayAttrGetElement(guards, arm);
  StrRef symbol;
  int64_t level;
  if (mlirArrayAttrGetNumElements(guard) != 1)
    return -1;
  SymFact fact = symFactOf(arena, mlirArrayAttrGetElement(guard, 0));
  bool known = fact.kind == SYM_FACT_EQ && !fact.likely &&
               symExprIsSymbol(fact.lhs, &symbol) &&
               strRefEqual(symbol, name) && symExprIsConst(fact.rhs, &level) &&
               level < numLevels;
  return known ? level : -1;
}

static intptr_t regionOf(MlirOperation op, MlirBlock block) {
  intptr_t region = 0;
  while (!mlirRegionEqual(mlirOperationGetRegion(op, region),
                          mlirBlockGetParentRegion(block)))
    ++region;
  return region;
}

static MlirLogicalResult refuse(MlirOperation op, int64_t level, SymExpr needed,
                                SymExpr said) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "level %lld: expected at least ", (long long)level);
  symExprPrint(needed, &text);
  strBufAppendC(&text, " bytes, got ");
  symExprPrint(said, &text);
  MlirLogicalResult failure = bridgeEmitOpError(op, "%s", strBufText(&text));
  strBufFree(&text);
  return failure;
}

/// The level of a block that is such an arm, or -1.
static int64_t levelOfBlock(Arena *arena, MlirBlock block, MlirOperation *op) {
  MlirOperation dispatch = mlirBlockGetParentOperation(block);
  StrRef name = {"", 0};
  *op = relaxIsDispatch(dispatch) ? levelOf(dispatch, &name)
                                  : (MlirOperation){NULL};
  return op->ptr ? levelOfArm(arena, dispatch, regionOf(dispatch, block), name,
                              mlirArrayAttrGetNumElements(
                                  relaxMemoryLevelGetLevels(*op)))
                 : -1;
}

bool planIsInPlace(Arena *arena, MlirBlock block) {
  MlirOperation op;
  return levelOfBlock(arena, block, &op) > 0;
}

bool planWantsArena(Arena *arena, MlirBlock block, bool onlyPlans) {
  MlirOperation op;
  int64_t level = levelOfBlock(arena, block, &op), bytes;
  if (level <= 0)
    return level == 0 || !onlyPlans;
  MlirAttribute said =
      mlirArrayAttrGetElement(relaxMemoryLevelGetLevels(op), level);
  return !symExprIsConst(symExprOf(arena, said), &bytes) || bytes != 0;
}

MlirLogicalResult planCheckLevel(const Planner *planner, SymExpr total) {
  MlirOperation op;
  int64_t level = levelOfBlock(planner->run->arena, planner->block, &op);
  SymExpr needed;
  if (level < 0)
    return mlirLogicalResultSuccess();
  if (planHasWhole(planner))
    needed = total; // the rest is what happens there
  else if (!planActivations(planner, total, &needed))
    return bridgeEmitOpError(op,
                             "level %lld: what its arm takes is not known when "
                             "it begins",
                             (long long)level);
  SymExpr said =
      symExprOf(planner->run->arena,
                mlirArrayAttrGetElement(relaxMemoryLevelGetLevels(op), level));
  if (symExprEqual(needed, said) ||
      factsAtMost(&planner->bounds.facts, needed, said))
    return mlirLogicalResultSuccess();
  return refuse(op, level, needed, said);
}
