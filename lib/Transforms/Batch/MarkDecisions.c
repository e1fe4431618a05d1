//===- MarkDecisions.c - where values decide what a program does ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A decision is one integer or truth value that is made of floats: a word that
// is most likely, a score that is above a threshold. What follows from it,
// branches and rows of a table, is no further decision.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Scan.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"

#include <stb/stb_ds.h>

enum { COUNT_MARKED };

static bool isFloats(MlirValue value) {
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(value), &info) &&
         info.elementType.ptr && mlirTypeIsAFloat(info.elementType);
}

/// One integer, with any number of extents 1 around it.
static bool isOneInteger(MlirValue value) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(mlirValueGetType(value), &info) || !info.ranked ||
      !info.elementType.ptr || !mlirTypeIsAInteger(info.elementType))
    return false;
  for (intptr_t i = 0; i < info.rank; ++i) {
    int64_t extent;
    if (!symAttributeIsConst(info.dims[i], &extent) || extent != 1)
      return false;
  }
  return true;
}

static bool isDecided(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (relaxIsDecide(mlirOpOperandGetOwner(use)))
      return true;
  return false;
}

/// Looks at numbers, and does nothing else.
static bool decidesByValues(MlirOperation op) {
  bool reads = false;
  if (!bridgeIsPure(op) || relaxMovesNoNumber(op) || relaxCalls(op) ||
      mlirOperationGetNumRegions(op))
    return false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    reads |= isFloats(mlirOperationGetOperand(op, i));
  return reads;
}

static MlirWalkResult collect(MlirOperation op, void *userData) {
  MlirValue **values = userData;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op);
       i < e && decidesByValues(op); ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    if (isOneInteger(result) && !isDecided(result))
      arrput(*values, result);
  }
  return MlirWalkResultAdvance;
}

/// How many elements an operation chooses one of, as a shape; null if it does
/// something else.
static MlirOperation choicesOf(MlirContext context, MlirOperation op) {
  MlirOperation none = {NULL};
  bool most = relaxIsArgMax(op);
  if (!most && !relaxIsArgMin(op))
    return none;
  MlirValue input = mlirOperationGetOperand(op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  int64_t axis = most ? relaxArgMaxGetAxis(op) : relaxArgMinGetAxis(op);
  axis += axis < 0 ? info.rank : 0;
  if (!info.ranked || axis < 0 || axis >= info.rank ||
      symAttributeIsUnknown(info.dims[axis]))
    return none;
  RelaxShapeArgs args = {
      .numGiven = symAttributeIsConst(info.dims[axis], &(int64_t){0}) ? 0 : 1,
      .given = &input,
      .resultType = relaxShapeTypeGet(context, true, 1, &info.dims[axis])};
  return relaxShapeCreate(mlirOperationGetLocation(op), &args);
}

/// A decision is made where it is first used: what is computed up to there
/// stays in one piece. Null: nobody uses it.
static MlirOperation firstUse(MlirOperation op, MlirValue value) {
  MlirOperation first = {NULL};
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation at =
        bridgeInBlock(mlirOpOperandGetOwner(use), mlirOperationGetBlock(op));
    if (!first.ptr || mlirOperationIsBeforeInBlock(at, first))
      first = at;
  }
  return first;
}

static void mark(MlirContext context, MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirOperation shape = choicesOf(context, op);
  MlirOperation first = firstUse(op, value);
  MlirBlock block = mlirOperationGetBlock(op);
  RelaxDecideArgs args = {.input = value,
                          .resultType = mlirValueGetType(value)};
  if (shape.ptr)
    args.below = mlirOperationGetResult(shape, 0);
  MlirOperation decide = relaxDecideCreate(mlirOperationGetLocation(op), &args);
  if (first.ptr)
    mlirBlockInsertOwnedOperationBefore(block, first, decide);
  else
    mlirBlockInsertOwnedOperationAfter(block, op, decide);
  mlirValueReplaceAllUsesOfWith(value, mlirOperationGetResult(decide, 0));
  mlirOperationSetOperand(decide, 0, value);
  if (shape.ptr)
    mlirBlockInsertOwnedOperationBefore(block, decide, shape);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirValue *values = NULL;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    mlirOperationWalk(op, collect, &values, MlirWalkPreOrder);
  for (ptrdiff_t i = 0; i < arrlen(values); ++i)
    mark(run->context, values[i]);
  run->counters[COUNT_MARKED] = (uint64_t)arrlen(values);
  arrfree(values);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxMarkDecisionsPass = {
    .name = "relax-mark-decisions",
    .summary = "show where values decide what a program does",
    .documentation =
        "One integer or truth value that is made of floats goes through "
        "`relax.decide` afterwards, which stands before its first use: "
        "`relax-run --decisions`, which runs this pass, puts others in their "
        "place, so that what a program does is known before it runs.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_MARKED] = "decisions-marked"},
    .run = run,
};
