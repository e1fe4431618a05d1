//===- Recompute.c - operators, references, handles ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"
#include "lib/Support/OutOfMemory.h"

#include <assert.h>
#include <stb/stb_ds.h>
#include <stdlib.h>

RelaxRecompute *relaxRecomputeCreate(const RelaxRecomputeOptions *options) {
  assert(options->heuristic && options->budget <= INT64_MAX);
  RelaxRecompute *recompute = calloc(1, sizeof *recompute);
  if (!recompute)
    outOfMemory();
  recompute->options = *options;
  recompute->clock = 1;
  recompute->random = options->seed;
  recompute->arena = arenaCreate();
  return recompute;
}

void relaxRecomputeDestroy(RelaxRecompute *recompute) {
  if (!recompute)
    return;
  for (ptrdiff_t i = 0; i < arrlen(recompute->storages); ++i) {
    arrfree(recompute->storages[i].neighbours[RECOMPUTE_CHILDREN]);
    arrfree(recompute->storages[i].neighbours[RECOMPUTE_PARENTS]);
    recomputeRegionDestroy(&recompute->storages[i]);
  }
  arrfree(recompute->storages);
  arrfree(recompute->tensors);
  arrfree(recompute->operators);
  arrfree(recompute->nodes);
  arrfree(recompute->freeNodes);
  arrfree(recompute->pool);
  arrfree(recompute->frames);
  arrfree(recompute->missing);
  arrfree(recompute->work);
  arrfree(recompute->list);
  arenaDestroy(recompute->arena);
  free(recompute);
}

/// Adds up what stays within RELAX_RECOMPUTE_SUM_BITS.
static bool addSum(uint64_t *sum, uint64_t value) {
  static const uint64_t most = (uint64_t)1 << RELAX_RECOMPUTE_SUM_BITS;
  if (value > most || *sum > most - value)
    return false;
  *sum += value;
  return true;
}

static bool addSums(RelaxRecompute *recompute, int64_t cost,
                    const RelaxRecomputeOutput *outputs, uint32_t numOutputs) {
  uint64_t bytes = recompute->sumBytes, costs = recompute->sumCosts;
  for (uint32_t i = 0; i < numOutputs; ++i)
    if (!addSum(&bytes, outputs[i].viewOf < 0 ? outputs[i].bytes : 0) ||
        !addSum(&costs, (uint64_t)cost))
      return false;
  recompute->sumBytes = bytes;
  recompute->sumCosts = costs;
  return true;
}

/// The inputs, and the distinct storages behind them.
static void setInputs(RelaxRecompute *recompute, RecomputeOperator *op,
                      const uint32_t *inputs, uint32_t numInputs) {
  IndexSet seen = {0};
  uint32_t *copy =
               arenaCopy(recompute->arena, inputs, numInputs * sizeof *inputs),
           *sources = ARENA_ARRAY(recompute->arena, uint32_t, numInputs);
  for (uint32_t i = 0; i < numInputs; ++i) {
    uint32_t storage = recompute->tensors[inputs[i]].storage;
    assert(!recompute->storages[storage].freed);
    if (indexSetAdd(&seen, storage))
      sources[op->numSources++] = storage;
  }
  indexSetFree(&seen);
  op->inputs = copy;
  op->numInputs = numInputs;
  op->sources = sources;
}

bool relaxRecomputeIssue(RelaxRecompute *recompute, const uint32_t *inputs,
                         uint32_t numInputs,
                         const RelaxRecomputeOutput *outputs,
                         uint32_t numOutputs, int64_t cost, uint32_t *first) {
  assert(numOutputs > 0 && cost >= 0);
  if (!addSums(recompute, cost, outputs, numOutputs))
    return false;
  uint32_t operator = (uint32_t)arrlen(recompute->operators);
  *first = (uint32_t)arrlen(recompute->tensors);
  RecomputeOperator op = {
      .cost = cost, .firstOutput = *first, .numOutputs = numOutputs};
  setInputs(recompute, &op, inputs, numInputs);
  bool banish = recompute->options.policy == RELAX_RECOMPUTE_BANISH;
  if (banish)
    op.waits = arenaCalloc(recompute->arena, numOutputs, op.numSources);
  for (uint32_t i = 0; i < numOutputs; ++i)
    op.bytes += outputs[i].viewOf < 0 ? outputs[i].bytes : 0;
  arrput(recompute->operators, op);
  for (uint32_t i = 0; i < numOutputs; ++i) {
    int32_t view = outputs[i].viewOf;
    recomputeAddTensor(recompute, operator,
                       view < 0
                           ? recomputeAddStorage(recompute, outputs[i].bytes)
                           : recompute->tensors[inputs[view]].storage);
    if (banish)
      recomputeWaitFor(recompute, *first + i);
  }
  recomputeConnect(recompute, operator);
  recomputeReadBy(recompute, operator);
  return true;
}

RelaxRecomputeStatus relaxRecomputeRun(RelaxRecompute *recompute,
                                       uint32_t tensor) {
  RelaxRecomputeStatus status = recomputeCompute(recompute, tensor);
  if (status != RELAX_RECOMPUTE_OK)
    return status;
  const RecomputeOperator *op =
      &recompute->operators[recompute->tensors[tensor].producer];
  for (uint32_t i = 0; i < op->numOutputs; ++i) {
    uint32_t storage = recompute->tensors[op->firstOutput + i].storage;
    recompute->storages[storage].lastAccess = recompute->clock;
  }
  return RELAX_RECOMPUTE_OK;
}

RelaxRecomputeStatus relaxRecomputeGet(RelaxRecompute *recompute,
                                       uint32_t tensor) {
  return recompute->tensors[tensor].defined
             ? RELAX_RECOMPUTE_OK
             : recomputeCompute(recompute, tensor);
}

void relaxRecomputePin(RelaxRecompute *recompute, uint32_t tensor) {
  recomputePin(recompute, recompute->tensors[tensor].storage);
}

void relaxRecomputeLock(RelaxRecompute *recompute, uint32_t tensor) {
  recomputeLock(recompute, recompute->tensors[tensor].storage);
}

void relaxRecomputeUnlock(RelaxRecompute *recompute, uint32_t tensor) {
  recomputeUnlock(recompute, recompute->tensors[tensor].storage);
}

void relaxRecomputeRetain(RelaxRecompute *recompute, uint32_t tensor) {
  ++recompute->tensors[tensor].refs;
  ++recompute->storages[recompute->tensors[tensor].storage].refs;
}

void relaxRecomputeRelease(RelaxRecompute *recompute, uint32_t tensor) {
  uint32_t storage = recompute->tensors[tensor].storage;
  RecomputeStorage *of = &recompute->storages[storage];
  assert(recompute->tensors[tensor].refs > 0);
  --recompute->tensors[tensor].refs;
  if (--of->refs)
    return;
  if (recompute->options.policy == RELAX_RECOMPUTE_BANISH)
    recomputeTryFree(recompute, storage);
  else if (recompute->options.policy == RELAX_RECOMPUTE_EAGER && of->material &&
           !of->locks)
    recomputeEvict(recompute, storage);
  recomputeDrop(recompute, storage);
}

void relaxRecomputeSetBudget(RelaxRecompute *recompute, uint64_t budget) {
  recompute->options.budget = budget;
}

void relaxRecomputeSetCost(RelaxRecompute *recompute, uint32_t operator,
                           int64_t cost) {
  RecomputeOperator *op = &recompute->operators[operator];
  for (uint32_t i = 0; i < op->numOutputs; ++i) {
    const RecomputeTensor *outputs = &recompute->tensors[op->firstOutput];
    uint32_t before = 0; // a storage counts an operator once
    while (outputs[before].storage != outputs[i].storage)
      ++before;
    if (before == i)
      recompute->storages[outputs[i].storage].cost += cost - op->cost;
  }
  op->cost = cost;
}

RelaxRecomputeStatus relaxRecomputeTakeRoom(RelaxRecompute *recompute,
                                            uint64_t bytes) {
  RelaxRecomputeStatus status = recomputeMakeRoom(recompute, bytes);
  if (status != RELAX_RECOMPUTE_OK)
    return status;
  recompute->counters.used += bytes;
  if (recompute->counters.used > recompute->counters.peak)
    recompute->counters.peak = recompute->counters.used;
  return RELAX_RECOMPUTE_OK;
}

void relaxRecomputeGiveRoom(RelaxRecompute *recompute, uint64_t bytes) {
  assert(recompute->counters.used >= bytes);
  recompute->counters.used -= bytes;
}

RelaxRecomputeState relaxRecomputeStateOf(const RelaxRecompute *recompute,
                                          uint32_t tensor) {
  const RecomputeTensor *t = &recompute->tensors[tensor];
  return t->defined                              ? RELAX_RECOMPUTE_MATERIAL
         : recompute->operators[t->producer].ran ? RELAX_RECOMPUTE_EVICTED
                                                 : RELAX_RECOMPUTE_LAZY;
}

uint32_t relaxRecomputeStorageOf(const RelaxRecompute *recompute,
                                 uint32_t tensor) {
  return recompute->tensors[tensor].storage;
}

uint32_t relaxRecomputeProducerOf(const RelaxRecompute *recompute,
                                  uint32_t tensor) {
  return recompute->tensors[tensor].producer;
}

uint64_t relaxRecomputeBytesOf(const RelaxRecompute *recompute,
                               uint32_t storage) {
  return recompute->storages[storage].bytes;
}

uint32_t relaxRecomputeReferences(const RelaxRecompute *recompute,
                                  uint32_t tensor) {
  return recompute->tensors[tensor].refs;
}

bool relaxRecomputeIsFreed(const RelaxRecompute *recompute, uint32_t tensor) {
  return recompute->storages[recompute->tensors[tensor].storage].freed;
}

const RelaxRecomputeCounters *
relaxRecomputeGetCounters(const RelaxRecompute *recompute) {
  return &recompute->counters;
}
