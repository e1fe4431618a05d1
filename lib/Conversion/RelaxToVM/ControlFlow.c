//===- ControlFlow.c - branches, loops and versions to instructions -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a region binds gets registers at its beginning, anew in every round, and
// is forgotten behind it; so are the symbols of results behind the operation.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToVM/ControlFlow.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

StrRef vmArmName(VmLowering *lowering, MlirOperation op, const char *what) {
  StrBuf text = {0};
  MlirAttribute symbol = bridgeInherent(lowering->source, "sym_name");
  StrRef function = strRefFromMlir(mlirStringAttrGetValue(symbol));
  StrRef name = bridgeOpName(op);
  StrRef value = bridgeLocationName(mlirOperationGetLocation(op));
  strBufAppendFormat(&text, "%.*s: %.*s%s%.*s%s", (int)function.length,
                     function.data, (int)name.length, name.data,
                     value.length ? " %" : "", (int)value.length, value.data,
                     what);
  StrRef result =
      arenaCopyString(lowering->arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  return result;
}

MlirType *vmResultTypes(VmLowering *lowering, MlirOperation op) {
  intptr_t count = mlirOperationGetNumResults(op);
  MlirType *types = ARENA_ARRAY(lowering->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
  return types;
}

void vmMapResults(VmLowering *lowering, MlirOperation op,
                  MlirOperation lowered) {
  intptr_t count = mlirOperationGetNumResults(op);
  MlirType *types = vmResultTypes(lowering, op);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, count);
  StrRef *subjects = ARENA_ARRAY(lowering->arena, StrRef, count);
  for (intptr_t i = 0; i < count; ++i) {
    values[i] = mlirOperationGetResult(lowered, i);
    subjects[i] = bridgeOpName(op);
    vmLoweringMap(lowering, mlirOperationGetResult(op, i), values[i]);
  }
  vmLowerDims(lowering, values, types, subjects, count, false);
}

MlirLogicalResult vmLowerRegion(VmLowering *lowering,
                                const RegionLowering *what) {
  MlirBlock outer = lowering->block, from = bridgeBlock(what->op, what->region);
  ptrdiff_t numSymbols = arrlen(lowering->symbols);
  intptr_t count = mlirBlockGetNumArguments(from);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, count);
  MlirType *types = ARENA_ARRAY(lowering->arena, MlirType, count);
  StrRef *subjects = ARENA_ARRAY(lowering->arena, StrRef, count);
  mlirRegionAppendOwnedBlock(what->to, what->block);
  lowering->block = what->block;
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue argument = mlirBlockGetArgument(from, i);
    values[i] = vmLoweringValue(lowering, argument);
    types[i] = mlirValueGetType(argument);
    subjects[i] = bridgeOpName(what->op);
  }
  MlirLogicalResult outcome =
      vmLowerDims(lowering, values, types, subjects, count, false);
  MlirOperation op = mlirBlockGetFirstOperation(from);
  for (; mlirLogicalResultIsSuccess(outcome) && !bridgeIsTerminator(op);
       op = mlirOperationGetNextInBlock(op))
    outcome = vmLowerOperation(lowering, op);
  if (mlirLogicalResultIsSuccess(outcome)) {
    lowering->loc = mlirOperationGetLocation(op);
    outcome = what->end(lowering, op, what->op);
  }
  arrsetlen(lowering->symbols, numSymbols);
  lowering->block = outer;
  return outcome;
}

MlirLogicalResult vmEndWithYield(VmLowering *lowering, MlirOperation yield,
                                 MlirOperation op) {
  (void)op;
  intptr_t count = mlirOperationGetNumOperands(yield);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = vmLoweringValue(lowering, mlirOperationGetOperand(yield, i));
  VmYieldArgs args = {count, values};
  vmLoweringAppend(lowering, vmYieldCreate(lowering->loc, &args));
  return mlirLogicalResultSuccess();
}

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
      .resultsTypes = vmResultTypes(lowering, op)};
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
  vmMapResults(lowering, op, branch);
  return mlirLogicalResultSuccess();
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
  vmLoweringAppend(lowering, vmConditionCreate(lowering->loc, &args));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerWhile(VmLowering *lowering, MlirOperation op) {
  intptr_t count = relaxWhileGetNumInits(op);
  MlirValue *inits = ARENA_ARRAY(lowering->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    inits[i] = vmLoweringValue(lowering, relaxWhileGetInits(op, i));
  VmLoopArgs args = {count, inits, count, vmResultTypes(lowering, op)};
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
  vmMapResults(lowering, op, loop);
  return mlirLogicalResultSuccess();
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

MlirAttribute vmGuardFacts(VmOperands *operands, MlirAttribute guard) {
  VmLowering *lowering = operands->lowering;
  intptr_t count = mlirArrayAttrGetNumElements(guard), kept = 0;
  MlirAttribute *facts = ARENA_ARRAY(lowering->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(guard, i);
    if (!symFactAttrGetLikely(fact))
      facts[kept++] = vmOperandFact(operands, fact);
  }
  return mlirArrayAttrGet(lowering->context, kept, facts);
}

static MlirLogicalResult lowerArms(VmLowering *lowering, MlirOperation op,
                                   intptr_t arm, MlirOperation *branch) {
  MlirAttribute guards = relaxDispatchGetGuards(op);
  StrBuf what = {0};
  strBufAppendFormat(&what, " arm %ld", (long)arm);
  VmOperands operands = {.lowering = lowering};
  VmBranchArgs args = {
      .arm = vmArmName(lowering, op, strBufText(&what)),
      .facts = vmGuardFacts(&operands, mlirArrayAttrGetElement(guards, arm)),
      .numResultsTypes = mlirOperationGetNumResults(op),
      .resultsTypes = vmResultTypes(lowering, op)};
  strBufFree(&what);
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
    if (mlirLogicalResultIsFailure(vmLowerOperation(lowering, inner)))
      return mlirLogicalResultFailure();
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    MlirValue value =
        vmLoweringValue(lowering, mlirOperationGetOperand(inner, i));
    StrRef subject = bridgeOpName(op);
    vmLoweringMap(lowering, mlirOperationGetResult(op, i), value);
    vmLowerDims(lowering, &value, &type, &subject, 1, false);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerDispatch(VmLowering *lowering, MlirOperation op) {
  MlirOperation branch;
  if (mlirOperationGetNumRegions(op) == 1)
    return lowerOnlyArm(lowering, op);
  if (mlirLogicalResultIsFailure(lowerArms(lowering, op, 0, &branch)))
    return mlirLogicalResultFailure();
  vmMapResults(lowering, op, branch);
  return mlirLogicalResultSuccess();
}
