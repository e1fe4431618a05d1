//===- Liveness.c - how long the results of kernels are used --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Liveness.h"
#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Analysis/Alias.h"

#include <stb/stb_ds.h>

typedef struct Walk {
  Liveness *liveness;
  struct ViewOf {
    void *key;      // a value
    intptr_t value; // the buffer that it views
  } *views;         // stb_ds map
} Walk;

static bool isPlain(MlirOperation op) {
  return relaxIsCallTir(op) || relaxIsCallLibrary(op) || relaxIsCall(op) ||
         relaxIsReshape(op) || relaxIsMatchCast(op) || relaxIsGetWeight(op) ||
         relaxIsConstant(op) || relaxIsArena(op) || relaxIsKill(op) ||
         relaxIsReturn(op) || relaxIsCheck(op) || relaxIsShapeOf(op) ||
         relaxIsBroadcastShape(op) || relaxIsShapeToTensor(op) ||
         relaxIsShape(op) || relaxIsReducedShape(op) || relaxIsSqueeze(op) ||
         relaxIsUnsqueeze(op) || relaxIsTensorToShape(op);
}

/// The only block of a body that is a straight line of plain operations, or a
/// null block.
static MlirBlock straightLine(MlirOperation function) {
  MlirBlock none = {NULL};
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  if (!block.ptr || mlirBlockGetNextInRegion(block).ptr)
    return none;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (!isPlain(op))
      return none;
  return block;
}

static bool isBuffer(MlirOperation op, intptr_t index) {
  return (relaxIsCallTir(op) ||
          (relaxIsCallLibrary(op) && relaxCallLibraryGetPure(op).ptr)) &&
         relaxIsTensorType(mlirValueGetType(mlirOperationGetResult(op, index)));
}

/// What it gets may be in what it returns.
static bool mayKeep(MlirOperation op) {
  bool keeps = relaxIsReturn(op) || relaxIsCall(op);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op);
       relaxIsCallLibrary(op) && i < e; ++i)
    keeps |=
        !relaxIsTensorType(mlirValueGetType(mlirOperationGetResult(op, i)));
  return keeps;
}

static void useOperands(Walk *walk, MlirOperation op) {
  if (relaxIsKill(op)) // ends what is there, reads nothing
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    ptrdiff_t at =
        hmgeti(walk->views, (void *)mlirOperationGetOperand(op, i).ptr);
    if (at < 0)
      continue;
    Buffer *buffer = &walk->liveness->buffers[walk->views[at].value];
    buffer->end = walk->liveness->numSteps;
    buffer->last = op;
    buffer->returned |= relaxIsReturn(op);
    buffer->escapes |= mayKeep(op);
  }
}

static void view(Walk *walk, MlirValue value, intptr_t buffer) {
  struct ViewOf entry = {(void *)value.ptr, buffer};
  hmputs(walk->views, entry);
}

static void defineResults(Walk *walk, MlirOperation op) {
  Liveness *liveness = walk->liveness;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i), source;
    ptrdiff_t at;
    if (isBuffer(op, i)) {
      view(walk, result, liveness->numBuffers);
      liveness->buffers[liveness->numBuffers++] =
          (Buffer){.value = result,
                   .writer = op,
                   .index = i,
                   .begin = liveness->numSteps,
                   .end = liveness->numSteps,
                   .last = op};
    } else if (relaxAliasOf(op, i, &source) &&
               (at = hmgeti(walk->views, (void *)source.ptr)) >= 0) {
      view(walk, result, walk->views[at].value);
    }
  }
}

bool livenessOf(Arena *arena, MlirOperation function, Liveness *out) {
  *out = (Liveness){0};
  MlirBlock block = straightLine(function);
  if (!block.ptr)
    return false;
  intptr_t results = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    results += mlirOperationGetNumResults(op);
  out->buffers = ARENA_ARRAY(arena, Buffer, results);
  Walk walk = {.liveness = out};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    out->numSteps +=
        relaxIsCallTir(op) || relaxIsCallLibrary(op) || relaxIsCall(op);
    useOperands(&walk, op);
    defineResults(&walk, op);
  }
  hmfree(walk.views);
  return true;
}
