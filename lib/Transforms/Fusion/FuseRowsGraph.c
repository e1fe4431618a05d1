//===- FuseRowsGraph.c - calls of a block and where they stand ------------===//
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
       op = mlirOperationGetNextInBlock(op)) {
    hmput(graph->positions, op.ptr, position++);
    calls += relaxIsCallTir(op);
  }
  fuseReadStates(&graph->base, block);
  graph->nodes = ARENA_ARRAY(graph->base.arena, RowsNode, calls);
  graph->base.facts.arena = graph->base.arena;
  factsAddOf(&graph->base.facts, graph->base.function);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    factsAddOf(&graph->base.facts, op);
    RowsNode *node = &graph->nodes[graph->numNodes];
    if (!relaxIsCallTir(op) || !rowsReadNode(graph, op, node))
      continue;
    node->position = rowsPositionOf(graph, op);
    ++graph->numNodes;
  }
  graph->base.groups = fuseGroupsCreate(graph->base.arena, graph->numNodes);
}

void rowsFreeGraph(RowsGraph *graph) { hmfree(graph->positions); }

intptr_t rowsPositionOf(const RowsGraph *graph, MlirOperation op) {
  while (op.ptr && !mlirBlockEqual(mlirOperationGetBlock(op), graph->block))
    op = mlirOperationGetParentOperation(op);
  const RowsPosition *entry =
      op.ptr ? mapEntry(graph->positions, op.ptr) : NULL;
  return entry ? entry->value : -1;
}

intptr_t rowsProducer(const RowsGraph *graph, MlirValue value) {
  return value.ptr && mlirValueIsAOpResult(value)
             ? rowsNodeOf(graph, mlirOpResultGetOwner(value))
             : -1;
}

intptr_t rowsNodeOf(const RowsGraph *graph, MlirOperation op) {
  intptr_t low = 0, high = graph->numNodes;
  intptr_t position = rowsPositionOf(graph, op);
  while (low < high) {
    intptr_t middle = (low + high) / 2;
    if (graph->nodes[middle].position < position)
      low = middle + 1;
    else
      high = middle;
  }
  return low < graph->numNodes && graph->nodes[low].call.op.ptr == op.ptr ? low
                                                                          : -1;
}
