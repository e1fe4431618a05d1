//===- GraphWalk.h - nodes and names of a graph and of those inside -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_MODEL_GRAPHWALK_H
#define RELAX_FRONTEND_ONNX_MODEL_GRAPHWALK_H

#include "lib/Frontend/ONNX/Model/Model.h"

/// The node is of the domain "", which may be written "ai.onnx".
bool onnxIsOwnDomain(const Onnx__NodeProto *node);

/// Calls `visit` for every node of a graph and of the graphs inside of it.
void onnxWalkNodes(const Onnx__GraphProto *graph,
                   void (*visit)(const Onnx__NodeProto *node, size_t index,
                                 void *userData),
                   void *userData);

/// Calls `visit` for every name that a graph, or one inside of it, defines:
/// inputs and initializers first, then the results of nodes. Some are empty.
void onnxWalkNames(const Onnx__GraphProto *graph,
                   void (*visit)(const char *name, void *userData),
                   void *userData);

#endif // RELAX_FRONTEND_ONNX_MODEL_GRAPHWALK_H
