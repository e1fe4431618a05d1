//===- Compute.c - iteration domains as loop nests ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Spatial and scan iterators are the outer loops, in the order written; at each
// of their points the targets of the reductions are initialised, then come the
// reduce loops. Where nothing else in the body touches the targets, the state
// is carried by the loops (`iter_args`) and stored once.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "lib/Conversion/TIRToSCF/Nest.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// What the body does
//===----------------------------------------------------------------------===//

/// Collects the accesses below `block`, those of inner computes not as
/// reductions.
static void collect(Nest *nest, MlirBlock block, bool inner) {
  for (MlirOperation op = {NULL}; bridgeAdvance(block, &op);) {
    if (tirIsReduce(op) && !inner) {
      Reduction reduction = {.op = op, .targets = tirReduceGetNumBuffers(op)};
      arrput(nest->reductions, reduction);
    } else if (tirIsLoad(op) || tirIsStore(op) || tirIsReduce(op)) {
      arrput(nest->others, op);
    }
    for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
      for (MlirBlock b = bridgeBlock(op, r); b.ptr;
           b = mlirBlockGetNextInRegion(b))
        collect(nest, b, inner || tirIsCompute(op));
  }
}

/// How often a buffer is an operand of the body's accesses.
static intptr_t countAccesses(Nest *nest, MlirValue buffer) {
  intptr_t count = 0;
  for (ptrdiff_t r = 0; r < arrlen(nest->reductions); ++r)
    for (intptr_t t = 0; t < nest->reductions[r].targets; ++t)
      count += mlirValueEqual(buffer,
                              tirReduceGetBuffers(nest->reductions[r].op, t));
  for (ptrdiff_t i = 0; i < arrlen(nest->others); ++i)
    for (intptr_t k = 0, e = mlirOperationGetNumOperands(nest->others[i]);
         k < e; ++k)
      count +=
          mlirValueEqual(buffer, mlirOperationGetOperand(nest->others[i], k));
  return count;
}

/// True if the body stores to or combines into a buffer.
static bool isWritten(Nest *nest, MlirValue buffer) {
  for (ptrdiff_t r = 0; r < arrlen(nest->reductions); ++r)
    for (intptr_t t = 0; t < nest->reductions[r].targets; ++t)
      if (mlirValueEqual(buffer,
                         tirReduceGetBuffers(nest->reductions[r].op, t)))
        return true;
  for (ptrdiff_t i = 0; i < arrlen(nest->others); ++i)
    if (!tirIsLoad(nest->others[i]))
      for (intptr_t k = 0, e = mlirOperationGetNumOperands(nest->others[i]);
           k < e; ++k)
        if (mlirValueEqual(buffer, mlirOperationGetOperand(nest->others[i], k)))
          return true;
  return false;
}

static bool canUseRegisters(Nest *nest) {
  for (ptrdiff_t r = 0; r < arrlen(nest->reductions); ++r) {
    Reduction *reduction = &nest->reductions[r];
    if (!mlirBlockEqual(mlirOperationGetBlock(reduction->op), nest->body))
      return false;
    for (intptr_t t = 0; t < reduction->targets; ++t)
      if (countAccesses(nest, tirReduceGetBuffers(reduction->op, t)) != 1)
        return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// Is there a check in front of an operation of the body, which it may rely on?
static bool followsStop(Nest *nest, MlirOperation op) {
  for (MlirOperation at = mlirBlockGetFirstOperation(nest->body);
       !mlirOperationEqual(at, op); at = mlirOperationGetNextInBlock(at))
    if (tirIsCheck(at) && tirCheckGetStops(at))
      return true;
  return false;
}

/// Moves what computes `value` from the body to the point. False if it depends
/// on a reduce iterator, on memory that the body writes, or perhaps on a check.
static bool hoist(Nest *nest, MlirValue value) {
  if (mlirValueIsABlockArgument(value))
    return !mlirBlockEqual(mlirBlockArgumentGetOwner(value), nest->body);
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (!mlirBlockEqual(mlirOperationGetBlock(op), nest->body)) {
    for (; parent.ptr; parent = mlirOperationGetParentOperation(parent))
      if (mlirOperationEqual(parent, nest->op))
        return false; // deep in the body
    return true;
  }
  if (mlirOperationGetNumRegions(op) != 0)
    return false;
  if (tirIsLoad(op)
          ? followsStop(nest, op) || isWritten(nest, tirLoadGetBuffer(op))
          : !bridgeIsPure(op))
    return false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (!hoist(nest, mlirOperationGetOperand(op, i)))
      return false;
  mlirOperationRemoveFromParent(op);
  opBuilderInsert(&nest->point, op);
  return true;
}

/// The indices of the targets at the point; false (`*failed` unset) if they
/// differ between the points of the reduce loops.
static bool targetIndices(Nest *nest, Reduction *reduction, bool *failed) {
  MlirOperation op = reduction->op;
  intptr_t count;
  MlirValue *operands = tirIndexOperands(nest->l, op, &count);
  for (intptr_t i = 0; i < count; ++i)
    if (!hoist(nest, operands[i]))
      return false;
  reduction->indices =
      ARENA_ARRAY(nest->l->arena, MlirValue *, reduction->targets);
  for (intptr_t t = 0; t < reduction->targets; ++t) {
    reduction->indices[t] = tirBuildExprs(
        nest->l, &nest->point,
        mlirArrayAttrGetElement(tirReduceGetExprs(op), t), operands);
    if (!reduction->indices[t]) {
      *failed = true;
      return false;
    }
  }
  return true;
}

/// Checks of what reductions initialise stand at the point, too.
static void hoistStops(Nest *nest) {
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(nest->body, &op, &next);) {
    if (!tirIsCheck(op) || !tirCheckGetStops(op) ||
        !hoist(nest, tirCheckGetCondition(op)))
      continue;
    mlirOperationRemoveFromParent(op);
    opBuilderInsert(&nest->point, op);
  }
}

static intptr_t targetRank(Reduction *reduction, intptr_t target) {
  return mlirArrayAttrGetNumElements(
      mlirArrayAttrGetElement(tirReduceGetExprs(reduction->op), target));
}

static MlirValue targetMemref(Nest *nest, Reduction *reduction,
                              intptr_t target) {
  return tirMemrefOf(nest->l, tirReduceGetBuffers(reduction->op, target));
}

static MlirLogicalResult prepareReduction(Nest *nest, Reduction *reduction) {
  bool failed = false, update = tirComputeGetUpdate(nest->op);
  reduction->monoid = tirMonoidOf(nest->l, reduction->op);
  if (!reduction->monoid.ptr)
    return mlirLogicalResultFailure();
  bool atPoint = !update || !followsStop(nest, reduction->op);
  if (atPoint && targetIndices(nest, reduction, &failed))
    return mlirLogicalResultSuccess();
  if (failed)
    return mlirLogicalResultFailure();
  if (!update)
    return bridgeEmitOpError(
        reduction->op,
        "target depends on a reduce iterator: expected 'update' on the "
        "compute, and a compute before it that initialises the buffer");
  reduction->indices = NULL;
  nest->inRegisters = false;
  return mlirLogicalResultSuccess();
}

/// The state before the reduce loops, in registers or in memory.
static void initialise(Nest *nest, Reduction *reduction) {
  bool update = tirComputeGetUpdate(nest->op);
  for (intptr_t t = 0; t < reduction->targets; ++t) {
    if (update && !nest->inRegisters)
      continue;
    MlirValue value =
        update
            ? buildMemrefLoad(&nest->point, targetMemref(nest, reduction, t),
                              reduction->indices[t], targetRank(reduction, t))
            : tirBuildIdentity(&nest->point, reduction->monoid, t);
    if (nest->inRegisters)
      arrput(nest->state, value);
    else
      buildMemrefStore(&nest->point, value, targetMemref(nest, reduction, t),
                       reduction->indices[t], targetRank(reduction, t));
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The outer loops; leaves `nest->point` inside of them.
static void buildOuterLoops(Nest *nest) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(nest->body); i < e; ++i) {
    if (tirComputeIsKind(nest->op, i, "reduce"))
      continue;
    MlirOperation loop =
        buildFor(&nest->point, nest->lower[i], nest->upper[i], NULL, 0);
    MlirBlock block = bridgeBody(loop);
    nest->point.block = block;
    nest->point.before.ptr = NULL;
    buildYield(&nest->point, NULL, 0);
    nest->point.before = mlirBlockGetTerminator(block);
    opReplaceIterator(mlirBlockGetArgument(nest->body, i), block);
  }
}

/// Stores the registers behind the reduce loops and drops the reductions.
static void storeRegisters(Nest *nest) {
  intptr_t next = 0;
  for (ptrdiff_t r = 0; r < arrlen(nest->reductions); ++r) {
    Reduction *reduction = &nest->reductions[r];
    for (intptr_t t = 0; t < reduction->targets; ++t)
      buildMemrefStore(&nest->point, nest->state[next++],
                       targetMemref(nest, reduction, t), reduction->indices[t],
                       targetRank(reduction, t));
    mlirOperationDestroy(reduction->op);
  }
}

static MlirLogicalResult lower(Nest *nest) {
  intptr_t count;
  MlirValue *operands = tirIndexOperands(nest->l, nest->op, &count);
  nest->lower = tirBuildExprs(nest->l, &nest->point,
                              tirComputeGetLower(nest->op), operands);
  nest->upper = nest->lower
                    ? tirBuildExprs(nest->l, &nest->point,
                                    tirComputeGetUpper(nest->op), operands)
                    : NULL;
  if (!nest->upper)
    return mlirLogicalResultFailure();
  collect(nest, nest->body, false);
  nest->inRegisters = canUseRegisters(nest);
  buildOuterLoops(nest);
  hoistStops(nest);
  for (ptrdiff_t r = 0; r < arrlen(nest->reductions); ++r)
    if (mlirLogicalResultIsFailure(
            prepareReduction(nest, &nest->reductions[r])))
      return mlirLogicalResultFailure();
  for (ptrdiff_t r = 0; r < arrlen(nest->reductions); ++r)
    initialise(nest, &nest->reductions[r]);
  OpBuilder b = nest->point;
  nestBuildReduceLoops(nest, &b, 0);
  if (nest->inRegisters)
    storeRegisters(nest);
  mlirOperationDestroy(nest->op);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tirLowerCompute(TirLowering *l, MlirOperation op) {
  Nest nest = {
      .l = l, .op = op, .body = bridgeBody(op), .point = opBuilderBefore(op)};
  MlirLogicalResult outcome = lower(&nest);
  arrfree(nest.reductions);
  arrfree(nest.others);
  arrfree(nest.state);
  return outcome;
}
