//===- PlanMemoryPlaces.c - where each result lies ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Transforms/Memory/PlanMemory.h"

static MlirLogicalResult refuseSize(const Buffer *buffer,
                                    TensorSizeStatus status) {
  if (status == TENSOR_SIZE_OVERFLOW)
    return bridgeEmitOpError(buffer->writer,
                             "result %ld: its size in bytes exceeds 64 bits",
                             (long)buffer->index);
  RelaxTensorInfo info = relaxTensorInfoOf(buffer->value);
  StrBuf text = {0};
  bridgePrintType(info.elementType, &text);
  bridgeEmitOpError(buffer->writer,
                    "result %ld: elements of type '%s' have no size in bytes",
                    (long)buffer->index, strBufText(&text));
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

/// What is written out has its place before anything runs.
static MlirLogicalResult measureFile(Planner *planner, const Buffer *buffer,
                                     Place *place) {
  bool bounded;
  MlirType type = mlirValueGetType(buffer->value);
  TensorSizeStatus status =
      tensorSizeOf(&planner->bounds.facts, type, &place->size);
  if (status != TENSOR_SIZE_OK && status != TENSOR_SIZE_UNKNOWN_SHAPE)
    return refuseSize(buffer, status);
  if (status == TENSOR_SIZE_UNKNOWN_SHAPE || buffer->escapes ||
      !tensorSizeAtMost(&planner->bounds, type, &place->size, &bounded))
    return bridgeEmitOpError(buffer->writer, "cannot be written out: %s",
                             buffer->escapes
                                 ? "it leaves the block"
                                 : "its size is not known when the block "
                                   "begins");
  place->kind = PLACE_FILE;
  return mlirLogicalResultSuccess();
}

/// What kind of place, and how large.
static MlirLogicalResult measure(Planner *planner, intptr_t index) {
  const Buffer *buffer = &planner->liveness.buffers[index];
  Place *place = &planner->places[index];
  MlirType type = mlirValueGetType(buffer->value);
  *place = (Place){.kind = PLACE_OWN};
  if (relaxIsWriteOut(buffer->writer))
    return measureFile(planner, buffer, place);
  if (buffer->escapes)
    return mlirLogicalResultSuccess();
  if (!planner->arena) {
    place->kind = PLACE_EMPTY; // a life that ends
    return mlirLogicalResultSuccess();
  }
  TensorSizeStatus status =
      tensorSizeOf(&planner->bounds.facts, type, &place->size);
  if (status == TENSOR_SIZE_UNKNOWN_SHAPE) // 'relax-to-vm' asks for a shape
    return mlirLogicalResultSuccess();
  if (status != TENSOR_SIZE_OK)
    return refuseSize(buffer, status);
  // The arena is made before anything runs in its block: all it knows are the
  // symbols that arguments bind.
  bool bounded;
  if (!tensorSizeAtMost(&planner->bounds, type, &place->size, &bounded))
    return mlirLogicalResultSuccess();
  planner->numBounded += bounded;
  bool empty = symExprIs(place->size.bytes, 0);
  place->kind = empty ? PLACE_EMPTY : PLACE_BLOCK;
  return mlirLogicalResultSuccess();
}

MlirLogicalResult planMeasure(Planner *planner) {
  intptr_t count = planner->liveness.numBuffers;
  planner->places = ARENA_ARRAY(planner->run->arena, Place, count);
  for (intptr_t i = 0; i < count; ++i) {
    if (mlirLogicalResultIsFailure(measure(planner, i)))
      return mlirLogicalResultFailure();
    planner->numPlaced += planner->places[i].kind != PLACE_OWN;
  }
  return mlirLogicalResultSuccess();
}

void planOpen(RelaxPassRun *run, MlirBlock block, bool arena,
              Planner *planner) {
  *planner = (Planner){.run = run, .block = block, .arena = arena};
  livenessOf(run->arena, block, &planner->liveness);
  tensorBoundsOf(run->arena, block, &planner->bounds);
  factsIndexCreate(&planner->bounds.facts); // blocks times tensors questions
  planner->probe = probeOfBlock(&planner->bounds.facts, block);
  planner->sizes = ARENA_NEW(run->arena, PlanSizes);
  *planner->sizes =
      (PlanSizes){.facts = &planner->bounds.facts, .usual = &planner->probe};
}

void planClose(Planner *planner) {
  planSizesForget(planner->sizes);
  factsIndexDestroy(&planner->bounds.facts);
}
