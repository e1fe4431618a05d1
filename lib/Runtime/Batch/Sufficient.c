//===- Sufficient.c - the type that is ready most completely --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Chains.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct SufficientOrder {
  BatchFrontier frontier;
  BatchChains chains;
} SufficientOrder;

static BatchOrder *sufficientCreate(const struct BatchTable *table) {
  (void)table;
  SufficientOrder *order = calloc(1, sizeof *order);
  if (!order)
    abort();
  return (BatchOrder *)order;
}

static bool sufficientStart(BatchOrder *self, const BatchGraph *graph,
                            RelaxError *error) {
  SufficientOrder *order = (SufficientOrder *)self;
  batchFrontierStart(&order->frontier, graph);
  return batchChainsStart(&order->chains, graph, error);
}

static bool sufficientNext(BatchOrder *self, BatchStep *step) {
  SufficientOrder *order = (SufficientOrder *)self;
  const int32_t *types = order->frontier.readyTypes;
  int32_t best = -1, bestReady = 0, bestOpen = 1;
  for (ptrdiff_t i = 0; i < arrlen(types); ++i) {
    int32_t ready, open;
    batchChainsFraction(&order->chains, &order->frontier, types[i], &ready,
                        &open);
    int64_t more = (int64_t)ready * bestOpen - (int64_t)bestReady * open;
    if (more > 0 || (more == 0 && types[i] > best)) {
      best = types[i];
      bestReady = ready;
      bestOpen = open;
    }
  }
  if (best < 0)
    return false;
  batchFrontierTake(&order->frontier, best, step);
  batchChainsRun(&order->chains, &order->frontier, step);
  return true;
}

static void sufficientDestroy(BatchOrder *self) {
  SufficientOrder *order = (SufficientOrder *)self;
  batchFrontierFree(&order->frontier);
  batchChainsFree(&order->chains);
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
