//===- FuseRowsGroup.c - which calls go together --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Groups grow from reductions along the edges of the graph: what a reduction
// reads and what reads it, until nothing more fits. Then reductions of the same
// rows go together, and it begins again. The same then for maps, whose results
// are used elsewhere, too, or which read the same; at last small ones of the
// same extents that share nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Transforms/Fusion/FuseRows.h"

intptr_t rowsMembersOf(const RowsGraph *graph, intptr_t a, intptr_t b,
                       intptr_t members[ROWS_MAX_CALLS]) {
  intptr_t both[] = {a, b};
  return fuseGroupsMembers(&graph->base.groups, both, a == b ? 1 : 2, members,
                           ROWS_MAX_CALLS);
}

static bool join(RowsGraph *graph, intptr_t a, intptr_t b) {
  intptr_t members[ROWS_MAX_CALLS];
  intptr_t count = rowsMembersOf(graph, a, b, members);
  RowsGraph work = *graph;
  work.base.arena = work.base.facts.arena = arenaCreate();
  RowsPlan plan;
  bool good = count > 0 && rowsPlan(&work, members, count, &plan);
  arenaDestroy(work.base.arena);
  if (good)
    fuseGroupsJoin(&graph->base.groups, members, count);
  return good;
}

static bool groupReduces(const RowsGraph *graph, intptr_t group) {
  for (intptr_t n = group; n >= 0; n = graph->base.groups.previous[n])
    if (graph->nodes[n].reduces)
      return true;
  return false;
}

/// May these groups be one while `maps` are joined, or while reductions are?
static bool isTheirTurn(const RowsGraph *graph, intptr_t a, intptr_t b,
                        bool maps) {
  return a != b && (groupReduces(graph, a) || groupReduces(graph, b)) != maps;
}

/// Joins the group of a node with those of what it reads.
static bool joinProducers(RowsGraph *graph, intptr_t n, bool maps) {
  const FuseNode *call = &graph->nodes[n].call;
  bool joined = false;
  for (intptr_t i = 0; i < call->numInputs; ++i) {
    intptr_t producer = rowsProducer(graph, relaxCallTirGetInputs(call->op, i));
    intptr_t own = graph->base.groups.of[n];
    intptr_t other = producer < 0 ? own : graph->base.groups.of[producer];
    if (isTheirTurn(graph, own, other, maps))
      joined |= join(graph, own, other);
  }
  return joined;
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

/// Does the node read `value` row by row?
static bool readsRows(const RowsNode *node, MlirValue value) {
  for (intptr_t c = 0; c < node->numComputes; ++c)
    for (intptr_t i = 0; i < node->computes[c].numLoads; ++i) {
      const TirAccess *load = &node->computes[c].loads[i];
      MlirValue operand = rowsOperandOf(node, load);
      if (operand.ptr && mlirValueEqual(operand, value) && load->rank > 0 &&
          tirBareIterator(load->indices[0]) == 0)
        return true;
    }
  return false;
}

/// Joins the group of a node with those of later nodes that read the same
/// rows, though neither depends on the other.
static bool joinNeighbours(RowsGraph *graph, intptr_t n, bool maps) {
  const RowsNode *node = &graph->nodes[n];
  bool joined = false;
  for (intptr_t i = 0; i < node->call.numInputs && node->reduces != maps; ++i) {
    MlirValue value = relaxCallTirGetInputs(node->call.op, i);
    if (!readsRows(node, value))
      continue;
    for (MlirOpOperand use = mlirValueGetFirstUse(value);
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      intptr_t k = rowsNodeOf(graph, mlirOpOperandGetOwner(use));
      if (k <= n || graph->nodes[k].reduces == maps ||
          !readsRows(&graph->nodes[k], value))
        continue;
      intptr_t a = graph->base.groups.of[n], b = graph->base.groups.of[k];
      joined |= isTheirTurn(graph, a, b, maps) && join(graph, a, b);
    }
  }
  return joined;
}

/// Elements of the rows that the groups would go through are few and known: a
/// launch costs more than what they share would save.
static bool areShort(const RowsNode *a, const RowsNode *b) {
  const TirComputeAccesses *one = a->computes, *other = b->computes;
  bool same = one->numIterators == other->numIterators && one->numIterators > 0;
  for (intptr_t k = 0; k < one->numIterators && same; ++k)
    same = symExprEqual(one->extents[k], other->extents[k]);
  intptr_t first = a->reduces ? a->rows : one->numIterators - 1;
  int64_t row = same ? rowsPoints(one, first, one->numIterators) : -1;
  return (row >= 0 && row <= ROWS_SHORT_ROW) ||
         (same && one->numIterators == 1);
}

/// Joins calls of the same extents that share nothing: they are started once.
static void joinStrangers(RowsGraph *graph, intptr_t n) {
  const RowsNode *node = &graph->nodes[n];
  for (intptr_t k = n + 1;
       k < graph->numNodes &&
       graph->nodes[k].position <= node->position + ROWS_MAX_APART;
       ++k) {
    const RowsNode *other = &graph->nodes[k];
    intptr_t a = graph->base.groups.of[n], b = graph->base.groups.of[k];
    if (a != b && node->reduces == other->reduces && areShort(node, other))
      join(graph, a, b);
  }
}

static void joinAll(RowsGraph *graph, bool maps) {
  bool again = true;
  while (again) {
    again = false;
    for (intptr_t n = 0; n < graph->numNodes; ++n)
      again |= joinProducers(graph, n, maps);
    for (intptr_t n = 0; n < graph->numNodes; ++n)
      again |= joinNeighbours(graph, n, maps);
  }
}

void rowsFormGroups(RowsGraph *graph) {
  joinAll(graph, false);
  joinAll(graph, true);
  for (intptr_t n = 0; n < graph->numNodes; ++n)
    joinStrangers(graph, n);
}
