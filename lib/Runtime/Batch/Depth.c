//===- Depth.c - by depth, then by type -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Two counting sorts: a number of operations per node that does not depend on
// the graph.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Policy.h"
#include "lib/Support/OutOfMemory.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct DepthOrder {
  const BatchGraph *graph;
  int32_t *sorted, *byType, *counts; // stb_ds arrays
  int32_t at;                        // in `sorted`: the next batch
} DepthOrder;

static BatchOrder *depthCreate(const struct BatchTable *table) {
  (void)table;
  DepthOrder *order = calloc(1, sizeof *order);
  if (!order)
    outOfMemory();
  return (BatchOrder *)order;
}

/// Writes the nodes of `from` (NULL: all in their order) to `to`, sorted by
/// `keys`; those of equal keys stay in their order.
static void sortBy(const int32_t *keys, const int32_t *from, int32_t *to,
                   int32_t count, int32_t **counts) {
  int32_t largest = 0, sum = 0;
  for (int32_t i = 0; i < count; ++i)
    largest = keys[i] > largest ? keys[i] : largest;
  arrsetlen(*counts, (size_t)largest + 1);
  for (int32_t key = 0; key <= largest; ++key)
    (*counts)[key] = 0;
  for (int32_t i = 0; i < count; ++i)
    ++(*counts)[keys[i]];
  for (int32_t key = 0; key <= largest; ++key) {
    int32_t begin = sum;
    sum += (*counts)[key];
    (*counts)[key] = begin;
  }
  for (int32_t i = 0; i < count; ++i) {
    int32_t node = from ? from[i] : i;
    to[(*counts)[keys[node]]++] = node;
  }
}

/// Depths that the compiler gives (a phase, a position) may lie far apart:
/// then sorting by counting would cost more than the nodes do.
static int compareDepths(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void sortFarApart(const BatchGraph *graph, const int32_t *from,
                         int32_t *to, int32_t count) {
  int64_t *keys = NULL; // the depth, then the place: the order is kept
  arrsetlen(keys, (size_t)count);
  for (int32_t i = 0; i < count; ++i)
    keys[i] = ((int64_t)graph->depths[from[i]] << 32) | i;
  qsort(keys, (size_t)count, sizeof *keys, compareDepths);
  for (int32_t i = 0; i < count; ++i)
    to[i] = from[keys[i] & INT32_MAX];
  arrfree(keys);
}

static bool depthStart(BatchOrder *self, const BatchGraph *graph,
                       RelaxError *error) {
  (void)error;
  DepthOrder *order = (DepthOrder *)self;
  int32_t count = batchGraphNumNodes(graph), largest = 0;
  order->graph = graph;
  order->at = 0;
  arrsetlen(order->sorted, (size_t)count);
  arrsetlen(order->byType, (size_t)count);
  sortBy(graph->nodeTypes, NULL, order->byType, count, &order->counts);
  for (int32_t i = 0; i < count; ++i)
    largest = graph->depths[i] > largest ? graph->depths[i] : largest;
  if (largest / 4 > count)
    sortFarApart(graph, order->byType, order->sorted, count);
  else
    sortBy(graph->depths, order->byType, order->sorted, count, &order->counts);
  return true;
}

static bool depthNext(BatchOrder *self, BatchStep *step) {
  DepthOrder *order = (DepthOrder *)self;
  const BatchGraph *graph = order->graph;
  int32_t count = (int32_t)arrlen(order->sorted), end = order->at;
  if (end == count)
    return false;
  const int32_t *nodes = order->sorted + end;
  int32_t type = graph->nodeTypes[*nodes], depth = graph->depths[*nodes];
  do {
    ++end;
  } while (end < count && !graph->types[type].alone &&
           graph->nodeTypes[order->sorted[end]] == type &&
           graph->depths[order->sorted[end]] == depth);
  *step = (BatchStep){type, end - order->at, nodes};
  order->at = end;
  return true;
}

static void depthDestroy(BatchOrder *self) {
  DepthOrder *order = (DepthOrder *)self;
  arrfree(order->sorted);
  arrfree(order->byType);
  arrfree(order->counts);
  free(order);
}

const BatchPolicy batchPolicyDepth = {
    "depth",     "nodes of one depth and type, the lowest depth first",
    false,       depthCreate,
    depthStart,  depthNext,
    depthDestroy};
