//===- Subgraph.c - graphs inside of nodes --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Subgraph.h"

#include "dialects/Relax/ControlFlow.gen.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

bool importGraphAttribute(Importer *importer, const char *name,
                          const Onnx__GraphProto **graph) {
  const Onnx__AttributeProto *attribute;
  if (!IMPORT_ATTRIBUTE(importer, name, GRAPH, &attribute))
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

bool importYield(Importer *importer, MlirBlock block, const MlirValue *values,
                 size_t count) {
  RelaxYieldArgs args = {(intptr_t)count, values};
  return importAppend(block, relaxYieldCreate(importer->location, &args));
}

void importRestore(Importer *importer, const Importer *before) {
  importer->graph = before->graph;
  importer->branch = before->branch;
  importer->body = before->body;
  importer->node = before->node;
  importer->index = before->index;
  importer->next = before->next;
  importer->opset = before->opset;
  importer->location = before->location;
  importer->usedAttributes = before->usedAttributes;
}

bool importNodes(Importer *importer) {
  bool good = true;
  importer->next = 0;
  while (good && importer->next < importer->graph->n_node)
    good = importer->importNode(importer, importer->next++);
  return good;
}

bool importHasLeft(const Importer *importer) {
  return importer->branch && importer->branch->left;
}

static bool importInside(Importer *importer, const Onnx__GraphProto *graph,
                         MlirBlock block, const MlirValue *inputs,
                         size_t numInputs, MlirValue *outputs,
                         size_t numOutputs) {
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
  bool good = defineInputs(importer, inputs) && importNodes(importer);
  if (good && !importHasLeft(importer)) {
    importer->location = outer.location;
    good = importOutputs(importer, outputs);
  }
  forget(importer, before, block);
  importRestore(importer, &outer);
  return good;
}

bool importSubgraph(Importer *importer, const Onnx__GraphProto *graph,
                    MlirBlock block, const MlirValue *inputs, size_t numInputs,
                    MlirValue *outputs, size_t numOutputs) {
  ImportBranch *outer = importer->branch;
  importer->branch = NULL;
  bool good = importInside(importer, graph, block, inputs, numInputs, outputs,
                           numOutputs);
  importer->branch = outer;
  return good;
}

bool importBranch(Importer *importer, ImportBranch *branch,
                  const Onnx__GraphProto *graph, MlirBlock block,
                  MlirValue *outputs, size_t numOutputs) {
  ImportBranch *outer = importer->branch;
  importer->branch = branch;
  bool good =
      importInside(importer, graph, block, NULL, 0, outputs, numOutputs);
  importer->branch = outer;
  return good;
}
