//===- Subgraph.c - graphs inside of nodes --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Subgraph.h"

#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

bool importGraphAttribute(Importer *importer, const char *name,
                          const Onnx__GraphProto **graph) {
  const Onnx__AttributeProto *attribute;
  if (!importAttribute(importer, name,
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__GRAPH,
                       &attribute))
    return false;
  *graph = attribute ? attribute->g : NULL;
  return *graph || importError(importer, "attribute '%s' is missing", name);
}

/// Inputs get their values, initializers those of the file.
static bool defineInputs(Importer *importer, const MlirValue *inputs) {
  const Onnx__GraphProto *graph = importer->graph;
  for (size_t i = 0; i < graph->n_input; ++i) {
    const char *name = onnxText(graph->input[i]->name);
    if (strMapFind(importer->values, name) >= 0)
      return importError(importer, "'%s' is defined twice", name);
    ImportedValue value = {.value = inputs[i]};
    shput(importer->values, (char *)name, value);
  }
  return importInitializers(importer);
}

/// What the graph defined is not known behind it, and what it built of tensors
/// around it is to be built anew.
static void forget(Importer *importer, size_t before, MlirBlock block) {
  for (size_t i = shlenu(importer->values); i-- > before;)
    strMapRemove(importer->values, importer->values[i].key);
  for (size_t i = 0; i < before; ++i) {
    ImportedValue *value = &importer->values[i].value;
    if (!value->tensor || !value->value.ptr ||
        !mlirValueIsAOpResult(value->value))
      continue;
    MlirOperation owner = mlirOpResultGetOwner(value->value);
    if (mlirBlockEqual(mlirOperationGetBlock(owner), block))
      value->value = (MlirValue){NULL};
  }
}

bool importSubgraph(Importer *importer, const Onnx__GraphProto *graph,
                    MlirBlock block, const MlirValue *inputs, size_t numInputs,
                    MlirValue *outputs, size_t numOutputs) {
  if (graph->n_input != numInputs)
    return importError(importer, "graph '%s': expected %zu inputs, got %zu",
                       onnxText(graph->name), numInputs, graph->n_input);
  if (graph->n_output != numOutputs)
    return importError(importer, "graph '%s': expected %zu outputs, got %zu",
                       onnxText(graph->name), numOutputs, graph->n_output);
  const Importer outer = *importer;
  size_t before = shlenu(importer->values);
  importer->graph = graph;
  importer->body = block;
  bool good = defineInputs(importer, inputs);
  for (size_t i = 0; good && i < graph->n_node; ++i)
    good = importer->importNode(importer, i);
  if (good) {
    importer->location = outer.location;
    good = importOutputs(importer, outputs);
  }
  forget(importer, before, block);
  importer->graph = outer.graph;
  importer->body = outer.body;
  importer->node = outer.node;
  importer->opset = outer.opset;
  importer->location = outer.location;
  importer->usedAttributes = outer.usedAttributes;
  return good;
}
