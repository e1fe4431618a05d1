//===- Chains.c - nodes that wait for their own type ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Chains.h"

#include <stb/stb_ds.h>

enum { MAX_COUNTERS = 1 << 28, SMALL = 64 }; // counters have 4 bytes

/// Where each type begins and ends; the counters that are needed. Of a type
/// whose nodes are one, or run alone, there is nothing to count.
static int64_t findRanges(BatchChains *chains, const BatchGraph *graph) {
  int32_t numTypes = batchGraphNumTypes(graph);
  int64_t counters = 0;
  while (arrlen(chains->chains) < numTypes)
    arrput(chains->chains, ((BatchChain){0}));
  for (int32_t type = 0; type < numTypes; ++type)
    chains->chains[type].numNodes = 0;
  arrsetlen(chains->ranks, (size_t)batchGraphNumNodes(graph));
  for (int32_t node = 0; node < batchGraphNumNodes(graph); ++node) {
    BatchChain *chain = &chains->chains[graph->nodeTypes[node]];
    if (chain->numNodes == 0)
      chain->first = node;
    chain->last = node;
    chains->ranks[node] = chain->numNodes++;
  }
  for (int32_t type = 0; type < numTypes; ++type) {
    BatchChain *chain = &chains->chains[type];
    if (chain->numNodes < 2 || graph->types[type].alone)
      chain->last = chain->first - 1;
    if (chain->numNodes > SMALL)
      counters += (int64_t)chain->last - chain->first + 1;
  }
  return counters;
}

/// Of a small type, which nodes of it lie above each.
static void findAbove(BatchChains *chains, const BatchGraph *graph,
                      int32_t type) {
  BatchChain *chain = &chains->chains[type];
  int32_t length = chain->last - chain->first + 1;
  arrsetlen(chain->above, 0);
  arrsetlen(chains->masks, (size_t)length);
  for (int32_t node = chain->first; node <= chain->last; ++node) {
    int32_t numArgs;
    const int32_t *args = batchGraphArgs(graph, node, &numArgs);
    uint64_t mask = 0;
    for (int32_t i = 0; i < numArgs; ++i)
      if (args[i] >= chain->first)
        mask |= chains->masks[args[i] - chain->first];
    if (graph->nodeTypes[node] == type) {
      arrput(chain->above, mask);
      mask |= (uint64_t)1 << chains->ranks[node];
    }
    chains->masks[node - chain->first] = mask;
  }
}

/// Counts the nodes of a small type that have none above them.
static void countOpen(BatchChain *chain) {
  chain->open = 0;
  for (uint64_t left = chain->left; left; left &= left - 1)
    chain->open += (chain->above[__builtin_ctzll(left)] & chain->left) == 0;
}

/// Is what comes from the node `at` blocked, as far as `type` goes?
static bool blocks(const BatchGraph *graph, const BatchChain *chain,
                   int32_t type, int32_t at) {
  return at >= chain->first && (graph->nodeTypes[at] == type ||
                                chain->blocked[at - chain->first] > 0);
}

void batchChainsRestart(BatchChains *chains, const BatchGraph *graph) {
  for (int32_t type = 0; type < batchGraphNumTypes(graph); ++type) {
    BatchChain *chain = &chains->chains[type];
    chain->open = 0;
    if (chain->numNodes <= SMALL) {
      ptrdiff_t count = chain->last < chain->first ? 0 : chain->numNodes;
      chain->left = count ? ~(uint64_t)0 >> (SMALL - count) : 0;
      countOpen(chain);
      continue;
    }
    for (int32_t node = chain->first; node <= chain->last; ++node) {
      int32_t numArgs, count = 0;
      const int32_t *args = batchGraphArgs(graph, node, &numArgs);
      for (int32_t i = 0; i < numArgs; ++i)
        count += blocks(graph, chain, type, args[i]);
      chain->blocked[node - chain->first] = count;
      chain->open += graph->nodeTypes[node] == type && count == 0;
    }
  }
}

bool batchChainsStart(BatchChains *chains, const BatchGraph *graph,
                      RelaxError *error) {
  int64_t counters = findRanges(chains, graph);
  if (counters > MAX_COUNTERS)
    return relaxFail(error,
                     "%d types of %d nodes: expected at most %d numbers to "
                     "keep for types of more than 64 nodes, got %lld",
                     batchGraphNumTypes(graph), batchGraphNumNodes(graph),
                     MAX_COUNTERS, (long long)counters);
  for (int32_t type = 0; type < batchGraphNumTypes(graph); ++type) {
    BatchChain *chain = &chains->chains[type];
    if (chain->numNodes > SMALL)
      arrsetlen(chain->blocked, (size_t)(chain->last - chain->first + 1));
    else
      findAbove(chains, graph, type);
  }
  batchChainsRestart(chains, graph);
  return true;
}

/// The node `ran` no longer blocks what lies behind it.
static void unblock(BatchChains *chains, const BatchFrontier *frontier,
                    int32_t type, int32_t ran) {
  BatchChain *chain = &chains->chains[type];
  arrput(chains->stack, ran);
  while (arrlen(chains->stack) > 0) {
    int32_t node = arrpop(chains->stack), numUsers;
    const int32_t *users = batchFrontierUsers(frontier, node, &numUsers);
    for (int32_t i = 0; i < numUsers && users[i] <= chain->last; ++i) {
      if (--chain->blocked[users[i] - chain->first] > 0)
        continue;
      if (frontier->graph->nodeTypes[users[i]] == type)
        ++chain->open; // it blocks what lies behind it until it has run
      else
        arrput(chains->stack, users[i]);
    }
  }
}

void batchChainsRun(BatchChains *chains, const BatchFrontier *frontier,
                    const BatchStep *step) {
  BatchChain *chain = &chains->chains[step->type];
  if (chain->last < chain->first)
    return;
  if (chain->numNodes <= SMALL) {
    for (int32_t i = 0; i < step->numNodes; ++i)
      chain->left &= ~((uint64_t)1 << chains->ranks[step->nodes[i]]);
    countOpen(chain);
    return;
  }
  chain->open -= step->numNodes;
  for (int32_t i = 0; i < step->numNodes; ++i)
    unblock(chains, frontier, step->type, step->nodes[i]);
}

void batchChainsFree(BatchChains *chains) {
  for (ptrdiff_t type = 0; type < arrlen(chains->chains); ++type) {
    arrfree(chains->chains[type].blocked);
    arrfree(chains->chains[type].above);
  }
  arrfree(chains->chains);
  arrfree(chains->ranks);
  arrfree(chains->masks);
  arrfree(chains->stack);
}

void batchChainsFraction(const BatchChains *chains,
                         const BatchFrontier *frontier, int32_t type,
                         int32_t *ready, int32_t *open) {
  const BatchChain *chain = &chains->chains[type];
  bool counted = chain->last >= chain->first;
  *ready = counted ? batchFrontierCount(frontier, type) : 1;
  *open = counted ? chain->open : 1;
}

int32_t batchChainsLargest(const BatchChains *chains,
                           const BatchFrontier *frontier) {
  const int32_t *types = frontier->readyTypes;
  int32_t best = -1, bestReady = 0, bestOpen = 1;
  for (ptrdiff_t i = 0; i < arrlen((int32_t *)types); ++i) {
    int32_t ready, open;
    batchChainsFraction(chains, frontier, types[i], &ready, &open);
    int64_t more = (int64_t)ready * bestOpen - (int64_t)bestReady * open;
    if (more > 0 || (more == 0 && types[i] > best)) {
      best = types[i];
      bestReady = ready;
      bestOpen = open;
    }
  }
  return best;
}
