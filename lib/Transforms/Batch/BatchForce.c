//===- BatchForce.c - where values have to be there -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Which values may be to come is found for the whole module: from
// `relax.defer` on through calls, regions and fields, until nothing changes.
// Who looks at elements of such a value gets a `relax.force`.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Batch/Batch.h"
#include "lib/Transforms/Batch/BatchFlow.h"

#include <stb/stb_ds.h>

typedef struct Laziness {
  BatchFlow flow; // 1: may be to come
  uint64_t forces;
} Laziness;

static void deferRule(BatchFlow *flow, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op);
       i < e && relaxIsDefer(op); ++i)
    batchRaise(flow, mlirOperationGetResult(op, i), 1);
}

//===----------------------------------------------------------------------===//
// Forces
//===----------------------------------------------------------------------===//

static bool isPublic(MlirOperation function) {
  return !relaxFuncGetSymVisibility(function).ptr;
}

/// Puts the operand into a sequence, or the elements of one behind each other
/// as rows, which stay where they are.
static bool keepsInSequence(MlirOperation op, intptr_t operand) {
  MlirAttribute arguments = relaxIsCallLibrary(op)
                                ? relaxCallLibraryGetArguments(op)
                                : (MlirAttribute){NULL};
  return batchIsLibrary(op, "relax.sequence") ||
         (batchIsLibrary(op, "relax.sequence_insert") && operand < 2) ||
         (batchIsLibrary(op, "relax.concat_from_sequence") &&
          mlirDictionaryAttrGetElementByName(
              arguments, mlirStringRefCreateFromCString("stack"))
              .ptr &&
          mlirIntegerAttrGetValueInt(mlirDictionaryAttrGetElementByName(
              arguments, mlirStringRefCreateFromCString("axis"))) == 0);
}

/// Looks at extents at most, or hands it on.
static bool takesLazy(MlirOperation op, intptr_t operand) {
  if (relaxIsReturn(op))
    return !isPublic(mlirOperationGetParentOperation(op));
  return relaxIsDefer(op) || relaxIsCall(op) || relaxIsClosure(op) ||
         relaxIsInvoke(op) || relaxIsConstruct(op) || relaxIsYield(op) ||
         relaxIsWhile(op) || relaxIsGetField(op) || relaxIsIsConstructor(op) ||
         (relaxIsReshape(op) && operand == 0) || relaxIsMatchCast(op) ||
         relaxIsTuple(op) || relaxIsTupleGet(op) || relaxIsForce(op) ||
         keepsInSequence(op, operand) || relaxIsShapeOf(op) || relaxIsCheck(op);
}

/// A value that holds others, some of which may be to come.
static bool holdsLazy(const Laziness *lazy, MlirType type) {
  return batchFieldsRaised(&lazy->flow) && !relaxIsTensorType(type);
}

/// A single integer or truth value that a call gives: branches go by it.
static bool decides(MlirValue value) {
  RelaxTensorInfo info;
  return relaxIsDefer(bridgeDefiner(value)) &&
         relaxTensorInfo(mlirValueGetType(value), &info) && info.ranked &&
         info.rank == 0 && info.elementType.ptr &&
         mlirTypeIsAInteger(info.elementType);
}

/// Where a value is waited for: where it is read; what decides, before the
/// branch, whichever of its arms asks for it, so that calls that take different
/// ones stay side by side.
static MlirOperation whereToWait(MlirOperation op, MlirValue value) {
  if (decides(value)) {
    MlirBlock block = mlirOperationGetBlock(mlirOpResultGetOwner(value));
    while (!mlirBlockEqual(mlirOperationGetBlock(op), block))
      op = mlirOperationGetParentOperation(op);
  }
  return op;
}

/// What was forced in the block before, or a new force.
static MlirValue forced(Laziness *lazy, MlirOperation reads, MlirValue value) {
  MlirOperation op = whereToWait(reads, value);
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation owner = mlirOpOperandGetOwner(use);
    if (relaxIsForce(owner) &&
        mlirBlockEqual(mlirOperationGetBlock(owner),
                       mlirOperationGetBlock(op)) &&
        mlirOperationIsBeforeInBlock(owner, op))
      return mlirOperationGetResult(owner, 0);
  }
  RelaxForceArgs args = {.input = value};
  MlirOperation force = relaxForceCreate(mlirValueGetLocation(value), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, force);
  ++lazy->forces;
  return mlirOperationGetResult(force, 0);
}

static MlirWalkResult writeForces(MlirOperation op, void *userData) {
  Laziness *lazy = userData;
  bool gives =
      relaxIsReturn(op) && isPublic(mlirOperationGetParentOperation(op));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if ((batchLevel(&lazy->flow, value) && !takesLazy(op, i)) ||
        (gives && holdsLazy(lazy, mlirValueGetType(value))))
      mlirOperationSetOperand(op, i, forced(lazy, op, value));
  }
  return MlirWalkResultAdvance;
}

uint64_t batchWriteForces(MlirOperation module) {
  Laziness lazy = {.flow = {.module = module, .most = 1, .rule = deferRule}};
  batchFlow(&lazy.flow);
  mlirOperationWalk(module, writeForces, &lazy, MlirWalkPreOrder);
  batchFlowFree(&lazy.flow);
  return lazy.forces;
}
