//===- Evict.c - the pool of what may be evicted -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"

#include <assert.h>
#include <stb/stb_ds.h>

void recomputePoolAdd(RelaxRecompute *recompute, uint32_t storage) {
  recompute->storages[storage].place = (uint32_t)arrlen(recompute->pool);
  arrput(recompute->pool, storage);
}

static void poolRemove(RelaxRecompute *recompute, uint32_t storage) {
  uint32_t place = recompute->storages[storage].place;
  if (place == RECOMPUTE_NONE)
    return;
  recompute->pool[place] = RECOMPUTE_NONE;
  recompute->storages[storage].place = RECOMPUTE_NONE;
  ++recompute->poolHoles;
}

/// Closes the holes; the order stays.
static void poolClose(RelaxRecompute *recompute) {
  size_t count = 0;
  for (ptrdiff_t i = 0; i < arrlen(recompute->pool); ++i) {
    uint32_t storage = recompute->pool[i];
    if (storage == RECOMPUTE_NONE)
      continue;
    recompute->storages[storage].place = (uint32_t)count;
    recompute->pool[count++] = storage;
  }
  arrsetlen(recompute->pool, count);
  recompute->poolHoles = 0;
}

void recomputeLock(RelaxRecompute *recompute, uint32_t storage) {
  RecomputeStorage *of = &recompute->storages[storage];
  assert(of->material);
  if (of->locks++ == 0)
    poolRemove(recompute, storage);
}

void recomputeUnlock(RelaxRecompute *recompute, uint32_t storage) {
  RecomputeStorage *of = &recompute->storages[storage];
  assert(of->material && of->locks > 0);
  if (--of->locks == 0)
    recomputePoolAdd(recompute, storage);
}

void recomputePin(RelaxRecompute *recompute, uint32_t storage) {
  if (recompute->storages[storage].pinned)
    return;
  recomputeLock(recompute, storage);
  recompute->storages[storage].pinned = true;
}

void recomputeEvict(RelaxRecompute *recompute, uint32_t storage) {
  RecomputeStorage *of = &recompute->storages[storage];
  unsigned keep = recompute->options.heuristic->keep;
  assert(of->material && of->locks == 0);
  poolRemove(recompute, storage);
  of->material = false;
  recompute->counters.used -= of->bytes;
  ++recompute->counters.evictions;
  for (uint32_t t = of->firstTensor; t != RECOMPUTE_NONE;
       t = recompute->tensors[t].next) {
    recompute->tensors[t].defined = false;
    if (recompute->options.policy == RELAX_RECOMPUTE_BANISH)
      recomputeWaitFor(recompute, t);
  }
  if (keep & RECOMPUTE_KEEP_REGIONS)
    recomputeRegionEvict(recompute, storage);
  if (keep & RECOMPUTE_KEEP_COMPONENTS)
    recomputeComponentJoin(recompute, storage);
  if (recompute->options.hooks.evict)
    recompute->options.hooks.evict(recompute->options.hooks.user, storage);
}

/// The last of those with the lowest score; nothing is lower than 0 that
/// exactly. RECOMPUTE_NONE: there is none.
static uint32_t chooseVictim(RelaxRecompute *recompute) {
  double (*score)(RelaxRecompute *, uint32_t) =
      recompute->options.heuristic->score;
  uint32_t victim = RECOMPUTE_NONE;
  double lowest = 0;
  if (2 * recompute->poolHoles > (size_t)arrlen(recompute->pool))
    poolClose(recompute);
  for (ptrdiff_t i = 0; i < arrlen(recompute->pool); ++i) {
    uint32_t storage = recompute->pool[i];
    if (storage == RECOMPUTE_NONE)
      continue;
    double value = score(recompute, storage);
    ++recompute->counters.evaluations;
    if (victim == RECOMPUTE_NONE || value <= lowest) {
      victim = storage;
      lowest = value;
    }
    if (value == 0)
      break;
  }
  return victim;
}

uint64_t relaxRecomputeEvictable(const RelaxRecompute *recompute) {
  uint64_t bytes = 0;
  for (ptrdiff_t i = 0; i < arrlen(recompute->pool); ++i)
    if (recompute->pool[i] != RECOMPUTE_NONE)
      bytes += recompute->storages[recompute->pool[i]].bytes;
  return bytes;
}

RelaxRecomputeStatus recomputeMakeRoom(RelaxRecompute *recompute,
                                       uint64_t bytes) {
  RelaxRecomputeCounters *counters = &recompute->counters;
  while (counters->used + bytes > recompute->options.budget) {
    uint32_t victim = chooseVictim(recompute);
    if (victim == RECOMPUTE_NONE) {
      counters->needed = counters->used + bytes;
      return RELAX_RECOMPUTE_OOM;
    }
    recomputeEvict(recompute, victim);
  }
  return RELAX_RECOMPUTE_OK;
}
