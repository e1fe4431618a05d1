//===- Optimal.c - the fewest batches, by search --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Branch and bound over the types to run next (ED-Batch, section 2.4), for the
// operations of a cell: at most 64. What is done is a set of bits. Nothing is
// lost by running all that is ready of a type, so there is one branch a type.
// A branch ends
// - where a state was met before after no more batches;
// - where the longest chains that are left, a type each, make it no better
//   than the best that is known, which at first is what the policy
//   `sufficient` does.
// Where all nodes of a type are ready that wait for no other of that type,
// running them is no worse than anything else: the only branch.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Frontier.h"
#include "lib/Support/Map.h"
#include "lib/Support/OutOfMemory.h"

#include <stdlib.h>

enum { MAX_NODES = 64, MAX_STATES = 1 << 18 };

typedef struct MetState {
  uint64_t key;  // nodes that have run
  int32_t value; // after how many batches, at best
} MetState;

typedef struct OptimalOrder {
  BatchFrontier frontier;
  const BatchGraph *graph;
  uint64_t args[MAX_NODES], above[MAX_NODES]; // direct ones; all
  int32_t chains[MAX_NODES]; // nodes of the type on a path down from a node
  MetState *met;             // a map of stb_ds
  int32_t *path, *best;      // types; stb_ds arrays
  ptrdiff_t at;              // in `best`
} OptimalOrder;

/// A type that can run in some state.
typedef struct Branch {
  uint64_t nodes; // that are ready; the lowest where they cannot be batched
  int32_t type;
  int32_t open; // nodes of the type that wait for no other one of it
} Branch;

static BatchOrder *optimalCreate(const struct BatchTable *table) {
  (void)table;
  OptimalOrder *order = calloc(1, sizeof *order);
  if (!order)
    outOfMemory();
  return (BatchOrder *)order;
}

/// What is above each node, and the longest chains below.
static void prepare(OptimalOrder *order) {
  const BatchGraph *graph = order->graph;
  int32_t count = batchGraphNumNodes(graph);
  for (int32_t node = 0; node < count; ++node) {
    int32_t numArgs;
    const int32_t *args = batchGraphArgs(graph, node, &numArgs);
    order->args[node] = order->above[node] = 0;
    for (int32_t i = 0; i < numArgs; ++i) {
      order->args[node] |= (uint64_t)1 << args[i];
      order->above[node] |= order->above[args[i]] | (uint64_t)1 << args[i];
    }
  }
  for (int32_t node = count - 1; node >= 0; --node) {
    int32_t longest = 0;
    for (int32_t below = node + 1; below < count; ++below)
      if (graph->nodeTypes[below] == graph->nodeTypes[node] &&
          order->above[below] >> node & 1 && order->chains[below] > longest)
        longest = order->chains[below];
    order->chains[node] = longest + 1;
  }
}

/// Batches that what is left needs in any case.
static int64_t boundOf(const OptimalOrder *order, uint64_t done) {
  const BatchGraph *graph = order->graph;
  int32_t longest[MAX_NODES], types[MAX_NODES], numTypes = 0;
  int64_t bound = 0;
  for (int32_t node = 0; node < batchGraphNumNodes(graph); ++node) {
    int32_t type = graph->nodeTypes[node], k = 0;
    if (done >> node & 1)
      continue;
    if (graph->types[type].alone) {
      ++bound;
      continue;
    }
    while (k < numTypes && types[k] != type)
      ++k;
    if (k == numTypes) {
      types[numTypes] = type;
      longest[numTypes++] = 0;
    }
    if (order->chains[node] > longest[k])
      longest[k] = order->chains[node];
  }
  for (int32_t k = 0; k < numTypes; ++k)
    bound += longest[k];
  return bound;
}

/// The types that can run; if one of them can run without regret, only that.
static int32_t branchesOf(const OptimalOrder *order, uint64_t done,
                          Branch *branches) {
  const BatchGraph *graph = order->graph;
  int32_t count = 0;
  for (int32_t node = 0; node < batchGraphNumNodes(graph); ++node) {
    int32_t type = graph->nodeTypes[node], k = 0;
    bool ready = (order->args[node] & ~done) == 0, open = true;
    if (done >> node & 1)
      continue;
    if (ready && graph->types[type].alone) {
      branches[0] = (Branch){(uint64_t)1 << node, type, 1};
      return 1;
    }
    for (int32_t other = 0; other < node && open; ++other)
      open = !((order->above[node] & ~done) >> other & 1) ||
             graph->nodeTypes[other] != type;
    while (k < count && branches[k].type != type)
      ++k;
    if (k == count)
      branches[count++] = (Branch){.type = type};
    branches[k].open += open;
    branches[k].nodes |= ready ? (uint64_t)1 << node : 0;
  }
  int32_t left = 0;
  for (int32_t k = 0; k < count; ++k) {
    if (!branches[k].nodes)
      continue;
    branches[left++] = branches[k];
    if (__builtin_popcountll(branches[k].nodes) == branches[k].open) {
      branches[0] = branches[k];
      return 1;
    }
  }
  return left;
}

/// Goes on from a state, along `path`; false where there are too many states.
static bool search(OptimalOrder *order, uint64_t done) {
  Branch branches[MAX_NODES];
  int32_t steps = (int32_t)arrlen(order->path);
  int64_t bound = boundOf(order, done);
  if (steps + bound >= arrlen(order->best))
    return true;
  if (bound == 0) {
    arrsetlen(order->best, 0);
    for (int32_t i = 0; i < steps; ++i)
      arrput(order->best, order->path[i]);
    return true;
  }
  MetState *met = mapEntry(order->met, done);
  if (met && met->value <= steps)
    return true;
  if (!met && hmlen(order->met) >= MAX_STATES)
    return false;
  hmput(order->met, done, steps);
  int32_t count = branchesOf(order, done, branches);
  for (int32_t k = 0; k < count; ++k) {
    arrput(order->path, branches[k].type);
    bool good = search(order, done | branches[k].nodes);
    arrsetlen(order->path, (size_t)steps);
    if (!good)
      return false;
  }
  return true;
}

/// Something to be better than.
static bool runSufficient(OptimalOrder *order, RelaxError *error) {
  BatchOrder *other = batchPolicySufficient.create(NULL);
  BatchStep step;
  bool good = batchPolicySufficient.start(other, order->graph, error);
  arrsetlen(order->best, 0);
  while (good && batchPolicySufficient.next(other, &step))
    arrput(order->best, step.type);
  batchPolicySufficient.destroy(other);
  return good;
}

static bool optimalStart(BatchOrder *self, const BatchGraph *graph,
                         RelaxError *error) {
  OptimalOrder *order = (OptimalOrder *)self;
  order->graph = graph;
  order->at = 0;
  if (batchGraphNumNodes(graph) > MAX_NODES)
    return relaxFail(error,
                     "policy 'optimal': expected at most %d nodes, got %d",
                     MAX_NODES, batchGraphNumNodes(graph));
  prepare(order);
  hmfree(order->met);
  arrsetlen(order->path, 0);
  if (!runSufficient(order, error))
    return false;
  if (!search(order, 0))
    return relaxFail(error,
                     "policy 'optimal': expected an answer after at most %d "
                     "states of the search",
                     MAX_STATES);
  batchFrontierStart(&order->frontier, graph);
  return true;
}

static bool optimalNext(BatchOrder *self, BatchStep *step) {
  OptimalOrder *order = (OptimalOrder *)self;
  if (order->at == arrlen(order->best))
    return false;
  batchFrontierTake(&order->frontier, order->best[order->at++], step);
  return true;
}

static void optimalDestroy(BatchOrder *self) {
  OptimalOrder *order = (OptimalOrder *)self;
  batchFrontierFree(&order->frontier);
  hmfree(order->met);
  arrfree(order->path);
  arrfree(order->best);
  free(order);
}

const BatchPolicy batchPolicyOptimal = {
    "optimal",     "the fewest batches, by search: for at most 64 nodes",
    false,         optimalCreate,
    optimalStart,  optimalNext,
    optimalDestroy};
