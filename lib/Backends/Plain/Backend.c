//===- Backend.c - a back end that runs graphs in plain loops -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// It answers to the name of a library that the graphs are for, so that the
// code generation can be tested where the library is not installed.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/JsonGraph/Engine.h"

static const char *describe(void) { return "plain loops"; }

static int32_t create(const RelaxBackendArtefact *artefact, void **engine,
                      RelaxBackendMessage *message) {
  return jsonGraphEngineCreate(artefact, NULL, engine, message);
}

static const RelaxBackend backend = {.version = RELAX_BACKEND_VERSION,
                                     .name = "onednn",
                                     .describe = describe,
                                     .create = create,
                                     .run = jsonGraphEngineRun,
                                     .destroy = jsonGraphEngineDestroy};

RELAX_BACKEND(backend)
