//===- PlanMemoryPlaces.c - where each result lies ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Analysis/Alias.h"
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

/// The number of the buffer that a value lies in, or -1.
static intptr_t bufferOf(const Planner *planner, MlirValue value) {
  value = relaxAliasRoot(value);
  for (intptr_t i = 0; i < planner->liveness.numBuffers; ++i)
    if (mlirValueEqual(planner->liveness.buffers[i].value, value))
      return i;
  return -1;
}

/// The block of an operand that this call is the last to read, if the program
/// may write there; else -1. One that is evicted ends by itself.
static intptr_t blockInPlace(Planner *planner, const Buffer *buffer,
                             const Place *place) {
  intptr_t operand = -1;
  while (planner->inPlace &&
         (operand = planOperandInPlace(planner->run->op, buffer->writer,
                                       operand + 1)) >= 0) {
    intptr_t at =
        bufferOf(planner, relaxCallTirGetInputs(buffer->writer, operand));
    if (at < 0 || planner->places[at].kind != PLACE_BLOCK ||
        planner->places[at].taken ||
        planner->liveness.buffers[at].end != buffer->begin ||
        planEvictionOf(planner->liveness.buffers[at].value).ptr ||
        !symExprEqual(planner->places[at].bytes, place->bytes))
      continue;
    planner->places[at].taken = true;
    planner->plan.blocks[planner->places[at].block].busyUntil = buffer->end;
    return planner->places[at].block;
  }
  return -1;
}

/// What is written out has its place before anything runs.
static MlirLogicalResult planFile(Planner *planner, const Buffer *buffer,
                                  Place *place) {
  TensorSize size;
  bool bounded;
  MlirType type = mlirValueGetType(buffer->value);
  TensorSizeStatus status = tensorSizeOf(&planner->bounds.facts, type, &size);
  if (status != TENSOR_SIZE_OK && status != TENSOR_SIZE_UNKNOWN_SHAPE)
    return refuseSize(buffer, status);
  if (status == TENSOR_SIZE_UNKNOWN_SHAPE || buffer->escapes ||
      !tensorSizeAtMost(&planner->bounds, type, &size, &bounded))
    return bridgeEmitOpError(buffer->writer, "cannot be written out: %s",
                             buffer->escapes
                                 ? "it leaves the block"
                                 : "its size is not known when the block "
                                   "begins");
  place->kind = PLACE_FILE;
  place->bytes = size.bytes;
  place->block = planBlock(&planner->file, size, buffer->begin, buffer->end);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult planBuffer(Planner *planner, intptr_t index) {
  const Buffer *buffer = &planner->liveness.buffers[index];
  Place *place = &planner->places[index];
  MlirType type = mlirValueGetType(buffer->value);
  *place = (Place){.kind = PLACE_OWN};
  if (relaxIsWriteOut(buffer->writer))
    return planFile(planner, buffer, place);
  if (buffer->escapes)
    return mlirLogicalResultSuccess();
  if (!planner->arena) {
    place->kind = PLACE_EMPTY; // a life that ends
    return mlirLogicalResultSuccess();
  }
  TensorSize size;
  TensorSizeStatus status = tensorSizeOf(&planner->bounds.facts, type, &size);
  if (status == TENSOR_SIZE_UNKNOWN_SHAPE) // 'relax-to-vm' asks for a shape
    return mlirLogicalResultSuccess();
  if (status != TENSOR_SIZE_OK)
    return refuseSize(buffer, status);
  // The arena is made before anything runs in its block: all it knows are the
  // symbols that arguments bind.
  bool bounded;
  if (!tensorSizeAtMost(&planner->bounds, type, &size, &bounded))
    return mlirLogicalResultSuccess();
  planner->numBounded += bounded;
  int64_t bytes;
  place->bytes = size.bytes;
  place->kind = PLACE_EMPTY;
  if (symExprIsConst(size.bytes, &bytes) && bytes == 0)
    return mlirLogicalResultSuccess();
  place->kind = PLACE_BLOCK;
  place->block = blockInPlace(planner, buffer, place);
  if (place->block < 0)
    place->block = planBlock(&planner->plan, size, buffer->begin, buffer->end);
  return mlirLogicalResultSuccess();
}

void planOpen(RelaxPassRun *run, MlirBlock block, bool arena,
              Planner *planner) {
  *planner = (Planner){.run = run, .block = block, .arena = arena};
  livenessOf(run->arena, block, &planner->liveness);
  tensorBoundsOf(run->arena, block, &planner->bounds);
  factsIndexCreate(&planner->bounds.facts); // blocks times tensors questions
}

void planClose(Planner *planner) {
  planForget(&planner->plan);
  planForget(&planner->file);
  factsIndexDestroy(&planner->bounds.facts);
}

static MlirLogicalResult placeAll(Planner *planner, const Probe *probe,
                                  SymExpr *total) {
  Arena *arena = planner->run->arena;
  intptr_t count = planner->liveness.numBuffers;
  planner->places = ARENA_ARRAY(arena, Place, count);
  planner->plan = (Plan){.facts = &planner->bounds.facts,
                         .probe = probe,
                         .blocks = ARENA_ARRAY(arena, PlannedBlock, count)};
  planForget(&planner->file);
  planner->file = (Plan){.facts = &planner->bounds.facts,
                         .blocks = ARENA_ARRAY(arena, PlannedBlock, count)};
  planner->numPlaced = planner->numBounded = 0;
  for (intptr_t i = 0; i < count; ++i) {
    if (mlirLogicalResultIsFailure(planBuffer(planner, i)))
      return mlirLogicalResultFailure();
    planner->numPlaced += planner->places[i].kind != PLACE_OWN;
  }
  SymStatus status = planLayOut(&planner->plan, total);
  if (status == SYM_OK && !planner->inPlace)
    status = planChain(planner, total);
  if (status == SYM_OK)
    status = planLayOut(&planner->file, &planner->fileBytes);
  if (status != SYM_OK)
    return bridgeEmitOpError(mlirBlockGetParentOperation(planner->block),
                             "size of the arena: %s", symStatusText(status));
  return mlirLogicalResultSuccess();
}

/// At the probe.
static bool isSmaller(const Planner *planner, SymExpr a, SymExpr b) {
  int64_t first, second;
  return probeEvaluate(&planner->probe, a, &first) &&
         probeEvaluate(&planner->probe, b, &second) && first < second;
}

MlirLogicalResult planPlaces(Planner *planner, SymExpr *total) {
  MlirLogicalResult outcome = placeAll(planner, NULL, total);
  if (mlirLogicalResultIsFailure(outcome) || !planner->inPlace)
    return outcome;
  Planner byProbe = *planner;
  SymExpr other;
  byProbe.file = (Plan){0};
  outcome = placeAll(&byProbe, &planner->probe, &other);
  bool better =
      mlirLogicalResultIsSuccess(outcome) && isSmaller(planner, other, *total);
  planForget(better ? &planner->plan : &byProbe.plan);
  planForget(better ? &planner->file : &byProbe.file);
  if (better) {
    *planner = byProbe;
    planner->plan.facts = planner->file.facts = &planner->bounds.facts;
    *total = other;
  }
  return outcome;
}
