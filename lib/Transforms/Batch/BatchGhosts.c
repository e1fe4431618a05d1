//===- BatchGhosts.c - branches of unequal length -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Fegade et al., "ACRoBat", MLSys 2024, on ghost operations: what follows a
// branch is as deep as the longer of its arms, whichever was taken, so that
// policies that go by depth run it once. The shorter arm begins so much deeper.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Batch/Batch.h"

#include <stb/stb_ds.h>

/// Arms of more are not worth it: what has to wait is much.
enum { MAX_LENGTH = 5 };

/// How many calls that wait stand before a value, of those in an arm.
typedef struct ChainLength {
  const void *key; // MlirValue::ptr
  int64_t value;
} ChainLength;

typedef struct Chain {
  ChainLength *lengths; // stb_ds map
  bool endless;         // what is called may call the arm again
} Chain;

static int64_t lengthOf(const Chain *chain, MlirValue value) {
  const ChainLength *known = mapEntry(chain->lengths, value.ptr);
  return known ? known->value : 0;
}

static int64_t mostBefore(const Chain *chain, MlirOperation op) {
  int64_t most = 0;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    int64_t length = lengthOf(chain, mlirOperationGetOperand(op, i));
    most = length > most ? length : most;
  }
  return most;
}

static int64_t ghostsOf(MlirOperation op) {
  MlirAttribute ghosts = relaxDeferGetGhosts(op);
  return ghosts.ptr ? mlirIntegerAttrGetValueInt(ghosts) : 0;
}

static bool isBranch(MlirOperation op) {
  return relaxIsIf(op) || relaxIsDispatch(op);
}

/// The chain of what a region yields, at most.
static int64_t measure(Chain *chain, MlirOperation op, intptr_t region) {
  MlirBlock block = bridgeBlock(op, region);
  int64_t yielded = 0;
  for (MlirOperation inner = mlirBlockGetFirstOperation(block); inner.ptr;
       inner = mlirOperationGetNextInBlock(inner)) {
    int64_t length = mostBefore(chain, inner);
    bool branches = isBranch(inner);
    chain->endless |= relaxIsCall(inner) || relaxIsInvoke(inner) ||
                      (mlirOperationGetNumRegions(inner) && !branches);
    if (relaxIsDefer(inner))
      length += 1 + ghostsOf(inner);
    for (intptr_t r = 0, e = mlirOperationGetNumRegions(inner);
         branches && r < e; ++r) {
      int64_t arm = measure(chain, inner, r);
      length = arm > length ? arm : length;
    }
    for (intptr_t i = 0, e = mlirOperationGetNumResults(inner); i < e; ++i)
      hmput(chain->lengths, (const void *)mlirOperationGetResult(inner, i).ptr,
            length);
    yielded = length; // of the terminator, at last
  }
  return yielded;
}

/// The calls that wait for none of their arm begin deeper.
static void deepen(const Chain *chain, MlirOperation op, intptr_t region,
                   int64_t by) {
  MlirBlock block = bridgeBlock(op, region);
  MlirType word = mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
  for (MlirOperation inner = mlirBlockGetFirstOperation(block); inner.ptr;
       inner = mlirOperationGetNextInBlock(inner))
    if (relaxIsDefer(inner) && mostBefore(chain, inner) == 0)
      relaxDeferSetGhosts(inner,
                          mlirIntegerAttrGet(word, ghostsOf(inner) + by));
}

static MlirWalkResult equalize(MlirOperation op, void *userData) {
  Arena *arena = userData;
  if (!isBranch(op))
    return MlirWalkResultAdvance;
  intptr_t arms = mlirOperationGetNumRegions(op);
  Chain *chains = ARENA_ARRAY(arena, Chain, arms);
  int64_t *lengths = ARENA_ARRAY(arena, int64_t, arms), most = 0;
  bool endless = false;
  for (intptr_t r = 0; r < arms; ++r) {
    chains[r] = (Chain){.endless = false};
    lengths[r] = measure(&chains[r], op, r);
    most = lengths[r] > most ? lengths[r] : most;
    endless |= chains[r].endless;
  }
  for (intptr_t r = 0; r < arms; ++r) {
    if (!endless && most < MAX_LENGTH && lengths[r] < most)
      deepen(&chains[r], op, r, most - lengths[r]);
    hmfree(chains[r].lengths);
  }
  return MlirWalkResultAdvance;
}

void batchWriteGhosts(MlirOperation module, Arena *arena) {
  mlirOperationWalk(module, equalize, arena, MlirWalkPostOrder);
}
