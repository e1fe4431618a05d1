//===- Run.c - a graph in plain loops -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/JsonGraph/JsonGraph.h"

#include <stdlib.h>
#include <string.h>

static float *allocate(const JsonGraphShape *shape) {
  size_t bytes = sizeof(float);
  for (int i = 0; i < shape->rank; ++i)
    if (__builtin_mul_overflow(bytes, (size_t)shape->dims[i], &bytes))
      return NULL;
  return malloc(bytes ? bytes : 1);
}

static void copyResults(const JsonGraph *graph, const JsonGraphShape *shapes,
                        float *const *values,
                        const RelaxBackendTensor *outputs) {
  for (int i = 0; i < graph->numResults; ++i) {
    int value = graph->results[i];
    memcpy(outputs[i].data, values[value],
           (size_t)jsonGraphElements(&shapes[value]) * sizeof(float));
  }
}

bool jsonGraphRun(const JsonGraph *graph, const JsonGraphShape *shapes,
                  const RelaxBackendTensor *inputs,
                  const RelaxBackendTensor *constants,
                  const RelaxBackendTensor *outputs,
                  RelaxBackendMessage *message) {
  int first = graph->numInputs + graph->numConstants;
  float **values = calloc((size_t)jsonGraphValues(graph) + 1, sizeof *values);
  bool good = values || jsonGraphFail(message, "out of memory");
  for (int i = 0; i < first && good; ++i)
    values[i] = i < graph->numInputs ? inputs[i].data
                                     : constants[i - graph->numInputs].data;
  for (int i = 0; i < graph->numNodes && good; ++i) {
    values[first + i] = allocate(&shapes[first + i]);
    good = values[first + i] || jsonGraphFail(message, "out of memory");
    if (good)
      jsonGraphRunNode(graph, shapes, i, values);
  }
  if (good)
    copyResults(graph, shapes, values, outputs);
  for (int i = 0; i < graph->numNodes && values; ++i)
    free(values[first + i]);
  free(values);
  return good;
}
