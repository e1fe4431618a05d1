//===- LoopScanBatch.c - ONNX Scan of operator set 8 ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// States and scanned inputs have a batch in front: a loop over it, with what
// Scan has been since around each round, whose results are rows.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Ops/LoopScan.h"

typedef struct Batch {
  Scan scan; // of one sequence, without its inputs
  size_t states;
  MlirValue *values; // of all states and inputs, with the batch
} Batch;

/// Scans one sequence of the batch.
static bool batchRound(Importer *importer, Loop *loop) {
  const Batch *batch = loop->details;
  Scan *scan = ARENA_NEW(importer->arena, Scan);
  MlirValue *inits = ARENA_ARRAY(importer->arena, MlirValue, batch->states);
  *scan = batch->scan;
  scan->inputs = ARENA_ARRAY(importer->arena, MlirValue, scan->numInputs);
  for (size_t i = 0; i < batch->states + scan->numInputs; ++i) {
    MlirValue *one =
        i < batch->states ? &inits[i] : &scan->inputs[i - batch->states];
    if (!scanTake(importer, batch->values[i], loop->states[0].entry, 0, one))
      return false;
  }
  scan->length = relaxTensorInfoOf(scan->inputs[0]).dims[0];
  Loop *inner = scanBuild(importer, scan, inits, batch->states);
  if (!inner)
    return false;
  for (size_t i = 0; i < batch->states; ++i)
    loop->rows[i].row = inner->states[i + 1].result;
  for (size_t i = 0; i < inner->numRows; ++i) {
    MlirValue *rows = &inner->rows[i].result;
    if (!scanFinishRows(importer, scan, false, 0, rows))
      return false;
    loop->rows[batch->states + i].row = *rows;
  }
  return true;
}

/// Operand `index` has a batch, and a scanned one its sequences behind it.
static bool readValue(Importer *importer, size_t index, bool scanned,
                      Batch *batch) {
  MlirValue *value = &batch->values[index - 1];
  MlirValue *first = &batch->values[batch->states]; // scanned
  if (!importOperand(importer, index, value) ||
      !importBindOpen(importer, "batch", value))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  if (!info.ranked || info.rank < 1 + scanned)
    return importOperandError(importer, index, *value,
                              scanned ? "expected rank 2 or more"
                                      : "expected rank 1 or more");
  if (value == first)
    return true;
  RelaxTensorInfo other = relaxTensorInfoOf(*first);
  return importEqualDim(importer, value, 0, other.dims[0], *first) &&
         (!scanned ||
          importEqualDim(importer, value, 1, other.dims[1], *first));
}

bool importScanOfBatch(Importer *importer) {
  Batch *batch = ARENA_NEW(importer->arena, Batch);
  Scan *scan = &batch->scan;
  if (importer->node->n_input < 2)
    return importOperandCount(importer, 2, 2); // the first may be empty
  if (!scanRead(importer, 1, scan, &batch->states) ||
      !scanNumbers(importer, "directions", scan->numInputs, &scan->backward))
    return false;
  if (importHasOperand(importer, 0))
    return importError(importer,
                       "sequence_lens: sequences of different lengths "
                       "are not supported, use operator set 9");
  size_t count = batch->states + scan->numInputs;
  batch->values = ARENA_ARRAY(importer->arena, MlirValue, count);
  for (size_t i = 0; i < count; ++i) { // scanned ones first
    size_t index = (batch->states + i) % count;
    if (!readValue(importer, index + 1, index >= batch->states, batch))
      return false;
  }
  MlirValue first = batch->values[batch->states];
  MlirAttribute extent = relaxTensorInfoOf(first).dims[0];
  Loop *loop = loopCreate(importer, 0, scan->graph->n_output);
  loop->graph = scan->graph;
  loop->details = batch;
  loop->round = batchRound;
  for (size_t i = 0; i < loop->numRows; ++i)
    loop->rows[i].declared = scan->graph->output[i];
  if (!scanLength(importer, first, extent, &loop->limit) ||
      !loopBuild(importer, loop))
    return false;
  Scan whole = {.length = extent, .inputs = &first};
  for (size_t i = 0; i < loop->numRows; ++i)
    if (!scanFinishRows(importer, &whole, false, 0, &loop->rows[i].result) ||
        !importResultValue(importer, i, loop->rows[i].result))
      return false;
  return true;
}
