//===- Engine.h - engines that run graphs node by node --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The entries of a back end (lib/Runtime/Backend.h) whose engine is a graph and
// its constants: plain loops, or somebody's product of matrices among them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BACKENDS_JSONGRAPH_ENGINE_H
#define RELAX_BACKENDS_JSONGRAPH_ENGINE_H

#include "lib/Backends/JsonGraph/JsonGraph.h"

/// `product` takes the place of the plain loops; NULL: they run.
int32_t jsonGraphEngineCreate(const RelaxBackendArtefact *artefact,
                              JsonGraphProduct product, void **engine,
                              RelaxBackendMessage *message);
int32_t jsonGraphEngineRun(void *engine, const RelaxBackendTensor *inputs,
                           size_t numInputs, const RelaxBackendTensor *outputs,
                           size_t numOutputs, RelaxBackendMessage *message);
void jsonGraphEngineDestroy(void *engine);

#endif // RELAX_BACKENDS_JSONGRAPH_ENGINE_H
