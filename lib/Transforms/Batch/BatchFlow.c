//===- BatchFlow.c - what goes where in a module -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Batch/BatchFlow.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

int32_t batchLevel(const BatchFlow *flow, MlirValue value) {
  const FlowValue *known = mapEntry(flow->values, value.ptr);
  return known ? known->value : 0;
}

void batchRaise(BatchFlow *flow, MlirValue value, int32_t level) {
  if (level > flow->most)
    level = flow->most;
  if (level <= batchLevel(flow, value))
    return;
  hmput(flow->values, (const void *)value.ptr, level);
  flow->changed = true;
}

static void follow(BatchFlow *flow, MlirValue from, MlirValue to) {
  batchRaise(flow, to, batchLevel(flow, from));
}

static MlirBlock entryOf(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

MlirOperation batchCallee(const BatchFlow *flow, MlirAttribute reference) {
  MlirOperation callee = bridgeLookupNearestSymbol(
      flow->module, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(reference)));
  return callee.ptr && relaxIsFunc(callee) && entryOf(callee).ptr
             ? callee
             : (MlirOperation){NULL};
}

static void throughCall(BatchFlow *flow, MlirOperation op) {
  MlirOperation callee = batchCallee(flow, relaxCallGetCallee(op));
  if (!callee.ptr)
    return;
  MlirBlock entry = entryOf(callee);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    follow(flow, mlirOperationGetOperand(op, i),
           mlirBlockGetArgument(entry, i));
  MlirOperation end = mlirBlockGetTerminator(entry);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    follow(flow, mlirOperationGetOperand(end, i),
           mlirOperationGetResult(op, i));
}

/// Who invokes it is not known: what it gets may be to come.
static void throughClosure(BatchFlow *flow, MlirOperation op) {
  MlirOperation callee = batchCallee(flow, relaxClosureGetCallee(op));
  if (!callee.ptr)
    return;
  MlirBlock entry = entryOf(callee);
  intptr_t captured = relaxClosureGetNumCaptured(op);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    batchRaise(flow, mlirBlockGetArgument(entry, i),
               i >= captured
                   ? flow->most
                   : batchLevel(flow, mlirOperationGetOperand(op, i)));
}

static void raiseAll(BatchFlow *flow, MlirOperation op, int32_t level) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    batchRaise(flow, mlirOperationGetResult(op, i), level);
}

static FlowField *findField(const BatchFlow *flow, MlirAttribute constructor,
                            int64_t index, MlirType type) {
  for (ptrdiff_t i = 0; i < arrlen(flow->fields); ++i)
    if (flow->fields[i].index == index &&
        mlirAttributeEqual(flow->fields[i].constructor, constructor) &&
        (!flow->byType || mlirTypeEqual(flow->fields[i].type, type)))
      return &flow->fields[i];
  return NULL;
}

static void throughConstruct(BatchFlow *flow, MlirOperation op) {
  MlirAttribute constructor = relaxConstructGetConstructor(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    int32_t level = batchLevel(flow, mlirOperationGetOperand(op, i));
    FlowField *known = findField(flow, constructor, i, type);
    if (level <= (known ? known->level : 0))
      continue;
    FlowField field = {constructor, type, i, level};
    if (known)
      *known = field;
    else
      arrput(flow->fields, field);
    flow->changed = true;
  }
}

/// What a region yields is what comes out, and in the next round.
static void throughYield(BatchFlow *flow, MlirOperation op) {
  MlirOperation around = mlirOperationGetParentOperation(op);
  bool loops = relaxIsWhile(around);
  if (!loops && !relaxIsIf(around) && !relaxIsDispatch(around))
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    follow(flow, value, mlirOperationGetResult(around, i));
    if (loops)
      follow(flow, value, mlirBlockGetArgument(entryOf(around), i));
  }
}

static void throughLoop(BatchFlow *flow, MlirOperation op) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 1));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entryOf(op), i);
    follow(flow, mlirOperationGetOperand(op, i), argument);
    follow(flow, argument, mlirOperationGetResult(op, i));
    if (i < mlirBlockGetNumArguments(body))
      follow(flow, argument, mlirBlockGetArgument(body, i));
  }
}

static void throughField(BatchFlow *flow, MlirOperation op) {
  const FlowField *field = findField(
      flow, relaxGetFieldGetConstructor(op), relaxGetFieldGetIndex(op),
      mlirValueGetType(mlirOperationGetOperand(op, 0)));
  if (field)
    raiseAll(flow, op, field->level);
}

static MlirWalkResult passOn(MlirOperation op, void *userData) {
  BatchFlow *flow = userData;
  if (flow->rule(flow, op))
    return MlirWalkResultAdvance;
  if (relaxIsInvoke(op))
    raiseAll(flow, op, flow->most);
  else if (relaxIsCall(op))
    throughCall(flow, op);
  else if (relaxIsClosure(op))
    throughClosure(flow, op);
  else if (relaxIsConstruct(op))
    throughConstruct(flow, op);
  else if (relaxIsYield(op))
    throughYield(flow, op);
  else if (relaxIsWhile(op))
    throughLoop(flow, op);
  else if (relaxIsGetField(op))
    throughField(flow, op);
  else if (relaxIsDecide(op))
    follow(flow, mlirOperationGetOperand(op, 0), mlirOperationGetResult(op, 0));
  else if (relaxIsReshape(op) || relaxIsMatchCast(op) || relaxIsTuple(op) ||
           relaxIsTupleGet(op))
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
      follow(flow, mlirOperationGetOperand(op, i),
             mlirOperationGetResult(op, 0));
  return MlirWalkResultAdvance;
}

void batchFlow(BatchFlow *flow) {
  do {
    flow->changed = false;
    mlirOperationWalk(flow->module, passOn, flow, MlirWalkPreOrder);
  } while (flow->changed);
}

void batchFlowFree(BatchFlow *flow) {
  hmfree(flow->values);
  arrfree(flow->fields);
}
