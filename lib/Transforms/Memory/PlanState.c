//===- PlanState.c - state is written where it lies -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// docs/language/graph.md. `relax.append` and `relax.update_slice` may write
// into the storage of their state where nothing needs the old value any more
// and the storage is the function's own: a donated argument, what a loop
// carries, or what an operation made here. The runtime asks once more
// (lib/Runtime, MachineGrow.c), so what is decided here is about speed only.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/PlanState.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/State.gen.h"
#include "lib/Analysis/StateUse.h"
#include "lib/Analysis/TensorSize.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/LastUse.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"

enum { COUNT_IN_PLACE, COUNT_COPIES };

static void remark(RelaxPassRun *run, MlirOperation op, const char *what,
                   const Ownership *owner) {
  bridgeEmitRemark(mlirOperationGetLocation(op), "%s: %s", what,
                   owner->obstacle);
  ++run->counters[COUNT_COPIES];
}

//===----------------------------------------------------------------------===//
// append and update_slice
//===----------------------------------------------------------------------===//

/// Rows behind all others: only then is there a place for more.
static bool appendsAtEnd(MlirOperation op) {
  RelaxTensorInfo info = relaxTensorInfoOf(relaxAppendGetState(op));
  int64_t axis = relaxAppendGetAxis(op), extent;
  for (int64_t i = 0; info.ranked && i < axis; ++i)
    if (!symAttributeIsConst(info.dims[i], &extent) || extent != 1)
      return false;
  return info.ranked;
}

/// What the donated argument behind the state has room for, in the rows'
/// dimension.
static void setReserve(RelaxPassRun *run, MlirOperation op,
                       const Ownership *owner) {
  int64_t axis = relaxAppendGetAxis(op);
  MlirOperation maker = owner->maker;
  if (relaxIsAppend(maker) && relaxAppendGetReserve(maker).ptr &&
      relaxAppendGetAxis(maker) == axis) {
    relaxAppendSetReserve(op, relaxAppendGetReserve(maker));
    return;
  }
  int64_t reserve =
      owner->argument < 0
          ? -1
          : relaxArgumentReserve(run->op, owner->argument, (intptr_t)axis);
  if (reserve >= 0)
    relaxAppendSetReserve(
        op, mlirIntegerAttrGet(mlirIntegerTypeGet(run->context, 64), reserve));
}

static void planAppend(RelaxPassRun *run, MlirOperation op) {
  if (relaxAppendGetInPlace(op))
    return;
  Ownership owner =
      stateOwnership(run->arena, run->op, relaxAppendGetState(op), op);
  if (!owner.obstacle && !appendsAtEnd(op))
    owner.obstacle = "the rows of each of its first dimensions have others "
                     "behind them";
  if (owner.obstacle) {
    remark(run, op, "copies its state", &owner);
    return;
  }
  relaxAppendSetInPlace(op, true);
  setReserve(run, op, &owner);
  ++run->counters[COUNT_IN_PLACE];
}

static void planUpdate(RelaxPassRun *run, MlirOperation op) {
  if (relaxUpdateSliceGetInPlace(op))
    return;
  Ownership owner =
      stateOwnership(run->arena, run->op, relaxUpdateSliceGetState(op), op);
  if (owner.obstacle) {
    remark(run, op, "copies its state", &owner);
    return;
  }
  relaxUpdateSliceSetInPlace(op, true);
  ++run->counters[COUNT_IN_PLACE];
}

//===----------------------------------------------------------------------===//
// Where storage changes hands
//===----------------------------------------------------------------------===//

static void planCall(RelaxPassRun *run, MlirOperation op) {
  StrRef name = bridgeRefName(relaxCallGetCallee(op));
  MlirOperation callee = bridgeLookupNearestSymbol(op, name);
  for (intptr_t i = 0, e = relaxCallGetNumInputs(op);
       relaxIsFunc(callee) && i < e; ++i) {
    if (!relaxArgumentIsDonated(callee, i))
      continue;
    Ownership owner =
        stateOwnership(run->arena, run->op, relaxCallGetInputs(op, i), op);
    if (!owner.obstacle)
      continue;
    bridgeEmitRemark(mlirOperationGetLocation(op),
                     "argument %ld of '@%.*s' is donated, but only shared "
                     "here: %s",
                     (long)i, (int)name.length, name.data, owner.obstacle);
    ++run->counters[COUNT_COPIES];
  }
}

/// How a state begins: empty, or all the same number. There is nothing to copy,
/// or a copy of it is what filling new memory would be.
static bool isBeginning(MlirValue init) {
  int64_t bytes;
  if (tensorLiteralBytes(mlirValueGetType(init), &bytes) && bytes == 0)
    return true;
  if (!relaxIsConstant(bridgeDefiner(init)))
    return false;
  MlirAttribute value = relaxConstantGetValue(mlirOpResultGetOwner(init));
  return mlirAttributeIsADenseElements(value) &&
         mlirDenseElementsAttrIsSplat(value);
}

/// The state that a loop carries is copied in its first round where it is not
/// the loop's to write.
static void planLoop(RelaxPassRun *run, MlirOperation op) {
  for (intptr_t i = 0, e = relaxWhileGetNumInits(op); i < e; ++i) {
    MlirValue init = relaxWhileGetInits(op, i);
    if (!stateMayChange(op, i) || isBeginning(init))
      continue;
    Ownership owner = stateOwnership(run->arena, run->op, init, op);
    if (owner.obstacle)
      remark(run, op, "copies what its first round changes", &owner);
  }
}

static void planReturn(RelaxPassRun *run, MlirOperation op) {
  MlirBlock entry = bridgeBody(run->op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    intptr_t argument = relaxResultArgument(run->op, i);
    if (argument < 0 || stateLiesIn(mlirOperationGetOperand(op, i),
                                    mlirBlockGetArgument(entry, argument)))
      continue;
    bridgeEmitRemark(mlirOperationGetLocation(op),
                     "result %ld does not lie in argument %ld: nothing here "
                     "makes it out of that in place",
                     (long)i, (long)argument);
    ++run->counters[COUNT_COPIES];
  }
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  if (relaxIsAppend(op))
    planAppend(userData, op);
  else if (relaxIsUpdateSlice(op))
    planUpdate(userData, op);
  else if (relaxIsCall(op))
    planCall(userData, op);
  else if (relaxIsWhile(op))
    planLoop(userData, op);
  else if (relaxIsReturn(op))
    planReturn(userData, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  mlirOperationWalk(run->op, visit, run, MlirWalkPreOrder);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxPlanStatePass = {
    .name = "relax-plan-state",
    .summary = "append and update state in place where nobody needs the old",
    .documentation =
        "`relax.append` and `relax.update_slice` become `in_place` at the last "
        "use of a state whose storage is the function's own: a `donated` "
        "argument, what a loop carries from round to round, or what an "
        "operation made here. An append has to add to the outermost dimension "
        "that is not literally 1; it takes over what the argument reserves. "
        "A remark says where state is copied, and why: also at calls that "
        "cannot give a donated argument away, before loops whose first round "
        "has to copy, and where a result does not lie `in` the argument that "
        "its function names.\n",
    .anchor = "relax.func",
    .counters = {[COUNT_IN_PLACE] = "in-place", [COUNT_COPIES] = "copies"},
    .run = run,
};
