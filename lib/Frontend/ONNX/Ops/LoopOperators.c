//===- LoopOperators.c - ONNX Loop ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Subgraph.h"
#include "lib/Frontend/ONNX/Ops/Loop.h"

/// The body has the count and the condition in front of the states, and the
/// next condition in front of their next values. A loop without a condition
/// ignores the next one.
static bool loopRound(Importer *importer, Loop *loop) {
  size_t first = loop->hasCondition ? 2 : 1;
  size_t states = loop->numStates - first;
  size_t numInputs = states + 2, numOutputs = states + loop->numRows + 1;
  MlirValue *inputs = ARENA_ARRAY(importer->arena, MlirValue, numInputs);
  MlirValue *outputs = ARENA_ARRAY(importer->arena, MlirValue, numOutputs);
  inputs[0] = loop->states[0].entry;
  if (loop->hasCondition)
    inputs[1] = loop->states[1].entry;
  else if (!importElementsConstant(importer, importBoolElements(importer, true),
                                   "true", &inputs[1]))
    return false;
  for (size_t i = 0; i < states; ++i)
    inputs[i + 2] = loop->states[first + i].entry;
  if (!importSubgraph(importer, loop->graph, importer->body, inputs, numInputs,
                      outputs, numOutputs))
    return false;
  if (loop->hasCondition) {
    if (!loopScalar(importer, "the body's condition", &outputs[0]))
      return false;
    loop->states[1].next = outputs[0];
  }
  for (size_t i = 0; i < states; ++i)
    loop->states[first + i].next = outputs[i + 1];
  for (size_t i = 0; i < loop->numRows; ++i)
    loop->rows[i].row = outputs[states + 1 + i];
  return true;
}

static bool readLimits(Importer *importer, Loop *loop) {
  if (importHasOperand(importer, 0) &&
      (!importOperand(importer, 0, &loop->limit) ||
       !loopScalar(importer, "the trip count", &loop->limit)))
    return false;
  if (!loop->hasCondition)
    return true;
  loop->states[1].name = onnxText(loop->graph->input[1]->name);
  return importOperand(importer, 1, &loop->states[1].init) &&
         loopScalar(importer, "the condition", &loop->states[1].init);
}

/// What the body says of its number of values, as far as the node needs it.
static bool checkCounts(Importer *importer, const Onnx__GraphProto *graph,
                        size_t states) {
  if (graph->n_input != states + 2)
    return importError(importer, "graph '%s': expected %zu inputs, got %zu",
                       onnxText(graph->name), states + 2, graph->n_input);
  if (graph->n_output < states + 1)
    return importError(importer,
                       "graph '%s': expected at least %zu outputs, got %zu",
                       onnxText(graph->name), states + 1, graph->n_output);
  return true;
}

static bool importLoop(Importer *importer) {
  const Onnx__GraphProto *graph;
  size_t numInputs = importer->node->n_input;
  size_t states = numInputs > 2 ? numInputs - 2 : 0;
  bool hasLimit = importHasOperand(importer, 0);
  bool hasCondition = importHasOperand(importer, 1);
  if (!importGraphAttribute(importer, "body", &graph) ||
      !checkCounts(importer, graph, states))
    return false;
  if (!hasLimit && !hasCondition)
    return importError(importer, "expected a trip count or a condition: a loop "
                                 "without them does not end");
  size_t first = hasCondition ? 2 : 1;
  Loop *loop =
      loopCreate(importer, states + first - 1, graph->n_output - states - 1);
  loop->graph = graph;
  loop->hasCondition = hasCondition;
  loop->round = loopRound;
  if (!readLimits(importer, loop))
    return false;
  loop->states[0].name = onnxText(graph->input[0]->name);
  for (size_t i = 0; i < states; ++i) {
    loop->states[first + i].name = onnxText(graph->input[i + 2]->name);
    if (!importAnyOperand(importer, i + 2, &loop->states[first + i].init))
      return false;
  }
  for (size_t i = 0; i < loop->numRows; ++i)
    loop->rows[i].declared = graph->output[states + 1 + i];
  if (!loopBuild(importer, loop))
    return false;
  for (size_t i = 0; i < states + loop->numRows; ++i)
    if (!importResultValue(importer, i, loop->states[first + i].result))
      return false;
  return true;
}

const OnnxOperator onnxLoopOperators[] = {
    {"Loop", importLoop, .relax = "while, append", .types = ONNX_I64,
     .inputs = {0, SIZE_MAX}},
    {0},
};
