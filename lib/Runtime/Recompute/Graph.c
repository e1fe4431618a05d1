//===- Graph.c - who was made of what ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/RecomputeState.h"

#include <stb/stb_ds.h>

uint32_t recomputeAddStorage(RelaxRecompute *recompute, uint64_t bytes) {
  uint32_t index = (uint32_t)arrlen(recompute->storages);
  RecomputeStorage storage = {.bytes = bytes,
                              .lastAccess = RECOMPUTE_NEVER,
                              .firstTensor = RECOMPUTE_NONE,
                              .lastTensor = RECOMPUTE_NONE,
                              .place = RECOMPUTE_NONE,
                              .component = RECOMPUTE_NONE};
  arrput(recompute->storages, storage);
  unsigned keep = recompute->options.heuristic->keep;
  if (keep & RECOMPUTE_KEEP_COMPONENTS)
    recomputeComponentCreate(recompute, index);
  if (keep & RECOMPUTE_KEEP_REGIONS)
    recomputeRegionCreate(recompute, index);
  return index;
}

void recomputeAddTensor(RelaxRecompute *recompute, uint32_t operator,
                        uint32_t storage) {
  RecomputeStorage *of = &recompute->storages[storage];
  uint32_t index = (uint32_t)arrlen(recompute->tensors);
  // The results of one operator stand side by side.
  if (of->lastTensor == RECOMPUTE_NONE ||
      recompute->tensors[of->lastTensor].producer != operator)
    of->cost += recompute->operators[operator].cost;
  if (of->lastTensor == RECOMPUTE_NONE)
    of->firstTensor = index;
  else
    recompute->tensors[of->lastTensor].next = index;
  of->lastTensor = index;
  ++of->refs;
  RecomputeTensor tensor = {.storage = storage,
                            .producer = operator,
                            .next = RECOMPUTE_NONE,
                            .refs = 1};
  arrput(recompute->tensors, tensor);
}

static ptrdiff_t findNeighbour(const uint32_t *list, uint32_t storage) {
  for (ptrdiff_t i = 0; i < arrlen(list); ++i)
    if (list[i] == storage)
      return i;
  return -1;
}

static void connect(RelaxRecompute *recompute, uint32_t parent,
                    uint32_t child) {
  uint32_t **children =
               &recompute->storages[parent].neighbours[RECOMPUTE_CHILDREN],
           **parents =
               &recompute->storages[child].neighbours[RECOMPUTE_PARENTS];
  bool known = arrlen(*children) < arrlen(*parents)
                   ? findNeighbour(*children, child) >= 0
                   : findNeighbour(*parents, parent) >= 0;
  if (known)
    return;
  arrput(*children, child);
  arrput(*parents, parent);
}

void recomputeConnect(RelaxRecompute *recompute, uint32_t operator) {
  const RecomputeOperator *op = &recompute->operators[operator];
  for (uint32_t o = 0; o < op->numOutputs; ++o)
    for (uint32_t s = 0; s < op->numSources; ++s) {
      uint32_t child = recompute->tensors[op->firstOutput + o].storage;
      if (child != op->sources[s])
        connect(recompute, op->sources[s], child);
    }
}

/// Lists of neighbours have no order, but for that in which sums are made.
static void forget(uint32_t *list, uint32_t storage) {
  ptrdiff_t place = findNeighbour(list, storage);
  if (place >= 0)
    arrdelswap(list, place);
}

void recomputeDisconnect(RelaxRecompute *recompute, uint32_t storage) {
  for (int direction = 0; direction < RECOMPUTE_DIRECTIONS; ++direction) {
    uint32_t *list = recompute->storages[storage].neighbours[direction];
    for (ptrdiff_t i = 0; i < arrlen(list); ++i)
      forget(recompute->storages[list[i]].neighbours[!direction], storage);
  }
}
