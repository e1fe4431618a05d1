//===- DeduceRegions.c - branches, loops and versions ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The walk goes through regions; what holds inside is forgotten behind them.
// Results are what all regions yield (a join), those of a loop its entry's
// types. `where` of a loop is required before it and at every yield; what is
// said of results, at the yields that give them.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Sym/Region.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Transforms/Shapes/Deduction.h"

#include <stb/stb_ds.h>

static MlirOperation endOf(MlirOperation op, intptr_t region) {
  return mlirBlockGetTerminator(bridgeBlock(op, region));
}

/// Walks a region, and requires `requirement` (without place and values) of
/// what it yields.
static MlirLogicalResult deduceRegion(Deduction *deduction, MlirOperation op,
                                      intptr_t region,
                                      Requirement *requirement) {
  size_t before = deduction->facts.count;
  factsAddRegion(&deduction->facts, op, mlirOperationGetRegion(op, region));
  MlirLogicalResult outcome = deduceBlock(deduction, bridgeBlock(op, region));
  if (mlirLogicalResultIsSuccess(outcome) && requirement) {
    requirement->at = endOf(op, region);
    outcome = deductionFit(deduction, requirement);
    if (mlirLogicalResultIsSuccess(outcome))
      outcome = deductionRequire(deduction, requirement);
  }
  factsRewind(&deduction->facts, before);
  return outcome;
}

static MlirType *resultTypes(Deduction *deduction, MlirOperation op,
                             intptr_t *count) {
  *count = mlirOperationGetNumResults(op);
  return bridgeResultTypes(deduction->arena, op);
}

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

static bool sameRank(MlirType a, MlirType b) {
  RelaxTensorInfo x, y;
  return relaxTensorInfo(a, &x) && relaxTensorInfo(b, &y) && x.ranked &&
         y.ranked && x.rank == y.rank;
}

/// What both types say and `op` may say of its result: least common type.
static MlirType join(Deduction *deduction, MlirOperation op, MlirType a,
                     MlirType b) {
  RelaxTensorInfo x, y;
  if (!sameRank(a, b) || !relaxTensorInfo(a, &x) || !relaxTensorInfo(b, &y))
    return a;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, x.rank);
  for (intptr_t i = 0; i < x.rank; ++i)
    dims[i] =
        relaxDimEqual(x.dims[i], y.dims[i]) && symAllFlowInto(op, x.dims[i])
            ? x.dims[i]
            : symUnknownAttribute(deduction->context);
  if (!mlirAttributeEqual(x.device, y.device))
    x.device = (MlirAttribute){NULL};
  return relaxTensorTypeLike(x, x.rank, dims);
}

/// A declared `?` becomes what every region yields.
static void joinResults(Deduction *deduction, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = mlirValueGetType(mlirOperationGetOperand(endOf(op, 0), i));
    bool ranked = sameRank(type, type);
    for (intptr_t r = 0, n = mlirOperationGetNumRegions(op); r < n; ++r) {
      MlirType next =
          mlirValueGetType(mlirOperationGetOperand(endOf(op, r), i));
      ranked &= sameRank(type, next);
      type = join(deduction, op, type, next);
    }
    if (ranked)
      deductionSetType(
          deduction, result,
          deductionFill(deduction, mlirValueGetType(result), type));
  }
}

static MlirLogicalResult deduceVersions(Deduction *deduction, MlirOperation op,
                                        MlirAttribute binds,
                                        MlirAttribute facts) {
  Requirement requirement = {
      .only = binds, .facts = facts, .subject = bridgeOpName(op)};
  if (!binds.ptr)
    requirement.only = mlirArrayAttrGet(deduction->context, 0, NULL);
  requirement.formals = resultTypes(deduction, op, &requirement.count);
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirAttribute guards = relaxIsDispatch(op) ? relaxDispatchGetGuards(op)
                                               : (MlirAttribute){NULL};
    requirement.equations = (MlirAttribute){NULL};
    if (guards.ptr && r < mlirArrayAttrGetNumElements(guards))
      requirement.equations = mlirArrayAttrGetElement(guards, r);
    if (mlirLogicalResultIsFailure(
            deduceRegion(deduction, op, r, &requirement)))
      return mlirLogicalResultFailure();
  }
  joinResults(deduction, op);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The results have the entry's types under the third substitution; what the
/// invariant says of the last round is known of them.
static void deduceLoopResults(Deduction *deduction, MlirOperation op,
                              MlirAttribute bound) {
  RelaxMatch match = {.arena = deduction->arena};
  MlirBlock entry = bridgeBody(op);
  intptr_t count = mlirOperationGetNumResults(op);
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchBind(&match, mlirValueGetType(mlirBlockGetArgument(entry, i)),
                   mlirValueGetType(mlirOperationGetResult(op, i)), bound,
                   relaxWhileGetBinds(op));
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = relaxMatchSubstitute(
        &match, mlirValueGetType(mlirBlockGetArgument(entry, i)));
    if (type.ptr)
      deductionSetType(
          deduction, result,
          deductionFill(deduction, mlirValueGetType(result), type));
  }
  MlirAttribute known =
      deductionSubstituteFacts(deduction, &match, relaxWhileGetInvariant(op));
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(known); i < e; ++i) {
    SymFact fact =
        symFactOf(deduction->arena, mlirArrayAttrGetElement(known, i));
    if (!symExprIsUnknown(fact.lhs) && !symExprIsUnknown(fact.rhs))
      factsAdd(&deduction->facts, fact);
  }
}

bool deductionTry(Deduction *deduction, MlirOperation copy) {
  uint64_t unused[NUM_DEDUCTION_COUNTERS] = {0},
           *counters = deduction->counters;
  ClaimEntry *claims = deduction->claims;
  deductionFindNames(deduction);
  ptrdiff_t names = arrlen(deduction->names);
  deduction->counters = unused;
  deduction->claims = NULL;
  deductionFindClaims(deduction, copy);
  MlirDiagnosticHandlerID handler = deductionHush(deduction);
  bool good =
      mlirLogicalResultIsSuccess(deduceRegion(deduction, copy, 0, NULL)) &&
      mlirLogicalResultIsSuccess(deduceRegion(deduction, copy, 1, NULL));
  mlirContextDetachDiagnosticHandler(deduction->context, handler);
  hmfree(deduction->claims);
  deduction->claims = claims;
  deduction->counters = counters;
  if (arrlen(deduction->names) > names)
    arrsetlen(deduction->names, names);
  return good;
}

static MlirWalkResult forget(MlirOperation op, void *userData) {
  Deduction *deduction = userData;
  shapeValuesForget(deduction->values, op);
  return MlirWalkResultAdvance;
}

void deductionForget(Deduction *deduction, MlirOperation op) {
  mlirOperationWalk(op, forget, deduction, MlirWalkPreOrder);
}

static MlirLogicalResult deduceLoop(Deduction *deduction, MlirOperation op) {
  deduceLoopEntry(deduction, op);
  MlirAttribute bound = symRegionBinds(op);
  MlirBlock entry = bridgeBody(op);
  Requirement requirement = {.at = op,
                             .count = mlirBlockGetNumArguments(entry),
                             .only = bound,
                             .facts = relaxWhileGetInvariant(op),
                             .subject = bridgeOpName(op)};
  requirement.formals = bridgeArgumentTypes(deduction->arena, entry);
  if (mlirLogicalResultIsFailure(deductionFit(deduction, &requirement)) ||
      mlirLogicalResultIsFailure(deductionRequire(deduction, &requirement)) ||
      mlirLogicalResultIsFailure(deduceRegion(deduction, op, 0, NULL)) ||
      mlirLogicalResultIsFailure(deduceRegion(deduction, op, 1, &requirement)))
    return mlirLogicalResultFailure();
  deduceLoopResults(deduction, op, bound);
  return deductionRequireBehind(deduction, op);
}

MlirLogicalResult deduceRegions(Deduction *deduction, MlirOperation op) {
  if (relaxIsScan(op)) // its types are what the text says
    return deduceRegion(deduction, op, 0, NULL);
  if (relaxIsWhile(op))
    return deduceLoop(deduction, op);
  if (relaxIsIf(op))
    return deduceVersions(deduction, op, relaxIfGetBinds(op),
                          relaxIfGetFacts(op));
  return deduceVersions(deduction, op, relaxDispatchGetBinds(op),
                        relaxDispatchGetFacts(op));
}
