//===- BatchConcurrent.c - parts of one instance beside each other --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A call that waits for a value stops what calls it, although more work may
// follow that does not depend on it: the next child of a node, the rest of a
// list. Functions that may wait and are followed by such work are concurrent:
// the machine goes on behind a call of one that waits. Nothing in the module
// may have an effect then, which would happen too early.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Closure.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Batch/Batch.h"

#include <stb/stb_ds.h>

typedef struct Waits {
  MlirOperation module;
  MlirOperation *functions; // stb_ds array of those that may wait
  bool values;              // and some function that is a value
  bool found, changed, orders;
} Waits;

static bool mayWait(const Waits *waits, MlirOperation function) {
  return bridgeIndexOf(waits->functions, arrlen(waits->functions), function) >=
         0;
}

/// A call of something that may wait.
static bool callsWaiting(const Waits *waits, MlirOperation op) {
  return (relaxIsCall(op) &&
          mayWait(waits,
                  bridgeFollow(waits->module, relaxCallGetCallee(op)))) ||
         (relaxIsInvoke(op) && waits->values);
}

static MlirWalkResult findCall(MlirOperation op, void *userData) {
  Waits *waits = userData;
  waits->found |= callsWaiting(waits, op);
  return waits->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static MlirWalkResult findWaits(MlirOperation op, void *userData) {
  Waits *waits = userData;
  waits->found |= relaxIsForce(op) || callsWaiting(waits, op);
  if (relaxIsClosure(op) && !waits->values &&
      mayWait(waits, bridgeFollow(waits->module, relaxClosureGetCallee(op))))
    waits->values = waits->changed = true;
  return MlirWalkResultAdvance;
}

static MlirOperation firstIn(MlirOperation module) {
  return mlirBlockGetFirstOperation(bridgeBody(module));
}

static void findFunctions(Waits *waits) {
  do {
    waits->changed = false;
    for (MlirOperation op = {NULL};
         (op = bridgeNext(waits->module, op, relaxIsFunc)).ptr;) {
      if (mayWait(waits, op))
        continue;
      waits->found = false;
      mlirOperationWalk(op, findWaits, waits, MlirWalkPreOrder);
      if (!waits->found)
        continue;
      arrput(waits->functions, op);
      waits->changed = true;
    }
  } while (waits->changed);
}

/// Behind the operation there is a call, in its block or further out, that may
/// wait, too.
static bool isFollowed(Waits *waits, MlirOperation op) {
  waits->found = false;
  for (; !relaxIsFunc(op); op = mlirOperationGetParentOperation(op))
    for (MlirOperation next = mlirOperationGetNextInBlock(op);
         next.ptr && !waits->found; next = mlirOperationGetNextInBlock(next))
      mlirOperationWalk(next, findCall, waits, MlirWalkPreOrder);
  return waits->found;
}

static MlirWalkResult markCallee(MlirOperation op, void *userData) {
  Waits *waits = userData;
  MlirAttribute callee = relaxIsCall(op)      ? relaxCallGetCallee(op)
                         : relaxIsClosure(op) ? relaxClosureGetCallee(op)
                                              : (MlirAttribute){NULL};
  MlirOperation function =
      callee.ptr ? bridgeFollow(waits->module, callee) : (MlirOperation){NULL};
  // Who invokes a closure is not known.
  if (function.ptr && mayWait(waits, function) &&
      (relaxIsClosure(op) || isFollowed(waits, op)))
    relaxFuncSetConcurrent(function);
  return MlirWalkResultAdvance;
}

static MlirWalkResult findOrder(MlirOperation op, void *userData) {
  ((Waits *)userData)->orders |=
      relaxIsDecide(op) ||
      (relaxIsCallLibrary(op) && !relaxCallLibraryGetPure(op));
  return MlirWalkResultAdvance;
}

/// Decisions that are given are taken in their order.
static bool hasOrder(Waits *waits) {
  for (MlirOperation op = firstIn(waits->module); op.ptr && !waits->orders;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsFunc(op)) {
      waits->orders |= relaxFindEffect(op).ptr != NULL;
      mlirOperationWalk(op, findOrder, waits, MlirWalkPreOrder);
    }
  return waits->orders;
}

void batchWriteConcurrent(MlirOperation module) {
  Waits waits = {.module = module};
  if (hasOrder(&waits))
    return;
  findFunctions(&waits);
  for (ptrdiff_t i = 0; i < arrlen(waits.functions); ++i)
    mlirOperationWalk(waits.functions[i], markCallee, &waits, MlirWalkPreOrder);
  arrfree(waits.functions);
}
