//===- Compute.c - operators run, and run again --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Inputs that are not there are computed first, depth first, on a stack of our
// own: a chain of a million evicted storages comes back like any other.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"

#include <assert.h>
#include <stb/stb_ds.h>

static RecomputeOperator *producerOf(RelaxRecompute *recompute,
                                     uint32_t tensor) {
  return &recompute->operators[recompute->tensors[tensor].producer];
}

static RecomputeStorage *storageOf(RelaxRecompute *recompute, uint32_t tensor) {
  return &recompute->storages[recompute->tensors[tensor].storage];
}

/// Locks what is there and lists what is missing.
static void collectInputs(RelaxRecompute *recompute, RecomputeFrame *frame) {
  const RecomputeOperator *op = producerOf(recompute, frame->tensor);
  arrsetlen(recompute->missing, frame->firstMissing);
  for (uint32_t i = 0; i < op->numInputs; ++i) {
    const RecomputeTensor *input = &recompute->tensors[op->inputs[i]];
    if (recompute->storages[input->storage].freed)
      continue;
    if (input->defined)
      recomputeLock(recompute, input->storage);
    else
      arrput(recompute->missing, op->inputs[i]);
  }
  frame->next = frame->firstMissing;
  frame->endMissing = arrlenu(recompute->missing);
  frame->gaveWay = false;
}

/// Gives up what an operator that waits has locked so far.
static bool giveWay(RelaxRecompute *recompute, RecomputeFrame *frame) {
  const RecomputeOperator *op = producerOf(recompute, frame->tensor);
  size_t missing = frame->firstMissing;
  bool any = false;
  for (uint32_t i = 0; i < op->numInputs; ++i) {
    uint32_t storage = recompute->tensors[op->inputs[i]].storage;
    if (recompute->storages[storage].freed)
      continue;
    if (missing < frame->endMissing &&
        recompute->missing[missing] == op->inputs[i] &&
        missing++ >= frame->next)
      continue; // not there yet
    recomputeUnlock(recompute, storage);
    any = true;
  }
  frame->gaveWay = true;
  return any;
}

/// Operators below the one that is computed give way, as often as that may
/// help. False if none could.
static bool makeWay(RelaxRecompute *recompute, size_t depth) {
  enum { MOST_WAYS = 64 };
  bool any = false;
  if (!recompute->options.giveWay || recompute->waysGiven++ >= MOST_WAYS)
    return false;
  for (size_t i = depth; i + 1 < arrlenu(recompute->frames); ++i)
    if (!recompute->frames[i].gaveWay)
      any |= giveWay(recompute, &recompute->frames[i]);
  return any;
}

/// Inputs that were freed for good are no inputs any more; what was made of
/// them stays.
static void begin(RelaxRecompute *recompute, uint32_t tensor) {
  const RecomputeOperator *op = producerOf(recompute, tensor);
  bool banish = recompute->options.policy == RELAX_RECOMPUTE_BANISH;
  assert(!recompute->tensors[tensor].defined);
  for (uint32_t i = 0; i < op->numInputs; ++i) {
    RecomputeStorage *of = storageOf(recompute, op->inputs[i]);
    if (!of->freed && (!banish || of->refs))
      of->lastAccess = recompute->clock;
  }
  RecomputeFrame frame = {.tensor = tensor,
                          .firstMissing = arrlenu(recompute->missing)};
  collectInputs(recompute, &frame);
  arrput(recompute->frames, frame);
}

static RelaxRecomputeStatus execute(RelaxRecompute *recompute,
                                    uint32_t operator, size_t depth) {
  const RelaxRecomputeHooks *hooks = &recompute->options.hooks;
  RelaxRecomputeCounters *counters = &recompute->counters;
  uint64_t bytes = recompute->operators[operator].bytes;
  RelaxRecomputeStatus status = recomputeMakeRoom(recompute, bytes);
  if (status == RELAX_RECOMPUTE_OOM && makeWay(recompute, depth))
    status = recomputeMakeRoom(recompute, bytes);
  if (status != RELAX_RECOMPUTE_OK)
    return status;
  if (hooks->compute && !hooks->compute(hooks->user, operator))
    return RELAX_RECOMPUTE_FAILED;
  RecomputeOperator *op = &recompute->operators[operator];
  recompute->clock += op->cost;
  if (op->ran) {
    counters->repeatedCost += op->cost;
    ++counters->repeats;
  }
  op->ran = true;
  counters->used += op->bytes;
  if (counters->used > counters->peak)
    counters->peak = counters->used;
  return RELAX_RECOMPUTE_OK;
}

/// An output is there, if it was not; true if its storage became material.
static bool define(RelaxRecompute *recompute, uint32_t tensor) {
  RecomputeTensor *t = &recompute->tensors[tensor];
  RecomputeStorage *of = &recompute->storages[t->storage];
  if (t->defined) { // computed twice
    recompute->counters.used -= of->firstTensor == tensor ? of->bytes : 0;
    return false;
  }
  t->defined = true;
  bool becomes = !of->material;
  of->material = true;
  return becomes;
}

/// Into the pool: the others in order, then the one that was asked for. Their
/// storages are then listed.
static void defineOutputs(RelaxRecompute *recompute, uint32_t asked) {
  const RecomputeOperator *op = producerOf(recompute, asked);
  unsigned keep = recompute->options.heuristic->keep;
  arrsetlen(recompute->list, 0);
  for (uint32_t i = 0; i <= op->numOutputs; ++i) {
    uint32_t output = i < op->numOutputs ? op->firstOutput + i : asked;
    if (i < op->numOutputs && output == asked)
      continue;
    if (define(recompute, output))
      arrput(recompute->list, recompute->tensors[output].storage);
  }
  for (ptrdiff_t i = 0; i < arrlen(recompute->list); ++i)
    recomputePoolAdd(recompute, recompute->list[i]);
  if (keep & RECOMPUTE_KEEP_REGIONS)
    recomputeRegionRestore(recompute, recompute->list,
                           arrlenu(recompute->list));
  for (ptrdiff_t i = 0;
       (keep & RECOMPUTE_KEEP_COMPONENTS) && i < arrlen(recompute->list); ++i)
    recomputeComponentLeave(recompute, recompute->list[i]);
}

static void unlockInputs(RelaxRecompute *recompute,
                         const RecomputeOperator *op) {
  for (uint32_t i = 0; i < op->numInputs; ++i) {
    uint32_t storage = recompute->tensors[op->inputs[i]].storage;
    if (!recompute->storages[storage].freed)
      recomputeUnlock(recompute, storage);
  }
}

/// The same, and frees what nothing needs any more. The measured program went
/// through a list from which freeing takes the freed: who comes behind is
/// passed over, stays locked and goes on to wait. Equal figures need that.
static void unlockAndFree(RelaxRecompute *recompute,
                          const RecomputeOperator *op) {
  arrsetlen(recompute->list, 0);
  for (uint32_t i = 0; i < op->numInputs; ++i) {
    uint32_t storage = recompute->tensors[op->inputs[i]].storage;
    if (!recompute->storages[storage].freed)
      arrput(recompute->list, storage);
  }
  for (ptrdiff_t i = 0; i < arrlen(recompute->list); ++i) {
    uint32_t storage = recompute->list[i];
    recomputeUnlock(recompute, storage);
    for (uint32_t o = op->firstOutput; o < op->firstOutput + op->numOutputs;
         ++o)
      if (recompute->tensors[o].storage != storage)
        recomputeWaitNoMore(recompute, o, storage);
    // Only logs need equal figures.
    if (!recomputeTryFree(recompute, storage) || recompute->options.giveWay)
      continue;
    ptrdiff_t kept = 0;
    for (ptrdiff_t j = 0; j < arrlen(recompute->list); ++j)
      if (recompute->list[j] != storage)
        recompute->list[kept++] = recompute->list[j];
    arrsetlen(recompute->list, kept);
  }
}

static RelaxRecomputeStatus finish(RelaxRecompute *recompute, uint32_t tensor,
                                   size_t depth) {
  uint32_t operator = recompute->tensors[tensor].producer;
  RelaxRecomputeStatus status = execute(recompute, operator, depth);
  if (status != RELAX_RECOMPUTE_OK)
    return status;
  defineOutputs(recompute, tensor);
  const RecomputeOperator *op = &recompute->operators[operator];
  if (recompute->options.policy == RELAX_RECOMPUTE_BANISH)
    unlockAndFree(recompute, op);
  else
    unlockInputs(recompute, op);
  return recompute->counters.repeatedCost > recompute->options.repeatLimit
             ? RELAX_RECOMPUTE_THRASH
             : RELAX_RECOMPUTE_OK;
}

RelaxRecomputeStatus recomputeCompute(RelaxRecompute *recompute,
                                      uint32_t tensor) {
  size_t depth = arrlenu(recompute->frames);
  recompute->waysGiven = 0;
  begin(recompute, tensor);
  while (arrlenu(recompute->frames) > depth) {
    RecomputeFrame *frame = &arrlast(recompute->frames);
    if (frame->gaveWay)
      collectInputs(recompute, frame);
    if (frame->next < frame->endMissing) {
      // Perhaps another missing one brought it back.
      const RecomputeTensor *input =
          &recompute->tensors[recompute->missing[frame->next]];
      if (input->defined) {
        ++frame->next;
        recomputeLock(recompute, input->storage);
      } else {
        begin(recompute, recompute->missing[frame->next]);
      }
      continue;
    }
    RelaxRecomputeStatus status = finish(recompute, frame->tensor, depth);
    if (status != RELAX_RECOMPUTE_OK)
      return status;
    arrsetlen(recompute->missing, frame->firstMissing);
    (void)arrpop(recompute->frames);
  }
  return RELAX_RECOMPUTE_OK;
}
