//===- Policy.h - what runs together, and when ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A policy takes the nodes of a graph apart into batches, one after the other:
//
//   const BatchPolicy *policy = batchPolicyFind(strRefFromC("agenda"));
//   BatchOrder *order = policy->create(NULL);        // once; keeps its memory
//   if (policy->start(order, &graph, &error))        // for each flush
//     for (BatchStep step; policy->next(order, &step);)
//       launch(step.type, step.nodes, step.numNodes);
//   policy->destroy(order);
//
// Batches come such that each node is in one, behind all of its arguments, all
// nodes of a batch have its type, and a type that cannot be batched has one
// node a batch. The same graph gives the same batches.
//
// Implement one: Depth.c is the shortest; those that choose a type and take
// what is ready of it go on with Frontier.h.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_POLICY_H
#define RELAX_RUNTIME_BATCH_POLICY_H

#include "lib/Runtime/Batch/Graph.h"
#include "lib/Runtime/Error.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One batch.
typedef struct BatchStep {
  int32_t type;
  int32_t numNodes;     // at least 1
  const int32_t *nodes; // until the next call; lanes in a good order
} BatchStep;

struct BatchTable;
/// What a policy keeps: of its own, and between two steps. One thread.
typedef struct BatchOrder BatchOrder;

typedef struct BatchPolicy {
  const char *name;
  const char *summary; // what it chooses, in a line
  bool needsTable;     // Table.h
  /// `table` is NULL but for policies that need one, and outlives the order.
  BatchOrder *(*create)(const struct BatchTable *table);
  /// Begins with a graph, which stays as it is until the last step. False with
  /// a message, for example of a table that was learnt for other types.
  bool (*start)(BatchOrder *order, const BatchGraph *graph, RelaxError *error);
  /// The next batch; false when there are no more nodes.
  bool (*next)(BatchOrder *order, BatchStep *step);
  void (*destroy)(BatchOrder *order);
} BatchPolicy;

/// Nodes of one depth and one type, by depth, then by type. With depths that
/// the compiler gave: about no time at all.
extern const BatchPolicy batchPolicyDepth;
/// What is ready of the type whose nodes have the lowest mean depth, over all
/// nodes of the graph; then the lower type (DyNet's).
extern const BatchPolicy batchPolicyAgenda;
/// What is ready of the type of which the largest fraction of those nodes is
/// ready that wait for no other node of that type; then the higher type.
extern const BatchPolicy batchPolicySufficient;
/// What a table says of the types that are ready; where it says nothing, the
/// type with the most ready nodes, then the lower one (ED-Batch's).
extern const BatchPolicy batchPolicyFsm;
/// The fewest batches that there can be, by search: of a graph of at most 64
/// nodes, such as the operations of a cell, at compile time.
extern const BatchPolicy batchPolicyOptimal;

enum { BATCH_NUM_POLICIES = 5 };
/// Policy `index` < BATCH_NUM_POLICIES, as they stand above.
const BatchPolicy *batchPolicyAt(int index);
/// NULL if there is none of that name: `depth`, `agenda`, `sufficient`, `fsm`,
/// `optimal`.
const BatchPolicy *batchPolicyFind(StrRef name);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_BATCH_POLICY_H
