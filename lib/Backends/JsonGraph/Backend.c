//===- Backend.c - a back end that runs graphs in plain loops -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// It answers to the name of the library that the graphs are for, so that the
// code generation can be tested where the library is not installed.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/JsonGraph/JsonGraph.h"

#include <stdlib.h>

typedef struct PlainEngine {
  JsonGraph graph;
  const RelaxBackendTensor *constants;
} PlainEngine;

static const char *describe(void) { return "plain loops"; }

static void destroy(void *engine) {
  PlainEngine *plain = engine;
  if (!plain)
    return;
  jsonGraphFree(&plain->graph);
  free((void *)plain->constants);
  free(plain);
}

static int32_t create(const RelaxBackendArtefact *artefact, void **engine,
                      RelaxBackendMessage *message) {
  PlainEngine *plain = calloc(1, sizeof *plain);
  *engine = NULL;
  if (!plain)
    return RELAX_BACKEND_OUT_OF_MEMORY;
  if (!jsonGraphRead(artefact, &plain->graph, message)) {
    free(plain);
    return RELAX_BACKEND_FAILED;
  }
  plain->constants = jsonGraphKeepConstants(artefact);
  if (!plain->constants) {
    destroy(plain);
    return RELAX_BACKEND_OUT_OF_MEMORY;
  }
  *engine = plain;
  return RELAX_BACKEND_OK;
}

static int32_t run(void *engine, const RelaxBackendTensor *inputs,
                   size_t numInputs, const RelaxBackendTensor *outputs,
                   size_t numOutputs, RelaxBackendMessage *message) {
  PlainEngine *plain = engine;
  if (!jsonGraphTakes(&plain->graph, numInputs, numOutputs, message))
    return RELAX_BACKEND_FAILED;
  JsonGraphShape *shapes =
      calloc((size_t)jsonGraphValues(&plain->graph) + 1, sizeof *shapes);
  bool good = shapes && jsonGraphShapes(&plain->graph, inputs, plain->constants,
                                        shapes, message);
  good = good &&
         jsonGraphFitsOutputs(&plain->graph, shapes, outputs, message) &&
         jsonGraphRun(&plain->graph, shapes, inputs, plain->constants, outputs,
                      message);
  free(shapes);
  return good ? RELAX_BACKEND_OK : RELAX_BACKEND_FAILED;
}

static const RelaxBackend backend = {.version = RELAX_BACKEND_VERSION,
                                     .name = "onednn",
                                     .describe = describe,
                                     .create = create,
                                     .run = run,
                                     .destroy = destroy};

RELAX_BACKEND(backend)
