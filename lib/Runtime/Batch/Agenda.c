//===- Agenda.c - the type whose nodes lie highest ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Neubig, Goldberg and Dyer, "On-the-fly Operation Batching in Dynamic
// Computation Graphs", NeurIPS 2017. Means are fixed at the start and compared
// as fractions.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Frontier.h"
#include "lib/Support/OutOfMemory.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct TypeMean {
  int64_t sum, count; // of depths; 2^30 nodes of depths below 2^31
  int32_t type;
} TypeMean;

typedef struct AgendaOrder {
  BatchFrontier frontier;
  TypeMean *means; // stb_ds arrays
  int32_t *ranks;  // by type
} AgendaOrder;

static BatchOrder *agendaCreate(const struct BatchTable *table) {
  (void)table;
  AgendaOrder *order = calloc(1, sizeof *order);
  if (!order)
    outOfMemory();
  return (BatchOrder *)order;
}

static int compareMeans(const void *a, const void *b) {
  const TypeMean *x = a, *y = b;
  __int128 left = (__int128)x->sum * y->count,
           right = (__int128)y->sum * x->count;
  return left != right ? (left > right) - (left < right)
                       : (x->type > y->type) - (x->type < y->type);
}

static bool agendaStart(BatchOrder *self, const BatchGraph *graph,
                        RelaxError *error) {
  (void)error;
  AgendaOrder *order = (AgendaOrder *)self;
  int32_t numTypes = batchGraphNumTypes(graph);
  batchFrontierStart(&order->frontier, graph);
  arrsetlen(order->means, (size_t)numTypes);
  arrsetlen(order->ranks, (size_t)numTypes);
  for (int32_t type = 0; type < numTypes; ++type)
    order->means[type] = (TypeMean){.type = type};
  for (int32_t node = 0; node < batchGraphNumNodes(graph); ++node) {
    TypeMean *mean = &order->means[graph->nodeTypes[node]];
    mean->sum += graph->depths[node];
    ++mean->count;
  }
  // A type without nodes is never ready, wherever it comes to stand.
  for (int32_t type = 0; type < numTypes; ++type)
    order->means[type].count += order->means[type].count == 0;
  if (numTypes)
    qsort(order->means, (size_t)numTypes, sizeof(TypeMean), compareMeans);
  for (int32_t rank = 0; rank < numTypes; ++rank)
    order->ranks[order->means[rank].type] = rank;
  return true;
}

static bool agendaNext(BatchOrder *self, BatchStep *step) {
  AgendaOrder *order = (AgendaOrder *)self;
  const int32_t *types = order->frontier.readyTypes;
  int32_t best = -1;
  for (ptrdiff_t i = 0; i < arrlen(types); ++i)
    if (best < 0 || order->ranks[types[i]] < order->ranks[best])
      best = types[i];
  if (best >= 0)
    batchFrontierTake(&order->frontier, best, step);
  return best >= 0;
}

static void agendaDestroy(BatchOrder *self) {
  AgendaOrder *order = (AgendaOrder *)self;
  batchFrontierFree(&order->frontier);
  arrfree(order->means);
  arrfree(order->ranks);
  free(order);
}

const BatchPolicy batchPolicyAgenda = {
    "agenda",     "what is ready of the type with the lowest mean depth",
    false,        agendaCreate,
    agendaStart,  agendaNext,
    agendaDestroy};
