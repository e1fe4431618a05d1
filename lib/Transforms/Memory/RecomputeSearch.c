//===- RecomputeSearch.c - evictions that bring a plan below a peak -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// BladeDISC++ (arXiv:2412.16985): where most is there at once, the tensor goes
// whose bytes, times how long nobody reads it, are most for what computing it
// again costs. Its limits: rounds, and bytes of a tensor whose size is the same
// at all extents. It asks for twenty operations up to the next use, too; fused
// kernels are fewer, so that here one in between is enough.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/RecomputeSearch.h"
#include "lib/Transforms/Memory/RecomputeRestore.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

enum {
  MAX_ROUNDS = 500,
  MAX_TRIES = 20000, // of a search: each looks at all operations
  LEAST_FIXED_BYTES = 10 << 10,
  LEAST_DISTANCE = 1
};

/// Uses of each root around a time; views are no uses of their own.
typedef struct Around {
  int32_t next; // the first item behind that time that reads it, or -1
  bool now;     // one at that time does
} Around;

static Around *usesAround(const Level *level, const LevelLife *life,
                          int32_t time) {
  const Model *model = level->model;
  Around *around = calloc(arrlenu(level->instances) + 1, sizeof *around);
  for (ptrdiff_t i = 0; around && i < arrlen(level->instances); ++i)
    around[i].next = -1;
  for (ptrdiff_t i = arrlen(level->items); around && i-- > 0;) {
    const LevelItem *item = &level->items[i];
    const ModelNode *node = &model->nodes[item->node];
    if (node->kind == MODEL_VIEW || life->time[i] < time)
      continue;
    for (int32_t k = 0; k < node->numOperands; ++k) {
      int32_t root =
          level->instances[level->operands[item->firstOperand + k]].root;
      if (life->time[i] > time)
        around[root].next = (int32_t)i;
      else
        around[root].now = true;
    }
  }
  return around;
}

/// In front of the first item of a restore: nothing comes between these.
static int32_t beforeRestore(const Level *level, int32_t item) {
  int32_t restore = level->items[item].restore;
  while (restore != LEVEL_NONE && item > 0 &&
         level->items[item - 1].restore == restore)
    --item;
  return item;
}

static double scoreOf(const Candidate *candidate) {
  int64_t cost = candidateCost(candidate);
  return (double)candidate->bytes * (double)candidate->distance /
         (double)(cost > 0 ? cost : 1);
}

/// `*waiting`: how many tensors are there only for later steps.
static Candidate *candidatesAt(const Level *level, const LevelLife *life,
                               int32_t *waiting) {
  const Model *model = level->model;
  int32_t time = life->peak;
  Candidate *candidates = NULL;
  Around *around = usesAround(level, life, time);
  *waiting = 0;
  for (int32_t i = 0; around && i < arrlen(level->instances); ++i) {
    const ModelValue *value = &model->values[level->instances[i].value];
    if (level->instances[i].root != i || life->firstItem[i] < 0 ||
        value->bytes == 0 || life->begin[i] >= time || around[i].now ||
        around[i].next < 0 ||
        (value->isFixedSize && value->bytes < LEAST_FIXED_BYTES))
      continue;
    ++*waiting;
    int32_t before = beforeRestore(level, around[i].next);
    int64_t distance = life->time[around[i].next] - time;
    if (distance < LEAST_DISTANCE || life->time[before] <= time)
      continue;
    Candidate candidate = {.instance = i,
                           .before = before,
                           .bytes = value->bytes,
                           .distance = distance};
    levelRestoreCosts(level, life, &candidate);
    if (candidate.costs.regenerate >= 0)
      arrput(candidates, candidate);
    candidate.reload = true;
    if (candidate.costs.reload >= 0)
      arrput(candidates, candidate);
  }
  free(around);
  return candidates;
}

/// The highest first.
static int compareScores(const void *a, const void *b) {
  const Candidate *first = a, *second = b;
  double difference = scoreOf(first) - scoreOf(second);
  if (difference != 0)
    return difference > 0 ? -1 : 1;
  if (first->instance != second->instance)
    return first->instance < second->instance ? -1 : 1;
  return first->reload - second->reload;
}

/// Takes bytes from the peak, and adds no other as high.
static bool helps(const LevelLife *with, const LevelLife *without) {
  return levelPeak(with) < levelPeak(without) ||
         (levelPeak(with) == levelPeak(without) &&
          levelTimesAtPeak(with) < levelTimesAtPeak(without));
}

static bool tryOne(Level *level, LevelLife *life, const Candidate *candidate) {
  Level with = levelEvict(level, life, candidate);
  LevelLife withLife = levelLife(&with);
  bool good = helps(&withLife, life);
  levelFree(good ? level : &with);
  levelLifeFree(good ? life : &withLife);
  if (good) {
    *level = with;
    *life = withLife;
  }
  return good;
}

/// A round: the best eviction that helps.
static bool evictOne(Level *level, LevelLife *life, int32_t *tries) {
  int32_t waiting;
  Candidate *candidates = candidatesAt(level, life, &waiting);
  bool found = false;
  if (arrlen(candidates))
    qsort(candidates, arrlenu(candidates), sizeof *candidates, compareScores);
  for (ptrdiff_t i = 0; !found && i < arrlen(candidates) && *tries < MAX_TRIES;
       ++i, ++*tries)
    found = tryOne(level, life, &candidates[i]);
  arrfree(candidates);
  return found;
}

int32_t levelSearch(Level *level, int64_t target) {
  LevelLife life = levelLife(level);
  int32_t rounds = 0, tries = 0;
  while (rounds < MAX_ROUNDS && levelPeak(&life) > target &&
         evictOne(level, &life, &tries))
    ++rounds;
  levelLifeFree(&life);
  return rounds;
}

const char *levelWhyWhole(const Level *level) {
  int32_t waiting;
  LevelLife life = levelLife(level);
  Candidate *candidates = candidatesAt(level, &life, &waiting);
  const char *why =
      !waiting ? "where it takes most, nothing large is kept for later"
      : !arrlen(candidates)
          ? "what is kept for later where it takes most cannot be computed "
            "again in few steps"
          : "computing again what is kept for later takes as much elsewhere";
  arrfree(candidates);
  levelLifeFree(&life);
  return why;
}
