//===- SequenceMap.c - ONNX SequenceMap -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A loop over the positions of the first sequence. Further sequences are read
// at the same position, tensors are the same in every round, and every result
// is a sequence to which a round adds one element.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Sequence.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Subgraph.h"
#include "lib/Frontend/ONNX/Import/Types.h"
#include "lib/Frontend/ONNX/Ops/Loop.h"

static bool mapRound(Importer *importer, Loop *loop) {
  const MlirValue *operands = loop->details;
  size_t numInputs = loop->graph->n_input, numOutputs = loop->numStates - 1;
  MlirValue *inputs = ARENA_ARRAY(importer->arena, MlirValue, numInputs);
  MlirValue *outputs = ARENA_ARRAY(importer->arena, MlirValue, numOutputs);
  for (size_t i = 0; i < numInputs; ++i) {
    RelaxSequenceAtArgs at = {operands[i], loop->states[0].entry};
    inputs[i] = operands[i];
    if (relaxIsSequenceType(mlirValueGetType(operands[i])) &&
        !(IMPORT_HELPER(importer, "element", SequenceAt, &at, &inputs[i]) &&
          importBindOpen(importer, "next", &inputs[i])))
      return false;
  }
  if (!importSubgraph(importer, loop->graph, importer->body, inputs, numInputs,
                      outputs, numOutputs))
    return false;
  for (size_t i = 0; i < numOutputs; ++i) {
    LoopState *state = &loop->states[i + 1];
    if (!relaxIsTensorType(mlirValueGetType(outputs[i])))
      return importError(
          importer, "'%s': expected a tensor from the body, got %s",
          state->name,
          relaxTypeText(importer->arena, mlirValueGetType(outputs[i])));
    RelaxSequenceInsertArgs args = {.sequence = state->entry,
                                    .element = outputs[i]};
    if (!IMPORT_HELPER(importer, "more", SequenceInsert, &args, &state->next))
      return false;
  }
  return true;
}

/// A result begins empty, with elements of the type that the body declares.
static bool emptySequence(Importer *importer,
                          const Onnx__ValueInfoProto *declared,
                          LoopState *state) {
  state->name = onnxText(declared->name);
  MlirType type = importValueType(importer, &(ImportedType){state->name, NULL},
                                  declared->type);
  if (!type.ptr)
    return false;
  if (!relaxIsTensorType(type))
    return importError(importer,
                       "'%s': expected a tensor from the body, got %s",
                       state->name, relaxTypeText(importer->arena, type));
  RelaxSequenceEmptyArgs args = {relaxSequenceTypeGet(importer->context, type)};
  return IMPORT_HELPER(importer, "empty", SequenceEmpty, &args, &state->init);
}

static bool importSequenceMap(Importer *importer) {
  const Onnx__GraphProto *graph;
  size_t count = importer->node->n_input;
  if (!importGraphAttribute(importer, "body", &graph))
    return false;
  if (graph->n_input != count)
    return importError(importer, "graph '%s': expected %zu inputs, got %zu",
                       onnxText(graph->name), count, graph->n_input);
  MlirValue *operands = ARENA_ARRAY(importer->arena, MlirValue, count);
  for (size_t i = 0; i < count; ++i)
    if (!importAnyOperand(importer, i, &operands[i]))
      return false;
  if (!relaxIsSequenceType(mlirValueGetType(operands[0])))
    return importOperandError(importer, 0, operands[0], "expected a sequence");
  Loop *loop = loopCreate(importer, graph->n_output, 0);
  loop->graph = graph;
  loop->details = operands;
  loop->round = mapRound;
  RelaxSequenceLengthArgs length = {operands[0]};
  if (!IMPORT_HELPER(importer, "length", SequenceLength, &length, &loop->limit))
    return false;
  for (size_t i = 0; i < graph->n_output; ++i)
    if (!emptySequence(importer, graph->output[i], &loop->states[i + 1]))
      return false;
  if (!loopBuild(importer, loop))
    return false;
  for (size_t i = 0; i < graph->n_output; ++i)
    if (!importResultValue(importer, i, loop->states[i + 1].result))
      return false;
  return true;
}

const OnnxOperator onnxSequenceMapOperators[] = {
    {"SequenceMap", importSequenceMap, .since = 17,
     .relax = "while, sequence_at, sequence_insert, sequence_length",
     .inputs = {1, SIZE_MAX}},
    {0},
};
