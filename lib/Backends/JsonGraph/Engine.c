//===- Engine.c - engines that run graphs node by node --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/JsonGraph/Engine.h"

#include <stdlib.h>

typedef struct Engine {
  JsonGraph graph;
  const RelaxBackendTensor *constants;
} Engine;

void jsonGraphEngineDestroy(void *object) {
  Engine *engine = object;
  if (!engine)
    return;
  jsonGraphFree(&engine->graph);
  free((void *)engine->constants);
  free(engine);
}

int32_t jsonGraphEngineCreate(const RelaxBackendArtefact *artefact,
                              JsonGraphProduct product, void **out,
                              RelaxBackendMessage *message) {
  Engine *engine = calloc(1, sizeof *engine);
  *out = NULL;
  if (!engine)
    return RELAX_BACKEND_OUT_OF_MEMORY;
  if (!jsonGraphRead(artefact, &engine->graph, message)) {
    free(engine);
    return RELAX_BACKEND_FAILED;
  }
  engine->graph.product = product;
  engine->constants = jsonGraphKeepConstants(artefact);
  if (!engine->constants) {
    jsonGraphEngineDestroy(engine);
    return RELAX_BACKEND_OUT_OF_MEMORY;
  }
  *out = engine;
  return RELAX_BACKEND_OK;
}

int32_t jsonGraphEngineRun(void *object, const RelaxBackendTensor *inputs,
                           size_t numInputs, const RelaxBackendTensor *outputs,
                           size_t numOutputs, RelaxBackendMessage *message) {
  Engine *engine = object;
  const JsonGraph *graph = &engine->graph;
  if (!jsonGraphTakes(graph, numInputs, numOutputs, message))
    return RELAX_BACKEND_FAILED;
  JsonGraphShape *shapes =
      calloc((size_t)jsonGraphValues(graph) + 1, sizeof *shapes);
  if (!shapes)
    return RELAX_BACKEND_OUT_OF_MEMORY;
  bool good =
      jsonGraphShapes(graph, inputs, engine->constants, shapes, message) &&
      jsonGraphFitsOutputs(graph, shapes, outputs, message) &&
      jsonGraphRun(graph, shapes, inputs, engine->constants, outputs, message);
  free(shapes);
  return good ? RELAX_BACKEND_OK : RELAX_BACKEND_FAILED;
}
