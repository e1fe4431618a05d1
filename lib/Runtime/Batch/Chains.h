//===- Chains.h - nodes that wait for their own type ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Of each type, the nodes that have not run and that lie behind no other such
// node of that type: at best, all of them run in one batch. If all of them are
// ready, running them now loses nothing (ED-Batch, section 2.3).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_CHAINS_H
#define RELAX_RUNTIME_BATCH_CHAINS_H

#include "lib/Runtime/Batch/Frontier.h"

/// Of one type the nodes between its first and its last. Of at most 64 nodes
/// each knows those above it; else what blocks is counted for all nodes
/// between.
typedef struct BatchChain {
  int32_t first, last; // nodes; last < first if there is nothing to count
  int32_t numNodes;    // of the type
  int32_t open;        // those that wait for no other one
  int32_t *blocked;    // by node - first: arguments that are of the type and
                       // have not run, or are blocked themselves
  uint64_t *above;     // by node of the type: a bit each
  uint64_t left;       // that have not run
} BatchChain;

/// Zero-initialise; stb_ds arrays.
typedef struct BatchChains {
  BatchChain *chains; // by type
  int32_t *ranks;     // by node: its number among those of its type
  int32_t *stack;
  uint64_t *masks;
} BatchChains;

/// Begins with a graph. False where there are too many types for this many
/// nodes: of types of more than 64 nodes, a number is kept for each node.
bool batchChainsStart(BatchChains *chains, const BatchGraph *graph,
                      RelaxError *error);
/// Begins again with the same one.
void batchChainsRestart(BatchChains *chains, const BatchGraph *graph);
/// The nodes of a step have run; `frontier` knows who uses them.
void batchChainsRun(BatchChains *chains, const BatchFrontier *frontier,
                    const BatchStep *step);
void batchChainsFree(BatchChains *chains);

/// What of the nodes that wait for no other of their type is ready: *ready /
/// *open, at most 1. Of a type that cannot be batched each node counts as a
/// type of its own: 1 / 1.
void batchChainsFraction(const BatchChains *chains,
                         const BatchFrontier *frontier, int32_t type,
                         int32_t *ready, int32_t *open);
/// The ready type of the largest fraction, then the higher one; -1 if none is
/// ready.
int32_t batchChainsLargest(const BatchChains *chains,
                           const BatchFrontier *frontier);

#endif // RELAX_RUNTIME_BATCH_CHAINS_H
