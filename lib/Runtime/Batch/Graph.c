//===- Graph.c - work that is waiting to be batched -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Graph.h"
#include "lib/Support/OutOfMemory.h"

#include <assert.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

int32_t batchGraphAddType(BatchGraph *graph, StrRef name, bool alone) {
  char *copy = malloc(name.length + 1);
  if (!copy)
    outOfMemory();
  memcpy(copy, name.data, name.length);
  copy[name.length] = '\0';
  arrput(graph->types, ((BatchType){copy, alone}));
  return (int32_t)arrlen(graph->types) - 1;
}

int32_t batchGraphAdd(BatchGraph *graph, int32_t type, int32_t depth,
                      const int32_t *args, int32_t numArgs) {
  int32_t node = batchGraphNumNodes(graph), least = 0;
  assert(type >= 0 && type < batchGraphNumTypes(graph));
  assert(node < BATCH_MAX_COUNT && arrlen(graph->args) < BATCH_MAX_COUNT);
  for (int32_t i = 0; i < numArgs; ++i) {
    assert(args[i] >= 0 && args[i] < node && "arguments come first");
    int32_t above = graph->depths[args[i]] + 1;
    least = above > least ? above : least;
    arrput(graph->args, args[i]);
  }
  assert((depth == BATCH_DEPTH_OF_ARGS || depth >= least) &&
         "a node lies below its arguments");
  arrput(graph->nodeTypes, type);
  arrput(graph->depths, depth == BATCH_DEPTH_OF_ARGS ? least : depth);
  arrput(graph->argEnds, (int32_t)arrlen(graph->args));
  return node;
}

void batchGraphClear(BatchGraph *graph) {
  arrsetlen(graph->nodeTypes, 0);
  arrsetlen(graph->depths, 0);
  arrsetlen(graph->argEnds, 0);
  arrsetlen(graph->args, 0);
}

void batchGraphFree(BatchGraph *graph) {
  for (ptrdiff_t i = 0; i < arrlen(graph->types); ++i)
    free(graph->types[i].name);
  arrfree(graph->types);
  arrfree(graph->nodeTypes);
  arrfree(graph->depths);
  arrfree(graph->argEnds);
  arrfree(graph->args);
}

int32_t batchGraphNumNodes(const BatchGraph *graph) {
  return (int32_t)arrlen(graph->nodeTypes);
}

int32_t batchGraphNumTypes(const BatchGraph *graph) {
  return (int32_t)arrlen(graph->types);
}

const int32_t *batchGraphArgs(const BatchGraph *graph, int32_t node,
                              int32_t *numArgs) {
  int32_t begin = node ? graph->argEnds[node - 1] : 0;
  *numArgs = graph->argEnds[node] - begin;
  return graph->args + begin;
}

/// Types that are looked at together: their counts fill a register or two.
enum { BOUND_LANES = 16 };

/// The longest chains of the types `first` and behind it, into `longest`.
/// `counts` has BOUND_LANES numbers a node.
static void longestChains(const BatchGraph *graph, int32_t first,
                          int32_t *counts, int32_t *longest) {
  memset(longest, 0, BOUND_LANES * sizeof *longest);
  for (int32_t node = 0; node < batchGraphNumNodes(graph); ++node) {
    int32_t *own = counts + (size_t)node * BOUND_LANES, numArgs;
    const int32_t *args = batchGraphArgs(graph, node, &numArgs);
    memset(own, 0, BOUND_LANES * sizeof *own);
    for (int32_t i = 0; i < numArgs; ++i) {
      const int32_t *arg = counts + (size_t)args[i] * BOUND_LANES;
      for (int k = 0; k < BOUND_LANES; ++k)
        own[k] = arg[k] > own[k] ? arg[k] : own[k];
    }
    int32_t lane = graph->nodeTypes[node] - first;
    if (lane >= 0 && lane < BOUND_LANES && ++own[lane] > longest[lane])
      longest[lane] = own[lane];
  }
}

int64_t batchGraphLowerBound(const BatchGraph *graph) {
  int64_t bound = 0;
  int32_t *counts = NULL, longest[BOUND_LANES];
  arrsetlen(counts, (size_t)batchGraphNumNodes(graph) * BOUND_LANES);
  for (int32_t node = 0; node < batchGraphNumNodes(graph); ++node)
    bound += graph->types[graph->nodeTypes[node]].alone;
  for (int32_t t = 0; t < batchGraphNumTypes(graph); t += BOUND_LANES) {
    longestChains(graph, t, counts, longest);
    for (int32_t k = 0; k < BOUND_LANES; ++k)
      if (t + k < batchGraphNumTypes(graph) && !graph->types[t + k].alone)
        bound += longest[k];
  }
  arrfree(counts);
  return bound;
}
