//===- GraphWalk.c - nodes and names of a graph and those inside ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/GraphWalk.h"

#include <string.h>

void onnxWalkNodes(const Onnx__GraphProto *graph,
                   void (*visit)(const Onnx__NodeProto *node, size_t index,
                                 void *userData),
                   void *userData) {
  for (size_t i = 0; i < graph->n_node; ++i) {
    const Onnx__NodeProto *node = graph->node[i];
    visit(node, i, userData);
    for (size_t k = 0; k < node->n_attribute; ++k)
      if (node->attribute[k]->g)
        onnxWalkNodes(node->attribute[k]->g, visit, userData);
  }
}

typedef struct NameVisit {
  void (*visit)(const char *name, void *userData);
  void *userData;
} NameVisit;

static void visitNames(const NameVisit *names, const Onnx__GraphProto *graph) {
  for (size_t i = 0; i < graph->n_input; ++i)
    names->visit(onnxText(graph->input[i]->name), names->userData);
  for (size_t i = 0; i < graph->n_initializer; ++i)
    names->visit(onnxText(graph->initializer[i]->name), names->userData);
}

/// Those of a node's results, and of what the graphs in it begin with.
static void visitNodeNames(const Onnx__NodeProto *node, size_t index,
                           void *userData) {
  (void)index;
  const NameVisit *names = userData;
  for (size_t k = 0; k < node->n_output; ++k)
    names->visit(node->output[k], names->userData);
  for (size_t k = 0; k < node->n_attribute; ++k)
    if (node->attribute[k]->g)
      visitNames(names, node->attribute[k]->g);
}

void onnxWalkNames(const Onnx__GraphProto *graph,
                   void (*visit)(const char *name, void *userData),
                   void *userData) {
  NameVisit names = {visit, userData};
  visitNames(&names, graph);
  onnxWalkNodes(graph, visitNodeNames, &names);
}

bool onnxIsOwnDomain(const Onnx__NodeProto *node) {
  const char *domain = onnxText(node->domain);
  return !*domain || strcmp(domain, "ai.onnx") == 0;
}
