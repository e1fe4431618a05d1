//===- Border.c - what comes into a graph and goes out of it --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/JsonGraph/JsonGraph.h"

#include <stdlib.h>
#include <string.h>

/// Descriptions, then extents and types, in one piece of memory.
RelaxBackendTensor *
jsonGraphKeepConstants(const RelaxBackendArtefact *artefact) {
  enum { TYPE_BYTES = 8 };
  size_t count = artefact->numConstants;
  size_t one = sizeof(RelaxBackendTensor) +
               RELAX_BACKEND_MAX_RANK * sizeof(int64_t) + TYPE_BYTES;
  char *memory = calloc(count + 1, one);
  if (!memory)
    return NULL;
  RelaxBackendTensor *kept = (RelaxBackendTensor *)memory;
  int64_t *dims = (int64_t *)(kept + count);
  char *types = (char *)(dims + count * RELAX_BACKEND_MAX_RANK);
  for (size_t i = 0; i < count; ++i, types += TYPE_BYTES) {
    const RelaxBackendTensor *constant = &artefact->constants[i];
    kept[i] = *constant;
    kept[i].dims = dims + i * RELAX_BACKEND_MAX_RANK;
    for (int d = 0; d < constant->rank && d < RELAX_BACKEND_MAX_RANK; ++d)
      dims[i * RELAX_BACKEND_MAX_RANK + (size_t)d] = constant->dims[d];
    strncpy(types, constant->type, TYPE_BYTES - 1);
    kept[i].type = types;
  }
  return kept;
}

bool jsonGraphTakes(const JsonGraph *graph, size_t numInputs, size_t numOutputs,
                    RelaxBackendMessage *message) {
  return (numInputs == (size_t)graph->numInputs &&
          numOutputs == (size_t)graph->numResults) ||
         jsonGraphFail(
             message, "expected %d inputs and %d results, got %zu and %zu",
             graph->numInputs, graph->numResults, numInputs, numOutputs);
}

bool jsonGraphFitsOutputs(const JsonGraph *graph, const JsonGraphShape *shapes,
                          const RelaxBackendTensor *outputs,
                          RelaxBackendMessage *message) {
  for (int i = 0; i < graph->numResults; ++i) {
    const JsonGraphShape *shape = &shapes[graph->results[i]];
    bool fits =
        strcmp(outputs[i].type, "f32") == 0 && outputs[i].rank == shape->rank;
    for (int d = 0; d < shape->rank && fits; ++d)
      fits = outputs[i].dims[d] == shape->dims[d];
    if (!fits)
      return jsonGraphFail(message, "result %d has another shape", i);
  }
  return true;
}
