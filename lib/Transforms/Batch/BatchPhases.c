//===- BatchPhases.c - what comes behind a recursion ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Fegade et al., "ACRoBat", MLSys 2024, on program phases: what is computed
// from the result of a recursion can wait until it has ended for all instances,
// and is one launch then. The phase of a value is the number of recursions and
// loops, of those that have calls which wait, that it stands behind.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Batch.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Batch/Batch.h"
#include "lib/Transforms/Batch/BatchFlow.h"

#include <stb/stb_ds.h>

typedef struct Seen {
  const void *key; // MlirOperation::ptr
  char value;
} Seen;

/// What is reached from a function or a loop.
typedef struct Reach {
  BatchFlow *flow;
  Seen *functions; // stb_ds map
  bool defers;     // a call that waits is among it
} Reach;

static MlirWalkResult reach(MlirOperation op, void *userData) {
  Reach *all = userData;
  all->defers |= relaxIsDefer(op);
  MlirAttribute name = relaxIsCall(op)      ? relaxCallGetCallee(op)
                       : relaxIsClosure(op) ? relaxClosureGetCallee(op)
                                            : (MlirAttribute){NULL};
  MlirOperation callee =
      name.ptr ? batchCallee(all->flow, name) : (MlirOperation){NULL};
  if (callee.ptr && !mapEntry(all->functions, callee.ptr)) {
    hmput(all->functions, (const void *)callee.ptr, 1);
    mlirOperationWalk(callee, reach, all, MlirWalkPreOrder);
  }
  return MlirWalkResultAdvance;
}

/// A recursion that is entered here, or a loop, and in it calls that wait.
static bool isStage(BatchFlow *flow, MlirOperation op) {
  bool loops = relaxIsWhile(op);
  MlirOperation root = loops ? op : batchCallee(flow, relaxCallGetCallee(op));
  if (!root.ptr)
    return false;
  Reach all = {.flow = flow};
  mlirOperationWalk(root, reach, &all, MlirWalkPreOrder);
  MlirOperation caller = op;
  while (!relaxIsFunc(caller))
    caller = mlirOperationGetParentOperation(caller);
  bool entered = loops || (mapEntry(all.functions, root.ptr) &&
                           !mapEntry(all.functions, caller.ptr));
  hmfree(all.functions);
  return entered && all.defers;
}

static int32_t highest(const BatchFlow *flow, MlirOperation op) {
  int32_t level = 0;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    int32_t of = batchLevel(flow, mlirOperationGetOperand(op, i));
    level = of > level ? of : level;
  }
  return level;
}

static void raise(BatchFlow *flow, MlirOperation op, int32_t level) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    batchRaise(flow, mlirOperationGetResult(op, i), level);
}

/// What a stage gives is one phase later than what it works on: than what it
/// returns, where that is deeper inside.
static void leaveStage(BatchFlow *flow, MlirOperation op) {
  int32_t level = highest(flow, op);
  if (relaxIsCall(op)) {
    MlirBlock entry = bridgeBody(batchCallee(flow, relaxCallGetCallee(op)));
    int32_t inside = highest(flow, mlirBlockGetTerminator(entry));
    level = inside > level ? inside : level;
  }
  raise(flow, op, level + 1);
}

static void phaseRule(BatchFlow *flow, MlirOperation op) {
  bool enters = relaxIsCall(op) || relaxIsWhile(op);
  if (enters && isStage(flow, op))
    leaveStage(flow, op);
  // A field is as late as what it is in; what is constructed is not.
  if (!enters && !relaxIsClosure(op) && !relaxIsInvoke(op) &&
      !relaxIsConstruct(op) && !relaxIsYield(op) &&
      !mlirOperationGetNumRegions(op))
    raise(flow, op, highest(flow, op));
}

static MlirWalkResult write(MlirOperation op, void *userData) {
  const BatchFlow *flow = userData;
  if (!relaxIsDefer(op))
    return MlirWalkResultAdvance;
  int32_t phase = highest(flow, op);
  MlirType word = mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
  if (phase > 0 && phase < flow->most)
    relaxDeferSetPhase(op, mlirIntegerAttrGet(word, phase));
  return MlirWalkResultAdvance;
}

void batchWritePhases(MlirOperation module) {
  BatchFlow flow = {.module = module,
                    .most = RELAX_MAX_PHASE + 1, // or nobody knows
                    .rule = phaseRule};
  batchFlow(&flow);
  mlirOperationWalk(module, write, &flow, MlirWalkPreOrder);
  batchFlowFree(&flow);
}
