//===- batching.c - the time of a node in a policy ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// bench-batching GRAPH...: adds the nodes of a graph and asks each policy for
// its batches, again and again, as the machine does at a flush; prints the
// shortest times a node. utils/bench/batching builds and runs it.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/GraphText.h"
#include "lib/Runtime/Batch/Policy.h"
#include "lib/Runtime/File.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 50 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double least(double a, double b) { return a < b ? a : b; }

static void addAll(const BatchGraph *from, BatchGraph *to) {
  batchGraphClear(to);
  for (int32_t node = 0; node < batchGraphNumNodes(from); ++node) {
    int32_t numArgs;
    const int32_t *args = batchGraphArgs(from, node, &numArgs);
    batchGraphAdd(to, from->nodeTypes[node], from->depths[node], args, numArgs);
  }
}

static void timePolicy(const BatchPolicy *policy, const BatchGraph *from,
                       const char *path) {
  BatchGraph graph = {0};
  BatchOrder *order = policy->create(NULL);
  RelaxError error = {0};
  double add = 1e9, plan = 1e9;
  int32_t batches = 0;
  for (int32_t type = 0; type < batchGraphNumTypes(from); ++type)
    batchGraphAddType(&graph, strRefFromC(from->types[type].name),
                      from->types[type].alone);
  for (int round = 0; round < ROUNDS && !relaxErrorIsSet(&error); ++round) {
    double begin = now();
    addAll(from, &graph);
    double added = now();
    batches = 0;
    if (policy->start(order, &graph, &error))
      for (BatchStep step; policy->next(order, &step);)
        ++batches;
    add = least(add, added - begin);
    plan = least(plan, now() - added);
  }
  double scale = 1e9 / batchGraphNumNodes(from);
  if (relaxErrorIsSet(&error))
    printf("%s %s: %s\n", path, policy->name, relaxErrorText(&error));
  else
    printf("%s %s: %d nodes, %d batches, %.1f ns to add a node, %.1f ns to "
           "place it in a batch\n",
           path, policy->name, batchGraphNumNodes(from), batches, add * scale,
           plan * scale);
  policy->destroy(order);
  batchGraphFree(&graph);
  relaxErrorFree(&error);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    StrBuf text = {0};
    BatchGraph graph = {0};
    RelaxError error = {0};
    if (!relaxFileRead(argv[i], &text, &error) ||
        !batchGraphParse((StrRef){strBufText(&text), text.length}, &graph,
                         &error)) {
      fprintf(stderr, "bench-batching: error: %s\n", relaxErrorText(&error));
      return 1;
    }
    for (int k = 0; k < BATCH_NUM_POLICIES; ++k)
      if (!batchPolicyAt(k)->needsTable &&
          batchPolicyAt(k) != &batchPolicyOptimal)
        timePolicy(batchPolicyAt(k), &graph, argv[i]);
    batchGraphFree(&graph);
    strBufFree(&text);
  }
  return 0;
}
