//===- Samples.c - graphs of the calls that were batched ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/OutOfMemory.h"
#include "tools/run/BatchGraphs.h"
#include "tools/run/Execute.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

/// A copy of the types and nodes.
static BatchGraph *copyGraph(const BatchGraph *graph) {
  BatchGraph *copy = calloc(1, sizeof *copy);
  if (!copy)
    outOfMemory();
  for (int32_t i = 0; i < batchGraphNumTypes(graph); ++i)
    batchGraphAddType(copy, strRefFromC(graph->types[i].name),
                      graph->types[i].alone);
  for (int32_t i = 0; i < batchGraphNumNodes(graph); ++i) {
    int32_t numArgs;
    const int32_t *args = batchGraphArgs(graph, i, &numArgs);
    batchGraphAdd(copy, graph->nodeTypes[i], graph->depths[i], args, numArgs);
  }
  return copy;
}

void runSampleGraph(void *user, const BatchGraph *graph) {
  RunTogether *together = user;
  if (together->bounds)
    together->lowerBound += batchGraphLowerBound(graph);
  if (together->learns)
    arrput(together->samples, copyGraph(graph));
}

bool runSamplesLearn(const CommandLine *line, RunTogether *together) {
  BatchTable table = {0};
  RelaxError error = {0};
  bool good = !together->learns ||
              runBatchLearn(line, together->samples, arrlenu(together->samples),
                            &table, &error);
  if (relaxErrorIsSet(&error))
    runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  batchTableFree(&table);
  return good;
}

void runTogetherFree(RunTogether *together) {
  for (ptrdiff_t i = 0; i < arrlen(together->samples); ++i) {
    batchGraphFree(together->samples[i]);
    free(together->samples[i]);
  }
  arrfree(together->samples);
  batchTableFree(&together->table);
}
