//===- PlanMemoryPlans.c - several plans, of which one is carried out -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// No order of placing tensors is best for all networks. What the prover said of
// two sizes is remembered, so that a second plan costs little.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/Alias.h"
#include "lib/Transforms/Memory/PlanMemory.h"

/// The number of the buffer that a value lies in, or -1.
static intptr_t bufferOf(const Planner *planner, MlirValue value) {
  value = relaxAliasRoot(value);
  for (intptr_t i = 0; i < planner->liveness.numBuffers; ++i)
    if (mlirValueEqual(planner->liveness.buffers[i].value, value))
      return i;
  return -1;
}

/// An operand that this call is the last to read, if the program may write
/// there; else -1. One that is evicted ends by itself.
static intptr_t operandInPlace(const Planner *planner, const Buffer *buffer,
                               const Place *place) {
  intptr_t operand = -1;
  while ((operand = planOperandInPlace(planner->run->op, buffer->writer,
                                       operand + 1)) >= 0) {
    intptr_t at =
        bufferOf(planner, relaxCallTirGetInputs(buffer->writer, operand));
    if (at >= 0 && planner->places[at].kind == PLACE_BLOCK &&
        !planner->places[at].taken &&
        planner->liveness.buffers[at].end == buffer->begin &&
        !planEvictionOf(planner->liveness.buffers[at].value).ptr &&
        symExprEqual(planner->places[at].size.bytes, place->size.bytes))
      return at;
  }
  return -1;
}

/// Results that lie in place of what they are made of have its place.
static void joinInPlace(Planner *planner) {
  for (intptr_t i = 0; i < planner->liveness.numBuffers; ++i) {
    const Buffer *buffer = &planner->liveness.buffers[i];
    Place *place = &planner->places[i];
    place->owner = i;
    place->end = buffer->end;
    intptr_t at = planner->inPlace && place->kind == PLACE_BLOCK
                      ? operandInPlace(planner, buffer, place)
                      : -1;
    if (at < 0)
      continue;
    planner->places[at].taken = true;
    place->owner = planner->places[at].owner;
    planner->places[place->owner].end = buffer->end;
  }
}

/// The buffers in the order in which they are placed.
static intptr_t *orderOf(const Planner *planner, unsigned rules) {
  Arena *arena = planner->run->arena;
  intptr_t count = planner->liveness.numBuffers;
  intptr_t *order = ARENA_ARRAY(arena, intptr_t, count);
  int64_t *bytes = ARENA_ARRAY(arena, int64_t, count);
  for (intptr_t i = 0; i < count; ++i) {
    intptr_t at = i;
    if (!(rules & PLAN_BY_SIZE) || planner->places[i].kind != PLACE_BLOCK ||
        !probeEvaluate(&planner->probe, planner->places[i].size.bytes,
                       &bytes[i]))
      bytes[i] = 0;
    for (; at > 0 && bytes[order[at - 1]] < bytes[i]; --at)
      order[at] = order[at - 1];
    order[at] = i;
  }
  return order;
}

static SymStatus placeAll(Planner *planner, unsigned rules, SymExpr *total) {
  Arena *arena = planner->run->arena;
  intptr_t count = planner->liveness.numBuffers;
  Plan empty = {.sizes = planner->sizes};
  planner->plan = planner->file = empty;
  planner->plan.rules = rules;
  planner->plan.blocks = ARENA_ARRAY(arena, PlannedBlock, count);
  planner->file.blocks = ARENA_ARRAY(arena, PlannedBlock, count);
  const intptr_t *order = orderOf(planner, rules);
  for (intptr_t i = 0; i < count; ++i) {
    Place *place = &planner->places[order[i]];
    bool inFile = place->kind == PLACE_FILE;
    if (place->owner == order[i] && (inFile || place->kind == PLACE_BLOCK))
      place->block =
          planBlock(inFile ? &planner->file : &planner->plan, place->size,
                    planner->liveness.buffers[order[i]].begin, place->end);
  }
  for (intptr_t i = 0; i < count; ++i)
    planner->places[i].block = planner->places[planner->places[i].owner].block;
  SymStatus status =
      planner->arena ? planLayOut(&planner->plan, total) : SYM_OK;
  return status == SYM_OK ? planLayOut(&planner->file, &planner->fileBytes)
                          : status;
}

/// At usual extents.
static bool isSmaller(const Planner *planner, SymExpr a, SymExpr b) {
  int64_t first, second;
  return probeEvaluate(&planner->probe, a, &first) &&
         probeEvaluate(&planner->probe, b, &second) && first < second;
}

/// The plan takes the place of the one there is if it takes less, and can be
/// written.
static void tryRules(Planner *planner, unsigned rules, SymExpr *total) {
  Planner other = *planner;
  SymExpr bytes;
  intptr_t count = planner->liveness.numBuffers;
  other.places =
      arenaCopy(planner->run->arena, planner->places, count * sizeof(Place));
  if (placeAll(&other, rules, &bytes) == SYM_OK &&
      isSmaller(planner, bytes, *total)) {
    *planner = other;
    *total = bytes;
  }
}

MlirLogicalResult planPlaces(Planner *planner, SymExpr *total) {
  if (mlirLogicalResultIsFailure(planMeasure(planner)))
    return mlirLogicalResultFailure();
  joinInPlace(planner);
  SymStatus status = placeAll(planner, 0, total);
  unsigned all = PLAN_BY_SIZE | (planner->inPlace ? PLAN_SHARE_UNKNOWN : 0);
  for (unsigned rules = 1; status == SYM_OK && planner->arena && rules <= all;
       ++rules)
    tryRules(planner, rules, total);
  if (status == SYM_OK && planner->arena && !planner->inPlace)
    status = planChain(planner, total);
  planner->isTooLong = status == SYM_TOO_LARGE;
  if (planner->isTooLong && planner->mayDoWithout)
    return mlirLogicalResultFailure();
  if (status != SYM_OK)
    return bridgeEmitOpError(mlirBlockGetParentOperation(planner->block),
                             "size of the arena: %s", symStatusText(status));
  return mlirLogicalResultSuccess();
}
