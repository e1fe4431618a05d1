//===- LoopScan.c - ONNX Scan ---------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A loop over the slices of the scanned inputs, which have one length.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Ops/LoopScan.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"
#include "lib/Frontend/ONNX/Import/Subgraph.h"

#include <inttypes.h>

bool scanTake(Importer *importer, MlirValue input, MlirValue indices,
              int64_t axis, MlirValue *result) {
  RelaxTakeArgs args = {input, indices, axis};
  return indices.ptr && IMPORT_HELPER(importer, "slice", Take, &args, result);
}

static bool scanRound(Importer *importer, Loop *loop) {
  const Scan *scan = loop->details;
  size_t states = loop->numStates - 1;
  size_t numInputs = states + scan->numInputs;
  size_t numOutputs = states + loop->numRows;
  MlirValue *inputs = ARENA_ARRAY(importer->arena, MlirValue, numInputs);
  MlirValue *outputs = ARENA_ARRAY(importer->arena, MlirValue, numOutputs);
  MlirValue position = loop->states[0].entry;
  for (size_t i = 0; i < states; ++i)
    inputs[i] = loop->states[i + 1].entry;
  for (size_t i = 0; i < scan->numInputs; ++i) {
    bool back = scan->backward && scan->backward[i];
    if (!scanTake(importer, scan->inputs[i],
                  back ? composeSubtract(importer, scan->last, position)
                       : position,
                  scan->axes[i], &inputs[states + i]))
      return false;
  }
  if (!importSubgraph(importer, loop->graph, importer->body, inputs, numInputs,
                      outputs, numOutputs))
    return false;
  for (size_t i = 0; i < states; ++i)
    loop->states[i + 1].next = outputs[i];
  for (size_t i = 0; i < loop->numRows; ++i)
    loop->rows[i].row = outputs[states + i];
  return true;
}

bool scanNumbers(Importer *importer, const char *name, size_t count,
                 const int64_t **values) {
  size_t length;
  bool given;
  if (!importInts(importer, name, values, &length, &given))
    return false;
  if (!given)
    *values = NULL;
  return !given || length == count ||
         importError(importer, "attribute '%s': expected %zu elements, got %zu",
                     name, count, length);
}

/// The scanned inputs, which stand behind `first` others.
static bool readInputs(Importer *importer, size_t first, Scan *scan) {
  const int64_t *axes;
  if (!scanNumbers(importer, "scan_input_axes", scan->numInputs, &axes) ||
      !scanNumbers(importer, "scan_input_directions", scan->numInputs,
                   &scan->backward))
    return false;
  for (size_t i = 0; i < scan->numInputs; ++i) {
    MlirValue *input = &scan->inputs[i];
    RelaxTensorInfo info;
    if (!importRankedOperandAt(importer, first + i, input, &info) ||
        !importBindOpen(importer, "scanned", input))
      return false;
    info = relaxTensorInfoOf(*input);
    if (!importAxis(importer, axes ? axes[i] : 0, info.rank, &scan->axes[i]))
      return false;
    if (i == 0)
      scan->length = info.dims[scan->axes[0]];
    else if (!importEqualDim(importer, input, scan->axes[i], scan->length,
                             scan->inputs[0]))
      return false;
  }
  return true;
}

bool scanLength(Importer *importer, MlirValue value, MlirAttribute length,
                MlirValue *limit) {
  RelaxShapeArgs shape = {
      .numGiven = 1,
      .given = &value,
      .resultType = relaxShapeTypeGet(importer->context, true, 1, &length)};
  RelaxShapeToTensorArgs tensor = {0};
  MlirLocation location = importHelperLocation(importer, "length");
  MlirValue vector;
  if (!importInsert(importer, relaxShapeCreate(location, &shape),
                    &tensor.shape) ||
      !importInsert(importer, relaxShapeToTensorCreate(location, &tensor),
                    &vector))
    return false;
  *limit = graphReshape(importBuilder(importer), vector, 0, NULL);
  return limit->ptr != NULL;
}

bool scanFinishRows(Importer *importer, const Scan *scan, bool backward,
                    int64_t axis, MlirValue *rows) {
  RelaxTensorInfo info = relaxTensorInfoOf(*rows);
  int64_t *axes = ARENA_ARRAY(importer->arena, int64_t, info.rank);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = i ? info.dims[i] : scan->length;
  *rows = composeMatch(importer, *rows, info.rank, dims, scan->inputs[0]);
  if (!rows->ptr || !importAxis(importer, axis, info.rank, &axis))
    return false;
  RelaxIotaArgs iota = {
      .numGiven = 1,
      .given = rows,
      .begin = symConstAttribute(importer->context, 0),
      .step = symConstAttribute(importer->context, 1),
      .resultType = relaxTensorTypeOf(importI64(importer), 1, &scan->length)};
  MlirValue positions;
  if (backward &&
      !(IMPORT_HELPER(importer, "positions", Iota, &iota, &positions) &&
        scanTake(importer, *rows,
                 composeSubtract(importer, scan->last, positions), 0, rows)))
    return false;
  for (intptr_t i = 0; i < info.rank; ++i)
    axes[i] = i < axis ? i + 1 : i == axis ? 0 : i;
  RelaxPermuteDimsArgs args = {
      *rows, importIntsAttribute(importer, axes, (size_t)info.rank)};
  return axis == 0 || IMPORT_HELPER(importer, "rows", PermuteDims, &args, rows);
}

static bool finishResults(Importer *importer, Loop *loop) {
  const int64_t *axes, *backward;
  size_t states = loop->numStates - 1 - loop->numRows;
  if (!scanNumbers(importer, "scan_output_axes", loop->numRows, &axes) ||
      !scanNumbers(importer, "scan_output_directions", loop->numRows,
                   &backward))
    return false;
  for (size_t i = 0; i < states; ++i)
    if (!importResultValue(importer, i, loop->states[i + 1].result))
      return false;
  for (size_t i = 0; i < loop->numRows; ++i)
    if (!scanFinishRows(importer, loop->details, backward && backward[i],
                        axes ? axes[i] : 0, &loop->rows[i].result) ||
        !importResultValue(importer, states + i, loop->rows[i].result))
      return false;
  return true;
}

bool scanRead(Importer *importer, size_t first, Scan *scan, size_t *states) {
  int64_t scanned;
  size_t count = importer->node->n_input - first;
  if (!importInt(importer, "num_scan_inputs", 0, &scanned) ||
      !importGraphAttribute(importer, "body", &scan->graph))
    return false;
  if (scanned < 1 || (size_t)scanned > count)
    return importError(
        importer,
        "attribute 'num_scan_inputs': expected 1 to %zu, got %" PRId64, count,
        scanned);
  const Onnx__GraphProto *graph = scan->graph;
  scan->numInputs = (size_t)scanned;
  scan->inputs = ARENA_ARRAY(importer->arena, MlirValue, scan->numInputs);
  scan->axes = ARENA_ARRAY(importer->arena, int64_t, scan->numInputs);
  *states = count - scan->numInputs;
  if (graph->n_input != count || graph->n_output < *states)
    return importError(importer,
                       "graph '%s': expected %zu inputs and at least %zu "
                       "outputs, got %zu and %zu",
                       onnxText(graph->name), count, *states, graph->n_input,
                       graph->n_output);
  return true;
}

Loop *scanBuild(Importer *importer, Scan *scan, const MlirValue *inits,
                size_t states) {
  const Onnx__GraphProto *graph = scan->graph;
  Loop *loop = loopCreate(importer, states, graph->n_output - states);
  loop->graph = graph;
  loop->details = scan;
  loop->round = scanRound;
  for (size_t i = 0; i < states; ++i) {
    loop->states[i + 1].name = onnxText(graph->input[i]->name);
    loop->states[i + 1].init = inits[i];
  }
  for (size_t i = 0; i < loop->numRows; ++i)
    loop->rows[i].declared = graph->output[states + i];
  if (!scanLength(importer, scan->inputs[0], scan->length, &loop->limit))
    return NULL;
  scan->last =
      composeSubtract(importer, loop->limit,
                      graphNumberLike(importBuilder(importer), 1, loop->limit));
  return scan->last.ptr && loopBuild(importer, loop) ? loop : NULL;
}

static bool importScan(Importer *importer) {
  size_t states;
  Scan *scan = ARENA_NEW(importer->arena, Scan);
  if (importer->opset < 9)
    return importScanOfBatch(importer);
  if (!scanRead(importer, 0, scan, &states))
    return false;
  MlirValue *inits = ARENA_ARRAY(importer->arena, MlirValue, states);
  for (size_t i = 0; i < states; ++i)
    if (!importAnyOperand(importer, i, &inits[i]))
      return false;
  Loop *loop = readInputs(importer, states, scan)
                   ? scanBuild(importer, scan, inits, states)
                   : NULL;
  return loop && finishResults(importer, loop);
}

const OnnxOperator onnxLoopScanOperators[] = {
    {"Scan", importScan, .since = 8, .relax = "while, take, append",
     .types = ONNX_EVERY, .inputs = {0, SIZE_MAX}},
    {0},
};
