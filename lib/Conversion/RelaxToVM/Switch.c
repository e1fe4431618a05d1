//===- Switch.c - branches by constructor to one instruction -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A branch that asks for a constructor, whose other region asks the same value
// for a further one, and so on, is one jump by the constructor's number.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "lib/Bridge/Core/Values.h"
#include "lib/Conversion/RelaxToVM/ControlFlow.h"

#include <stb/stb_ds.h>

MlirOperation vmConstructorTest(MlirOperation branch) {
  MlirValue condition = relaxIfGetCondition(branch);
  MlirOperation maker = bridgeDefiner(condition);
  return relaxIsIsConstructor(maker) ? maker : (MlirOperation){NULL};
}

/// A region that the switch runs: `region` of `branch`.
typedef struct SwitchArm {
  MlirOperation branch;
  intptr_t region;
  StrRef name;
} SwitchArm;

typedef struct Switch {
  VmLowering *lowering;
  MlirValue value;
  int64_t *cases; // arena: of each constructor the arm, or -1
  intptr_t numCases;
  SwitchArm *arms; // stb_ds
} Switch;

static void addArm(Switch *s, MlirOperation branch, intptr_t region,
                   StrRef constructor) {
  StrRef what = arenaFormat(s->lowering->arena, "%s%.*s",
                            region ? " else" : " @", SPREAD(constructor));
  SwitchArm arm = {branch, region, vmArmName(s->lowering, branch, what.data)};
  arrput(s->arms, arm);
}

/// The branch that is all the other region of `branch` does, if it asks the
/// same value for its constructor; else null.
static MlirOperation nextBranch(const Switch *s, MlirOperation branch) {
  MlirOperation none = {NULL};
  MlirBlock block = bridgeBlock(branch, 1);
  MlirOperation test = mlirBlockGetFirstOperation(block);
  if (!relaxIsIsConstructor(test) ||
      !mlirValueEqual(relaxIsConstructorGetValue(test), s->value))
    return none;
  MlirOperation next = mlirOperationGetNextInBlock(test);
  if (!relaxIsIf(next) || !mlirOperationEqual(vmConstructorTest(next), test))
    return none;
  MlirOperation yield = mlirOperationGetNextInBlock(next);
  intptr_t count = mlirOperationGetNumResults(next);
  if (!relaxIsYield(yield) || mlirOperationGetNumOperands(yield) != count)
    return none;
  for (intptr_t i = 0; i < count; ++i)
    if (!mlirValueEqual(mlirOperationGetOperand(yield, i),
                        mlirOperationGetResult(next, i)))
      return none;
  return next;
}

static void collectArms(Switch *s, MlirOperation branch) {
  for (MlirOperation next = branch; next.ptr; next = nextBranch(s, branch)) {
    branch = next;
    MlirAttribute reference =
        relaxIsConstructorGetConstructor(vmConstructorTest(branch));
    int64_t *arm =
        &s->cases[vmConstructorOf(branch, s->value, reference).index];
    if (*arm < 0)
      *arm = arrlen(s->arms);
    addArm(s, branch, 0, bridgeRefName(reference));
  }
  for (intptr_t i = 0; i < s->numCases; ++i)
    if (s->cases[i] < 0)
      s->cases[i] = arrlen(s->arms);
  addArm(s, branch, 1, (StrRef){"", 0});
}

static MlirLogicalResult emitSwitch(Switch *s, MlirOperation op) {
  VmLowering *lowering = s->lowering;
  intptr_t count = arrlen(s->arms);
  MlirAttribute *names = ARENA_ARRAY(lowering->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    names[i] = vmLoweringText(lowering, s->arms[i].name);
  VmSwitchArgs args = {
      .value = vmLoweringValue(lowering, s->value),
      .cases = mlirDenseI64ArrayGet(lowering->context, s->numCases, s->cases),
      .arms = mlirArrayAttrGet(lowering->context, count, names),
      .subject = vmLoweringSubject(lowering, op),
      .numResultsTypes = mlirOperationGetNumResults(op),
      .resultsTypes = bridgeResultTypes(lowering->arena, op),
      .numRegions = count};
  MlirOperation lowered = vmSwitchCreate(lowering->loc, &args);
  vmLoweringAppend(lowering, lowered);
  for (intptr_t i = 0; i < count; ++i) {
    RegionLowering region = {s->arms[i].branch, s->arms[i].region,
                             mlirOperationGetRegion(lowered, i),
                             mlirBlockCreate(0, NULL, NULL), vmEndWithYield};
    if (mlirLogicalResultIsFailure(vmLowerRegion(lowering, &region)))
      return mlirLogicalResultFailure();
  }
  return vmMapResults(lowering, op, lowered, bridgeOpName(op));
}

MlirLogicalResult vmLowerSwitch(VmLowering *lowering, MlirOperation op) {
  MlirValue value = relaxIsConstructorGetValue(vmConstructorTest(op));
  RelaxAdtScope scope = {op, NULL};
  MlirOperation adt = relaxAdtFind(&scope, mlirValueGetType(value));
  Switch s = {.lowering = lowering,
              .value = value,
              .numCases =
                  mlirArrayAttrGetNumElements(relaxAdtGetConstructors(adt))};
  s.cases = ARENA_ARRAY(lowering->arena, int64_t, s.numCases);
  for (intptr_t i = 0; i < s.numCases; ++i)
    s.cases[i] = -1;
  collectArms(&s, op);
  MlirLogicalResult outcome = emitSwitch(&s, op);
  arrfree(s.arms);
  return outcome;
}
