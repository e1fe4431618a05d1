//===- FuseRowsGraph.c - calls of a block ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Fusion/FuseRows.h"
#include "lib/Transforms/Fusion/FuseStates.h"

#include <stb/stb_ds.h>

void rowsReadGraph(RowsGraph *graph, MlirBlock block) {
  intptr_t position = 0, calls = 0;
  graph->block = block;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    calls += relaxIsCallTir(op);
  fuseReadStates(&graph->base, block);
  graph->nodes = ARENA_ARRAY(graph->base.arena, RowsNode, calls);
  graph->base.facts.arena = graph->base.arena;
  factsAddOf(&graph->base.facts, graph->base.function);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op), ++position) {
    factsAddOf(&graph->base.facts, op);
    RowsNode *node = &graph->nodes[graph->numNodes];
    if (!relaxIsCallTir(op) || !rowsReadNode(graph, op, node))
      continue;
    node->position = position;
    hmput(graph->index, op.ptr, graph->numNodes++);
  }
  graph->base.groups = fuseGroupsCreate(graph->base.arena, graph->numNodes);
}

void rowsFreeGraph(RowsGraph *graph) { hmfree(graph->index); }

intptr_t rowsProducer(const RowsGraph *graph, MlirValue value) {
  return value.ptr && mlirValueIsAOpResult(value)
             ? rowsNodeOf(graph, mlirOpResultGetOwner(value))
             : -1;
}

intptr_t rowsNodeOf(const RowsGraph *graph, MlirOperation op) {
  const RowsIndex *entry = mapEntry(graph->index, op.ptr);
  return entry ? entry->value : -1;
}
