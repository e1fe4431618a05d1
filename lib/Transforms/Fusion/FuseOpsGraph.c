//===- FuseOpsGraph.c - the dataflow among calls --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/PostDominators.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Fusion/FuseStates.h"

#include <stb/stb_ds.h>

typedef struct NodeNumber {
  void *key; // of an operation
  intptr_t value;
} NodeNumber;

static void readNodes(FuseGraph *graph, MlirBlock block, NodeNumber **numbers) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    graph->numNodes += relaxIsCallTir(op);
  graph->nodes = ARENA_ARRAY(graph->arena, FuseNode, graph->numNodes);
  graph->numNodes = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    factsAddOf(&graph->facts, op);
    if (!relaxIsCallTir(op) ||
        !fuseReadNode(graph, op, &graph->nodes[graph->numNodes]))
      continue;
    hmput(*numbers, op.ptr, graph->numNodes);
    ++graph->numNodes;
  }
  graph->groups = fuseGroupsCreate(graph->arena, graph->numNodes);
}

static intptr_t numberOf(const NodeNumber *numbers, MlirOperation op) {
  const NodeNumber *node = mapEntry(numbers, op.ptr);
  return node ? node->value : -1;
}

static void readUsers(Arena *arena, FuseNode *node, const NodeNumber *numbers) {
  MlirValue value = mlirOperationGetResult(node->op, 0);
  intptr_t count = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    ++count;
  node->users = ARENA_ARRAY(arena, intptr_t, count);
  node->escapes = count == 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    intptr_t user = numberOf(numbers, mlirOpOperandGetOwner(use));
    if (user >= 0)
      node->users[node->numUsers++] = user;
    else
      node->escapes = true;
  }
}

static void readEdges(FuseGraph *graph, const NodeNumber *numbers) {
  for (intptr_t n = 0; n < graph->numNodes; ++n) {
    FuseNode *node = &graph->nodes[n];
    node->producers = ARENA_ARRAY(graph->arena, intptr_t, node->numInputs);
    for (intptr_t i = 0; i < node->numInputs; ++i) {
      MlirValue input = relaxCallTirGetInputs(node->op, i);
      node->producers[i] = mlirValueIsAOpResult(input)
                               ? numberOf(numbers, mlirOpResultGetOwner(input))
                               : -1;
    }
    readUsers(graph->arena, node, numbers);
  }
}

static void findPostDominators(FuseGraph *graph) {
  Arena *arena = graph->arena;
  intptr_t count = graph->numNodes;
  PostDominatorNode *nodes = ARENA_ARRAY(arena, PostDominatorNode, count);
  intptr_t *result = ARENA_ARRAY(arena, intptr_t, count);
  intptr_t *depth = ARENA_ARRAY(arena, intptr_t, count);
  for (intptr_t n = 0; n < count; ++n)
    nodes[n] =
        (PostDominatorNode){graph->nodes[n].users, graph->nodes[n].numUsers,
                            graph->nodes[n].escapes};
  postDominators(nodes, count, result, depth);
  for (intptr_t n = 0; n < count; ++n)
    graph->nodes[n].postDominator = result[n];
}

void fuseReadGraph(FuseGraph *graph, MlirBlock block) {
  graph->facts.arena = graph->arena;
  factsAddOf(&graph->facts, graph->function);
  NodeNumber *numbers = NULL;
  readNodes(graph, block, &numbers);
  fuseReadStates(graph, block);
  readEdges(graph, numbers);
  hmfree(numbers);
  findPostDominators(graph);
}
