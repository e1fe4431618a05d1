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

enum { MAX_ROUNDS = 500, LEAST_FIXED_BYTES = 10 << 10, LEAST_DISTANCE = 1 };

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

static Candidate *candidatesAt(const Level *level, const LevelLife *life) {
  const Model *model = level->model;
  int32_t time = life->peak;
  Candidate *candidates = NULL;
  Around *around = usesAround(level, life, time);
  for (int32_t i = 0; around && i < arrlen(level->instances); ++i) {
    const ModelValue *value = &model->values[level->instances[i].value];
    if (level->instances[i].root != i || life->firstItem[i] < 0 ||
        value->bytes == 0 || life->begin[i] >= time || around[i].now ||
        around[i].next < 0 || !model->nodes[value->node].again ||
        (value->isFixedSize && value->bytes < LEAST_FIXED_BYTES))
      continue;
    int32_t before = beforeRestore(level, around[i].next);
    int64_t distance = life->time[around[i].next] - time;
    if (distance < LEAST_DISTANCE || life->time[before] <= time)
      continue;
    Candidate candidate = {i, before, value->bytes, distance, 0};
    arrput(candidates, candidate);
  }
  free(around);
  return candidates;
}

/// A round: the best eviction that takes bytes from the peak and adds no other
/// as high.
static bool evictOne(Level *level, LevelLife *life) {
  Candidate *candidates = candidatesAt(level, life);
  Level best = {0};
  LevelLife bestLife = {0};
  double bestScore = -1;
  int64_t peak = levelPeak(life);
  for (ptrdiff_t i = 0; i < arrlen(candidates); ++i) {
    Candidate *candidate = &candidates[i];
    Level with;
    if (!levelEvict(level, life, candidate, &with))
      continue;
    LevelLife withLife = levelLife(&with);
    double score = (double)candidate->bytes * (double)candidate->distance /
                   (double)(candidate->cost > 0 ? candidate->cost : 1);
    bool helps = levelPeak(&withLife) < peak ||
                 (levelPeak(&withLife) == peak &&
                  levelTimesAtPeak(&withLife) < levelTimesAtPeak(life));
    if (helps && score > bestScore) {
      levelFree(&best);
      levelLifeFree(&bestLife);
      best = with;
      bestLife = withLife;
      bestScore = score;
    } else {
      levelFree(&with);
      levelLifeFree(&withLife);
    }
  }
  arrfree(candidates);
  if (bestScore < 0)
    return false;
  levelFree(level);
  levelLifeFree(life);
  *level = best;
  *life = bestLife;
  return true;
}

int32_t levelSearch(Level *level, int64_t target) {
  LevelLife life = levelLife(level);
  int32_t rounds = 0;
  while (rounds < MAX_ROUNDS && levelPeak(&life) > target &&
         evictOne(level, &life))
    ++rounds;
  levelLifeFree(&life);
  return rounds;
}
