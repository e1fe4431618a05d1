//===- Frontier.h - what is ready to run ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The nodes of a graph whose arguments have all run, by type. For policies
// that choose a type, again and again, and take what is ready of it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_FRONTIER_H
#define RELAX_RUNTIME_BATCH_FRONTIER_H

#include "lib/Runtime/Batch/Policy.h"

/// Zero-initialise; fields are for reading. stb_ds arrays.
typedef struct BatchFrontier {
  const BatchGraph *graph;
  int32_t *userEnds, *users; // by node: those that take its result
  int32_t *missing;          // by node: arguments that have not run
  int32_t **ready;           // by type: in the order of becoming ready
  int32_t *readyTypes;       // those with ready nodes, in no order
  int32_t *places;           // by type: its index there, or -1
  int32_t *taken;            // the last batch
} BatchFrontier;

/// Begins with a graph.
void batchFrontierStart(BatchFrontier *frontier, const BatchGraph *graph);
/// Begins again with the same one.
void batchFrontierRestart(BatchFrontier *frontier);
/// Runs all that is ready of a type that has ready nodes; of one that cannot
/// be batched, the lowest node.
void batchFrontierTake(BatchFrontier *frontier, int32_t type, BatchStep *step);
void batchFrontierFree(BatchFrontier *frontier);

/// Ready nodes of a type.
int32_t batchFrontierCount(const BatchFrontier *frontier, int32_t type);
/// The type with the most ready nodes, then the lower one; -1 at the end.
int32_t batchFrontierMostFrequent(const BatchFrontier *frontier);
/// Borrows the users of a node.
const int32_t *batchFrontierUsers(const BatchFrontier *frontier, int32_t node,
                                  int32_t *numUsers);

#endif // RELAX_RUNTIME_BATCH_FRONTIER_H
