//===- Drop.c - operators that nobody can need again ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An operator is dropped once no result of it has a reference from outside, or
// is read by an operator that is not dropped. Who runs operators need not keep
// then what this one would read.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"

#include <stb/stb_ds.h>

static bool isOutput(const RelaxRecompute *recompute,
                     const RecomputeOperator *op, uint32_t storage) {
  for (uint32_t i = 0; i < op->numOutputs; ++i)
    if (recompute->tensors[op->firstOutput + i].storage == storage)
      return true;
  return false;
}

static bool isNeeded(const RecomputeStorage *storage) {
  return storage->refs || storage->readers;
}

void recomputeReadBy(RelaxRecompute *recompute, uint32_t operator) {
  const RecomputeOperator *op = &recompute->operators[operator];
  for (uint32_t i = 0; i < op->numSources; ++i)
    if (!isOutput(recompute, op, op->sources[i]))
      ++recompute->storages[op->sources[i]].readers;
}

static bool mayDrop(const RelaxRecompute *recompute,
                    const RecomputeOperator *op) {
  for (uint32_t i = 0; i < op->numOutputs; ++i) {
    uint32_t storage = recompute->tensors[op->firstOutput + i].storage;
    if (isNeeded(&recompute->storages[storage]))
      return false;
  }
  return !op->dropped;
}

void recomputeDrop(RelaxRecompute *recompute, uint32_t storage) {
  const RelaxRecomputeHooks *hooks = &recompute->options.hooks;
  uint32_t *work = NULL;
  if (hooks->drop)
    arrput(work, storage);
  while (arrlen(work)) {
    uint32_t t = recompute->storages[arrpop(work)].firstTensor;
    for (; t != RECOMPUTE_NONE; t = recompute->tensors[t].next) {
      uint32_t producer = recompute->tensors[t].producer;
      RecomputeOperator *op = &recompute->operators[producer];
      if (!mayDrop(recompute, op))
        continue;
      op->dropped = true;
      hooks->drop(hooks->user, producer);
      for (uint32_t i = 0; i < op->numSources; ++i)
        if (!isOutput(recompute, op, op->sources[i]) &&
            --recompute->storages[op->sources[i]].readers == 0)
          arrput(work, op->sources[i]);
    }
  }
  arrfree(work);
}
