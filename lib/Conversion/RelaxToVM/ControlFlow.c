//===- ControlFlow.c - branches, loops and versions to instructions -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToVM/ControlFlow.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "lib/Bridge/Core/Values.h"

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// The register that holds 1 where the condition is true, and the fact that
/// says so.
static MlirValue loadCondition(VmLowering *lowering, MlirValue condition,
                               MlirOperation op, MlirAttribute *facts) {
  MlirType number = mlirIntegerTypeGet(lowering->context, 64);
  VmLoadExtentArgs args = {vmLoweringValue(lowering, condition), 0,
                           bridgeOpName(op), number};
  Arena *arena = lowering->arena;
  SymFact fact = {.kind = SYM_FACT_EQ,
                  .lhs = symExprSymbol(arena, strRefFromC("%0")),
                  .rhs = symExprConst(arena, 1)};
  MlirAttribute holds = symFactToAttribute(lowering->context, fact);
  *facts = mlirArrayAttrGet(lowering->context, 1, &holds);
  return vmLoweringAppend(
      lowering, vmLoadExtentCreate(bridgeUnnamed(lowering->loc), &args));
}

MlirLogicalResult vmLowerIf(VmLowering *lowering, MlirOperation op) {
  if (vmConstructorTest(op).ptr)
    return vmLowerSwitch(lowering, op);
  VmBranchArgs args = {
      .arm = vmArmName(lowering, op, ""),
      .else_arm = vmLoweringText(lowering, vmArmName(lowering, op, " else")),
      .numResultsTypes = mlirOperationGetNumResults(op),
      .resultsTypes = bridgeResultTypes(lowering->arena, op)};
  MlirValue index =
      loadCondition(lowering, relaxIfGetCondition(op), op, &args.facts);
  args.numIndices = 1;
  args.indices = &index;
  MlirOperation branch = vmBranchCreate(lowering->loc, &args);
  vmLoweringAppend(lowering, branch);
  for (intptr_t r = 0; r < 2; ++r) {
    RegionLowering region = {op, r, mlirOperationGetRegion(branch, r),
                             mlirBlockCreate(0, NULL, NULL), vmEndWithYield};
    if (mlirLogicalResultIsFailure(vmLowerRegion(lowering, &region)))
      return mlirLogicalResultFailure();
  }
  return vmMapResults(lowering, op, branch, bridgeOpName(op));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static MlirLogicalResult endWithCondition(VmLowering *lowering,
                                          MlirOperation condition,
                                          MlirOperation op) {
  VmConditionArgs args = {.arm = vmArmName(lowering, op, " round")};
  MlirValue index = loadCondition(
      lowering, relaxConditionGetCondition(condition), condition, &args.facts);
  args.numIndices = 1;
  args.indices = &index;
  return vmLoweringDo(lowering, vmConditionCreate(lowering->loc, &args));
}

MlirLogicalResult vmLowerWhile(VmLowering *lowering, MlirOperation op) {
  intptr_t count = relaxWhileGetNumInits(op);
  VmLoopArgs args = {count, vmLoweringValues(lowering, op), count,
                     bridgeResultTypes(lowering->arena, op)};
  MlirOperation loop = vmLoopCreate(lowering->loc, &args);
  vmLoweringAppend(lowering, loop);
  for (intptr_t r = 0; r < 2; ++r) {
    RegionLowering region = {op, r, mlirOperationGetRegion(loop, r),
                             mlirBlockCreate(0, NULL, NULL),
                             r ? vmEndWithYield : endWithCondition};
    for (intptr_t i = 0; i < count; ++i) {
      MlirValue argument = mlirBlockGetArgument(bridgeBlock(op, r), i);
      vmLoweringMap(lowering, argument,
                    mlirBlockAddArgument(region.block,
                                         mlirValueGetType(argument),
                                         mlirValueGetLocation(argument)));
    }
    if (mlirLogicalResultIsFailure(vmLowerRegion(lowering, &region)))
      return mlirLogicalResultFailure();
  }
  return vmMapResults(lowering, op, loop, bridgeOpName(op));
}

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

/// The arms from `arm` on, each in the other region of the one before.
static MlirLogicalResult lowerArms(VmLowering *lowering, MlirOperation op,
                                   intptr_t arm, MlirOperation *branch);

static void mapArguments(VmLowering *lowering, MlirOperation op, intptr_t arm) {
  for (intptr_t i = 0, e = relaxDispatchGetNumInputs(op); i < e; ++i)
    vmLoweringMap(lowering, mlirBlockGetArgument(bridgeBlock(op, arm), i),
                  vmLoweringValue(lowering, relaxDispatchGetInputs(op, i)));
}

static MlirLogicalResult lowerElse(VmLowering *lowering, MlirOperation op,
                                   intptr_t arm, MlirRegion to) {
  RegionLowering region = {op, arm, to, mlirBlockCreate(0, NULL, NULL),
                           vmEndWithYield};
  if (arm == mlirArrayAttrGetNumElements(relaxDispatchGetGuards(op))) {
    mapArguments(lowering, op, arm);
    return vmLowerRegion(lowering, &region);
  }
  MlirBlock outer = lowering->block;
  MlirOperation inner;
  mlirRegionAppendOwnedBlock(to, region.block);
  lowering->block = region.block;
  MlirLogicalResult outcome = lowerArms(lowering, op, arm, &inner);
  if (mlirLogicalResultIsSuccess(outcome)) {
    intptr_t count = mlirOperationGetNumResults(inner);
    MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, count);
    for (intptr_t i = 0; i < count; ++i)
      values[i] = mlirOperationGetResult(inner, i);
    VmYieldArgs args = {count, values};
    vmLoweringAppend(lowering, vmYieldCreate(lowering->loc, &args));
  }
  lowering->block = outer;
  return outcome;
}

static MlirLogicalResult lowerArms(VmLowering *lowering, MlirOperation op,
                                   intptr_t arm, MlirOperation *branch) {
  MlirAttribute guards = relaxDispatchGetGuards(op);
  StrRef what = arenaFormat(lowering->arena, " arm %ld", (long)arm);
  VmOperands operands = {.lowering = lowering};
  VmBranchArgs args = {
      .arm = vmArmName(lowering, op, what.data),
      .facts = vmGuardFacts(&operands, mlirArrayAttrGetElement(guards, arm)),
      .numResultsTypes = mlirOperationGetNumResults(op),
      .resultsTypes = bridgeResultTypes(lowering->arena, op)};
  args.numIndices = operands.count;
  args.indices = operands.values;
  if (arm + 1 == mlirArrayAttrGetNumElements(guards))
    args.else_arm = vmLoweringText(lowering, vmArmName(lowering, op, " else"));
  MlirLocation loc = mlirOperationGetLocation(op);
  *branch = vmBranchCreate(arm ? bridgeUnnamed(loc) : loc, &args);
  vmLoweringAppend(lowering, *branch);
  RegionLowering region = {op, arm, mlirOperationGetRegion(*branch, 0),
                           mlirBlockCreate(0, NULL, NULL), vmEndWithYield};
  mapArguments(lowering, op, arm);
  if (mlirLogicalResultIsFailure(vmLowerRegion(lowering, &region)))
    return mlirLogicalResultFailure();
  return lowerElse(lowering, op, arm + 1, mlirOperationGetRegion(*branch, 1));
}

/// Without guards there is only the last arm, which runs here.
static MlirLogicalResult lowerOnlyArm(VmLowering *lowering, MlirOperation op) {
  MlirBlock block = bridgeBody(op);
  MlirOperation inner = mlirBlockGetFirstOperation(block);
  mapArguments(lowering, op, 0);
  for (; !bridgeIsTerminator(inner); inner = mlirOperationGetNextInBlock(inner))
    if (mlirLogicalResultIsFailure(lowering->lower(lowering, inner)))
      return mlirLogicalResultFailure();
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    vmMapResult(lowering, mlirOperationGetResult(op, i),
                vmLoweringValue(lowering, mlirOperationGetOperand(inner, i)),
                bridgeOpName(op));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerDispatch(VmLowering *lowering, MlirOperation op) {
  MlirOperation branch;
  if (mlirOperationGetNumRegions(op) == 1)
    return lowerOnlyArm(lowering, op);
  if (mlirLogicalResultIsFailure(lowerArms(lowering, op, 0, &branch)))
    return mlirLogicalResultFailure();
  return vmMapResults(lowering, op, branch, bridgeOpName(op));
}
