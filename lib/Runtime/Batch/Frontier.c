//===- Frontier.c - what is ready to run ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Frontier.h"

#include <stb/stb_ds.h>

/// Counts the users of each node, then puts them in their places.
static void findUsers(BatchFrontier *frontier) {
  const BatchGraph *graph = frontier->graph;
  int32_t numNodes = batchGraphNumNodes(graph), sum = 0;
  arrsetlen(frontier->userEnds, (size_t)numNodes);
  arrsetlen(frontier->users, arrlenu(graph->args));
  for (int32_t node = 0; node < numNodes; ++node)
    frontier->userEnds[node] = 0;
  for (ptrdiff_t i = 0; i < arrlen(graph->args); ++i)
    ++frontier->userEnds[graph->args[i]];
  for (int32_t node = 0; node < numNodes; ++node) {
    int32_t count = frontier->userEnds[node];
    frontier->userEnds[node] = sum; // where its own begin, so far
    sum += count;
  }
  for (int32_t node = 0; node < numNodes; ++node) {
    int32_t numArgs;
    const int32_t *args = batchGraphArgs(graph, node, &numArgs);
    for (int32_t i = 0; i < numArgs; ++i)
      frontier->users[frontier->userEnds[args[i]]++] = node;
  }
}

/// Of a type that cannot be batched the nodes are a heap, the lowest in front.
static void siftUp(int32_t *heap, ptrdiff_t at) {
  for (; at > 0 && heap[at] < heap[(at - 1) / 2]; at = (at - 1) / 2) {
    int32_t node = heap[at];
    heap[at] = heap[(at - 1) / 2];
    heap[(at - 1) / 2] = node;
  }
}

static int32_t popLowest(int32_t *heap) {
  int32_t lowest = heap[0], last = arrpop(heap);
  ptrdiff_t count = arrlen(heap), at = 0;
  for (ptrdiff_t child; (child = 2 * at + 1) < count; at = child) {
    child += child + 1 < count && heap[child + 1] < heap[child];
    if (heap[child] >= last)
      break;
    heap[at] = heap[child];
  }
  if (count)
    heap[at] = last;
  return lowest;
}

static void becomeReady(BatchFrontier *frontier, int32_t node) {
  int32_t type = frontier->graph->nodeTypes[node];
  arrput(frontier->ready[type], node);
  if (frontier->graph->types[type].alone)
    siftUp(frontier->ready[type], arrlen(frontier->ready[type]) - 1);
  if (frontier->places[type] < 0) {
    frontier->places[type] = (int32_t)arrlen(frontier->readyTypes);
    arrput(frontier->readyTypes, type);
  }
}

void batchFrontierRestart(BatchFrontier *frontier) {
  const BatchGraph *graph = frontier->graph;
  int32_t numTypes = batchGraphNumTypes(graph);
  arrsetlen(frontier->readyTypes, 0);
  for (int32_t type = 0; type < numTypes; ++type) {
    frontier->places[type] = -1;
    arrsetlen(frontier->ready[type], 0);
  }
  for (int32_t node = 0; node < batchGraphNumNodes(graph); ++node) {
    batchGraphArgs(graph, node, &frontier->missing[node]);
    if (frontier->missing[node] == 0)
      becomeReady(frontier, node);
  }
}

void batchFrontierStart(BatchFrontier *frontier, const BatchGraph *graph) {
  frontier->graph = graph;
  findUsers(frontier);
  arrsetlen(frontier->missing, (size_t)batchGraphNumNodes(graph));
  arrsetlen(frontier->places, (size_t)batchGraphNumTypes(graph));
  while (arrlen(frontier->ready) < batchGraphNumTypes(graph))
    arrput(frontier->ready, NULL);
  batchFrontierRestart(frontier);
}

static void stopBeingReady(BatchFrontier *frontier, int32_t type) {
  int32_t place = frontier->places[type], last = arrpop(frontier->readyTypes);
  frontier->places[type] = -1;
  if (last == type)
    return;
  frontier->readyTypes[place] = last;
  frontier->places[last] = place;
}

void batchFrontierTake(BatchFrontier *frontier, int32_t type, BatchStep *step) {
  int32_t *free = frontier->taken;
  if (frontier->graph->types[type].alone) {
    arrsetlen(frontier->taken, 0);
    arrput(frontier->taken, popLowest(frontier->ready[type]));
  } else {
    frontier->taken = frontier->ready[type];
    frontier->ready[type] = free;
    arrsetlen(frontier->ready[type], 0);
  }
  if (arrlen(frontier->ready[type]) == 0)
    stopBeingReady(frontier, type);
  *step = (BatchStep){type, (int32_t)arrlen(frontier->taken), frontier->taken};
  for (int32_t i = 0; i < step->numNodes; ++i) {
    int32_t numUsers;
    const int32_t *users =
        batchFrontierUsers(frontier, step->nodes[i], &numUsers);
    for (int32_t k = 0; k < numUsers; ++k)
      if (--frontier->missing[users[k]] == 0)
        becomeReady(frontier, users[k]);
  }
}

void batchFrontierFree(BatchFrontier *frontier) {
  for (ptrdiff_t type = 0; type < arrlen(frontier->ready); ++type)
    arrfree(frontier->ready[type]);
  arrfree(frontier->ready);
  arrfree(frontier->userEnds);
  arrfree(frontier->users);
  arrfree(frontier->missing);
  arrfree(frontier->readyTypes);
  arrfree(frontier->places);
  arrfree(frontier->taken);
}

int32_t batchFrontierCount(const BatchFrontier *frontier, int32_t type) {
  return (int32_t)arrlen(frontier->ready[type]);
}

int32_t batchFrontierMostFrequent(const BatchFrontier *frontier) {
  int32_t best = -1, most = 0;
  for (ptrdiff_t i = 0; i < arrlen(frontier->readyTypes); ++i) {
    int32_t type = frontier->readyTypes[i];
    int32_t count = batchFrontierCount(frontier, type);
    if (count > most || (count == most && type < best)) {
      most = count;
      best = type;
    }
  }
  return best;
}

const int32_t *batchFrontierUsers(const BatchFrontier *frontier, int32_t node,
                                  int32_t *numUsers) {
  int32_t begin = node ? frontier->userEnds[node - 1] : 0;
  *numUsers = frontier->userEnds[node] - begin;
  return frontier->users + begin;
}
