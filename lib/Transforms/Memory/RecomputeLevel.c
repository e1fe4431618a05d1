//===- RecomputeLevel.c - a plan with evictions, in the making ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/RecomputeLevel.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

/// The memory of a view is that of its first operand's.
static int32_t rootOf(const Level *level, const LevelItem *item,
                      int32_t result) {
  const ModelNode *node = &level->model->nodes[item->node];
  return node->kind == MODEL_VIEW
             ? level->instances[level->operands[item->firstOperand]].root
             : result;
}

void levelAppend(Level *level, int32_t node, int32_t restore, bool fresh) {
  const ModelNode *what = &level->model->nodes[node];
  LevelItem item = {
      node, restore, (int32_t)arrlen(level->operands) - what->numOperands,
      fresh ? (int32_t)arrlen(level->instances) : what->firstResult};
  for (int32_t i = 0; fresh && i < what->numResults; ++i) {
    Instance instance = {what->firstResult + i, 0};
    arrput(level->instances, instance);
  }
  for (int32_t i = 0; i < what->numResults; ++i)
    level->instances[item.firstResult + i].root =
        rootOf(level, &item, item.firstResult + i);
  arrput(level->items, item);
}

Level levelOfModel(const Model *model) {
  Level level = {.model = model};
  for (int32_t i = 0; i < model->numValues; ++i) {
    Instance instance = {i, i};
    arrput(level.instances, instance);
  }
  for (int32_t i = 0; i < model->numNodes; ++i) {
    for (int32_t k = 0; k < model->nodes[i].numOperands; ++k)
      arrput(level.operands, model->nodes[i].operands[k]);
    levelAppend(&level, i, LEVEL_NONE, false);
  }
  return level;
}

#define COPY(array)                                                            \
  do {                                                                         \
    arrsetlen(copy.array, arrlen(level->array));                               \
    if (arrlen(level->array))                                                  \
      memcpy(copy.array, level->array,                                         \
             arrlenu(level->array) * sizeof *level->array);                    \
  } while (0)

Level levelCopy(const Level *level) {
  Level copy = {.model = level->model, .inPlace = level->inPlace};
  COPY(instances);
  COPY(items);
  COPY(operands);
  COPY(restores);
  return copy;
}

void levelFree(Level *level) {
  arrfree(level->instances);
  arrfree(level->items);
  arrfree(level->operands);
  arrfree(level->restores);
}

static bool isUsed(const Level *level, const LevelItem *item,
                   const bool *used) {
  const ModelNode *node = &level->model->nodes[item->node];
  bool any = node->kind != MODEL_VIEW && !node->again;
  for (int32_t i = 0; i < node->numResults; ++i)
    any |= used[item->firstResult + i];
  return any;
}

void levelSweep(Level *level) {
  const Model *model = level->model;
  bool *used = calloc(arrlenu(level->instances) + 1, sizeof *used);
  ptrdiff_t count = arrlen(level->items), kept = count;
  for (int32_t i = 0; used && i < model->numReturned; ++i)
    used[model->returned[i]] = true;
  for (ptrdiff_t i = count; used && i-- > 0;) {
    LevelItem item = level->items[i];
    if (!isUsed(level, &item, used))
      continue;
    for (int32_t k = 0; k < model->nodes[item.node].numOperands; ++k)
      used[level->operands[item.firstOperand + k]] = true;
    level->items[--kept] = item;
  }
  if (used)
    arrdeln(level->items, 0, kept);
  free(used);
}

int32_t levelEvictions(const Level *level) {
  return (int32_t)arrlen(level->restores);
}

int32_t levelReloads(const Level *level) {
  int32_t count = 0;
  for (ptrdiff_t i = 0; i < arrlen(level->items); ++i)
    count += level->model->nodes[level->items[i].node].kind == MODEL_BACK;
  return count;
}

//===----------------------------------------------------------------------===//
// Lives
//===----------------------------------------------------------------------===//

int64_t levelBytes(const Level *level, int32_t instance) {
  return level->model->values[level->instances[instance].value].bytes;
}

static void use(const Level *level, LevelLife *life, int32_t instance,
                int32_t item) {
  int32_t root = level->instances[instance].root;
  life->end[root] = life->time[item];
  life->lastItem[root] = item;
}

/// Bytes of the result count once in the step that writes it over what ends
/// there.
static void writeInPlace(const Level *level, LevelLife *life) {
  size_t count = arrlenu(level->instances);
  bool *ends = calloc(count + 1, sizeof *ends); // evicted, or taken
  for (ptrdiff_t i = 0; ends && i < arrlen(level->restores); ++i)
    ends[level->restores[i].evicted] = true;
  for (ptrdiff_t i = 0; ends && i < arrlen(level->items); ++i) {
    const LevelItem *item = &level->items[i];
    const ModelNode *node = &level->model->nodes[item->node];
    for (int32_t k = 0; k < node->numInPlace; ++k) {
      int32_t from =
          level
              ->instances[level
                              ->operands[item->firstOperand + node->inPlace[k]]]
              .root;
      int64_t bytes = levelBytes(level, item->firstResult);
      if (ends[from] || bytes == 0 || levelBytes(level, from) != bytes ||
          life->end[from] != life->time[i])
        continue;
      ends[from] = true;
      life->live[life->time[i]] -= bytes;
      life->live[life->time[i] + 1] += bytes;
      break;
    }
  }
  free(ends);
}

static void sum(const Level *level, LevelLife *life) {
  if (level->inPlace)
    writeInPlace(level, life);
  for (ptrdiff_t i = 0; i < arrlen(level->instances); ++i) {
    if (life->firstItem[i] < 0 || level->instances[i].root != i)
      continue;
    life->live[life->begin[i]] += levelBytes(level, (int32_t)i);
    life->live[life->end[i] + 1] -= levelBytes(level, (int32_t)i);
  }
  for (int32_t t = 1; t < life->numTimes; ++t) {
    life->live[t] += life->live[t - 1];
    if (life->live[t] > life->live[life->peak])
      life->peak = t;
  }
}

static void listInstances(const Level *level, LevelLife *life) {
  arrsetlen(life->newest, (size_t)level->model->numValues + 1);
  arrsetlen(life->older, arrlenu(level->instances) + 1);
  for (int32_t i = 0; i < arrlen(level->instances); ++i) {
    int32_t value = level->instances[i].value;
    life->older[i] = i < level->model->numValues ? -1 : life->newest[value];
    life->newest[value] = i;
  }
}

LevelLife levelLife(const Level *level) {
  size_t items = arrlenu(level->items), instances = arrlenu(level->instances);
  LevelLife life = {.numTimes = 1};
  arrsetlen(life.time, items + 1);
  arrsetlen(life.begin, instances + 1);
  arrsetlen(life.end, instances + 1);
  arrsetlen(life.firstItem, instances + 1);
  arrsetlen(life.lastItem, instances + 1);
  memset(life.begin, 0, (instances + 1) * sizeof *life.begin);
  memset(life.end, 0, (instances + 1) * sizeof *life.end);
  memset(life.firstItem, 0xff, (instances + 1) * sizeof *life.firstItem);
  memset(life.lastItem, 0xff, (instances + 1) * sizeof *life.lastItem);
  for (size_t i = 0; i < items; ++i) {
    const LevelItem *item = &level->items[i];
    const ModelNode *node = &level->model->nodes[item->node];
    life.numTimes += modelIsTimed(node->kind);
    life.time[i] = life.numTimes - 1;
    for (int32_t k = 0; k < node->numOperands; ++k)
      use(level, &life, level->operands[item->firstOperand + k], (int32_t)i);
    for (int32_t k = 0; k < node->numResults; ++k) {
      life.firstItem[item->firstResult + k] = (int32_t)i;
      if (level->instances[item->firstResult + k].root ==
          item->firstResult + k) {
        life.begin[item->firstResult + k] = life.time[i];
        life.end[item->firstResult + k] = life.time[i];
      }
    }
  }
  arrsetlen(life.live, (size_t)life.numTimes + 1);
  memset(life.live, 0, ((size_t)life.numTimes + 1) * sizeof *life.live);
  sum(level, &life);
  listInstances(level, &life);
  return life;
}

int32_t levelTimesAtPeak(const LevelLife *life) {
  int32_t count = 0;
  for (int32_t t = 1; t < life->numTimes; ++t)
    count += life->live[t] == life->live[life->peak];
  return count;
}

void levelLifeFree(LevelLife *life) {
  arrfree(life->time);
  arrfree(life->begin);
  arrfree(life->end);
  arrfree(life->firstItem);
  arrfree(life->lastItem);
  arrfree(life->newest);
  arrfree(life->older);
  arrfree(life->live);
}
