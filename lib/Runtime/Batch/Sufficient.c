//===- Sufficient.c - the type that is ready most completely --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Nothing is better than a type of which all is ready: they are kept as bits,
// so that the others are looked at only where there is none.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Chains.h"
#include "lib/Support/OutOfMemory.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct SufficientOrder {
  BatchFrontier frontier;
  BatchChains chains;
  uint64_t *whole; // by 64 types: those of which all is ready; stb_ds array
} SufficientOrder;

static BatchOrder *sufficientCreate(const struct BatchTable *table) {
  (void)table;
  SufficientOrder *order = calloc(1, sizeof *order);
  if (!order)
    outOfMemory();
  return (BatchOrder *)order;
}

static void noteType(SufficientOrder *order, int32_t type) {
  int32_t ready, open;
  uint64_t bit = (uint64_t)1 << (type & 63), *word = &order->whole[type >> 6];
  batchChainsFraction(&order->chains, &order->frontier, type, &ready, &open);
  bool whole = ready == open && batchFrontierCount(&order->frontier, type) > 0;
  *word = whole ? *word | bit : *word & ~bit;
}

/// What a step may have changed: its own type, and those of what became ready.
static void noteStep(SufficientOrder *order, const BatchStep *step) {
  const BatchFrontier *frontier = &order->frontier;
  noteType(order, step->type);
  for (int32_t i = 0; i < step->numNodes; ++i) {
    int32_t numUsers;
    const int32_t *users =
        batchFrontierUsers(frontier, step->nodes[i], &numUsers);
    for (int32_t k = 0; k < numUsers; ++k)
      if (frontier->missing[users[k]] == 0)
        noteType(order, frontier->graph->nodeTypes[users[k]]);
  }
}

/// The highest type of which all is ready, or -1.
static int32_t highestWhole(const SufficientOrder *order) {
  for (int32_t at = (int32_t)arrlen(order->whole) - 1; at >= 0; --at)
    if (order->whole[at])
      return at * 64 + 63 - __builtin_clzll(order->whole[at]);
  return -1;
}

static bool sufficientStart(BatchOrder *self, const BatchGraph *graph,
                            RelaxError *error) {
  SufficientOrder *order = (SufficientOrder *)self;
  batchFrontierStart(&order->frontier, graph);
  if (!batchChainsStart(&order->chains, graph, error))
    return false;
  int32_t numTypes = batchGraphNumTypes(graph);
  arrsetlen(order->whole, ((size_t)numTypes + 63) / 64);
  for (ptrdiff_t i = 0; i < arrlen(order->whole); ++i)
    order->whole[i] = 0;
  for (int32_t type = 0; type < numTypes; ++type)
    noteType(order, type);
  return true;
}

static bool sufficientNext(BatchOrder *self, BatchStep *step) {
  SufficientOrder *order = (SufficientOrder *)self;
  int32_t best = highestWhole(order);
  if (best < 0)
    best = batchChainsLargest(&order->chains, &order->frontier);
  if (best < 0)
    return false;
  batchFrontierTake(&order->frontier, best, step);
  batchChainsRun(&order->chains, &order->frontier, step);
  noteStep(order, step);
  return true;
}

static void sufficientDestroy(BatchOrder *self) {
  SufficientOrder *order = (SufficientOrder *)self;
  batchFrontierFree(&order->frontier);
  batchChainsFree(&order->chains);
  arrfree(order->whole);
  free(order);
}

const BatchPolicy batchPolicySufficient = {
    "sufficient",
    "the type of which the largest part of what could be is ready",
    false,
    sufficientCreate,
    sufficientStart,
    sufficientNext,
    sufficientDestroy};
