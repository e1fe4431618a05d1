//===- Graph.h - work that is waiting to be batched -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A dataflow graph of typed nodes. Nodes of one type may run together, as one
// batch; the machine makes a type of each deferred kernel with its symbols. A
// node is added behind those whose results it takes, so there are no circles.
// Which nodes run together, and when, is a policy's to say (Policy.h):
//
//   BatchGraph graph = {0};
//   int32_t leaf = batchGraphAddType(&graph, strRefFromC("@leaf"), false);
//   int32_t n = batchGraphAdd(&graph, leaf, BATCH_DEPTH_OF_ARGS, NULL, 0);
//   ...                                        // a flush: Policy.h
//   batchGraphClear(&graph);                   // types and memory stay
//   batchGraphFree(&graph);
//
// Not thread safe: one graph, one thread. Out of memory aborts.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_GRAPH_H
#define RELAX_RUNTIME_BATCH_GRAPH_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  /// The depth of a node is 0, or 1 more than the largest of its arguments'.
  BATCH_DEPTH_OF_ARGS = -1,
  /// Nodes, types and all arguments together stay below this.
  BATCH_MAX_COUNT = 1 << 30,
};

typedef struct BatchType {
  char *name; // of the types in a table (Table.h): `3`, `!4`, `@cell`
  bool alone; // its nodes cannot be batched: each is a batch of its own
} BatchType;

/// Zero-initialise. Fields are for reading only; stb_ds arrays, kept between
/// flushes. Types and nodes are numbered from 0 in the order of adding; where
/// a tie goes to the lower type, that is the one added first.
typedef struct BatchGraph {
  BatchType *types;
  int32_t *nodeTypes; // by node
  int32_t *depths;    // by node
  int32_t *argEnds;   // by node: where its arguments end in `args`
  int32_t *args;      // nodes; one may be there several times
} BatchGraph;

/// The number of the new type. The name is copied.
int32_t batchGraphAddType(BatchGraph *graph, StrRef name, bool alone);
/// The number of the new node. Arguments are lower numbers. `depth` is given
/// where the compiler knows it: above the depths of all arguments.
int32_t batchGraphAdd(BatchGraph *graph, int32_t type, int32_t depth,
                      const int32_t *args, int32_t numArgs);
/// Forgets the nodes.
void batchGraphClear(BatchGraph *graph);
void batchGraphFree(BatchGraph *graph);

int32_t batchGraphNumNodes(const BatchGraph *graph);
int32_t batchGraphNumTypes(const BatchGraph *graph);
/// Borrows the arguments of a node.
const int32_t *batchGraphArgs(const BatchGraph *graph, int32_t node,
                              int32_t *numArgs);

/// No sequence of batches is shorter: of each type, the most of its nodes on
/// one path; each node of a type that cannot be batched (Zha et al., "ED-Batch:
/// Efficient Automatic Batching of Dynamic Neural Networks via Learned Finite
/// State Machines", ICML 2023). Not always reached.
int64_t batchGraphLowerBound(const BatchGraph *graph);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_BATCH_GRAPH_H
