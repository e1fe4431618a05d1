//===- AnalysisPostDominators.c - against the definition ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/PostDominators.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MAX_NODES = 9 };

typedef struct Graph {
  intptr_t count;
  PostDominatorNode nodes[MAX_NODES];
  intptr_t edges[MAX_NODES][MAX_NODES];
} Graph;

/// Some path leads out from `node` without passing `without`.
static bool leaves(const Graph *graph, intptr_t node, intptr_t without) {
  if (node == without)
    return false;
  const PostDominatorNode *at = &graph->nodes[node];
  if (at->exits || at->numSuccessors == 0)
    return true;
  for (intptr_t s = 0; s < at->numSuccessors; ++s)
    if (leaves(graph, at->successors[s], without))
      return true;
  return false;
}

/// The nearest: the first in the order of numbers, as edges go upwards.
static intptr_t byDefinition(const Graph *graph, intptr_t node) {
  for (intptr_t other = node + 1; other < graph->count; ++other)
    if (!leaves(graph, node, other))
      return other;
  return -1;
}

static Graph makeGraph(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  Graph graph = {.count = 1 + (intptr_t)(*state >> 8) % MAX_NODES};
  for (intptr_t i = 0; i < graph.count; ++i) {
    graph.nodes[i].successors = graph.edges[i];
    for (intptr_t j = i + 1; j < graph.count; ++j) {
      *state = *state * 1664525u + 1013904223u;
      if (*state >> 30 == 0)
        graph.edges[i][graph.nodes[i].numSuccessors++] = j;
    }
    graph.nodes[i].exits = *state >> 27 == 5;
  }
  return graph;
}

static void agreesWithDefinition(void **unused) {
  (void)unused;
  uint32_t state = 1;
  intptr_t found = 0;
  for (int round = 0; round < 2000; ++round) {
    Graph graph = makeGraph(&state);
    for (intptr_t i = 0; i < graph.count; ++i)
      graph.nodes[i].successors = graph.edges[i]; // the graph was copied
    intptr_t result[MAX_NODES], depth[MAX_NODES];
    postDominators(graph.nodes, graph.count, result, depth);
    for (intptr_t i = 0; i < graph.count; ++i) {
      assert_int_equal(result[i], byDefinition(&graph, i));
      found += result[i] >= 0;
    }
  }
  assert_true(found > 1000);
}

static void diamond(void **unused) {
  (void)unused;
  const intptr_t split[] = {1, 2}, meet[] = {3};
  PostDominatorNode nodes[] = {
      {split, 2, false}, {meet, 1, false}, {meet, 1, true}, {NULL, 0, false}};
  intptr_t result[4], depth[4];
  postDominators(nodes, 4, result, depth);
  assert_int_equal(result[0], -1); // node 2 leaves early
  assert_int_equal(result[1], 3);
  assert_int_equal(result[2], -1);
  nodes[2].exits = false;
  postDominators(nodes, 4, result, depth);
  assert_int_equal(result[0], 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agreesWithDefinition),
      cmocka_unit_test(diamond),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
