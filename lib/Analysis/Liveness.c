//===- Liveness.c - how long the results of kernels are used --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Liveness.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/State.gen.h"
#include "lib/Analysis/Alias.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

typedef struct Walk {
  Liveness *liveness;
  struct ViewOf {
    void *key;      // a value
    intptr_t value; // the buffer that it views
  } *views;         // stb_ds map
} Walk;

/// To or from second memory.
static bool isMove(MlirOperation op) {
  return relaxIsWriteOut(op) || relaxIsReadBack(op);
}

static bool isPlain(MlirOperation op) {
  return relaxCalls(op) || isMove(op) || relaxIsView(op) ||
         relaxMovesNoNumber(op) || relaxIsRowView(op);
}

static bool isOther(MlirOperation op) {
  return !relaxIsFunc(op) && !isPlain(op) && !relaxKeeps(op) &&
         !relaxIsIf(op) && !relaxIsAppend(op) && !relaxIsUpdateSlice(op);
}

bool livenessIsKnown(MlirOperation function) {
  MlirBlock block = bridgeBody(function);
  return block.ptr && !mlirBlockGetNextInRegion(block).ptr &&
         !bridgeHas(function, isOther);
}

static bool isBuffer(MlirOperation op, intptr_t index) {
  return (relaxIsCallTir(op) || isMove(op) ||
          (relaxIsCallLibrary(op) && relaxCallLibraryGetPure(op))) &&
         relaxIsTensorType(mlirValueGetType(mlirOperationGetResult(op, index)));
}

/// What it gets may be in what it returns, or in the next round.
static bool mayKeep(MlirOperation op, intptr_t operand) {
  bool keeps = relaxKeeps(op) || (relaxIsUpdateSlice(op) && operand == 0 &&
                                  relaxUpdateSliceGetInPlace(op));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op);
       relaxIsCallLibrary(op) && i < e; ++i)
    keeps |=
        !relaxIsTensorType(mlirValueGetType(mlirOperationGetResult(op, i)));
  return keeps;
}

/// Operands of `op`, which is `outer` or stands in its regions.
static void useOperands(Walk *walk, MlirOperation op, MlirOperation outer) {
  if (relaxIsKill(op) || relaxIsEvict(op)) // ends what is there, reads nothing
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    ptrdiff_t at =
        mapFind(walk->views, (void *)mlirOperationGetOperand(op, i).ptr);
    if (at < 0)
      continue;
    Buffer *buffer = &walk->liveness->buffers[walk->views[at].value];
    buffer->end = walk->liveness->numSteps;
    buffer->last = outer;
    buffer->returned |= relaxIsReturn(op);
    buffer->escapes |= mayKeep(op, i);
  }
}

static void view(Walk *walk, MlirValue value, intptr_t buffer) {
  struct ViewOf entry = {(void *)value.ptr, buffer};
  hmputs(walk->views, entry);
}

/// Results that lie in a buffer that is known; those of calls of the block
/// itself are new ones.
static void defineResults(Walk *walk, MlirOperation op, bool isOwn) {
  Liveness *liveness = walk->liveness;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i), source;
    ptrdiff_t at;
    if (isOwn && isBuffer(op, i)) {
      view(walk, result, liveness->numBuffers);
      liveness->buffers[liveness->numBuffers++] =
          (Buffer){.value = result,
                   .writer = op,
                   .index = i,
                   .begin = liveness->numSteps,
                   .end = liveness->numSteps,
                   .last = op};
    } else if (relaxAliasOf(op, i, &source) &&
               (at = mapFind(walk->views, (void *)source.ptr)) >= 0) {
      view(walk, result, walk->views[at].value);
    }
  }
}

typedef struct InnerWalk {
  Walk *walk;
  MlirOperation outer;
} InnerWalk;

static MlirWalkResult visitInner(MlirOperation op, void *userData) {
  InnerWalk *inner = userData;
  useOperands(inner->walk, op, inner->outer);
  defineResults(inner->walk, op, mlirOperationEqual(op, inner->outer));
  return MlirWalkResultAdvance;
}

static bool isStep(MlirOperation op) {
  return relaxCalls(op) || isMove(op) || relaxIsAppend(op) ||
         relaxIsUpdateSlice(op) || mlirOperationGetNumRegions(op) > 0;
}

void livenessOf(Arena *arena, MlirBlock block, Liveness *out) {
  *out = (Liveness){0};
  intptr_t results = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    results += mlirOperationGetNumResults(op);
  out->buffers = ARENA_ARRAY(arena, Buffer, results);
  Walk walk = {.liveness = out};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    out->numSteps += isStep(op);
    InnerWalk inner = {&walk, op};
    mlirOperationWalk(op, visitInner, &inner, MlirWalkPreOrder);
  }
  hmfree(walk.views);
}
