//===- LoopScan.h - loops over slices -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What ONNX Scan is since operator set 9, and what a loop over the batch
// surrounds in operator set 8.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_OPS_LOOPSCAN_H
#define RELAX_FRONTEND_ONNX_OPS_LOOPSCAN_H

#include "lib/Frontend/ONNX/Ops/Loop.h"

typedef struct Scan {
  const Onnx__GraphProto *graph;
  size_t numInputs; // scanned ones
  MlirValue *inputs;
  int64_t *axes;
  const int64_t *backward; // NULL: none is
  MlirAttribute length;
  MlirValue last; // the last position
} Scan;

/// An attribute with a number for each of `count` values; NULL if absent.
bool scanNumbers(Importer *importer, const char *name, size_t count,
                 const int64_t **values);
/// The body and the number of scanned inputs; `first` operands stand in front
/// of the states.
bool scanRead(Importer *importer, size_t first, Scan *scan, size_t *states);
/// Slice `indices` (a scalar, or a vector of positions) along an axis.
bool scanTake(Importer *importer, MlirValue input, MlirValue indices,
              int64_t axis, MlirValue *result);
/// Extent `length` of a value as an i64 scalar.
bool scanLength(Importer *importer, MlirValue value, MlirAttribute length,
                MlirValue *limit);
/// The loop from such initial states over `scan->inputs`, of which the axes and
/// the length are set; NULL after an error.
Loop *scanBuild(Importer *importer, Scan *scan, const MlirValue *inits,
                size_t states);
/// `rows` with as many rows as there are slices, from the last to the first if
/// they go backward, along `axis`.
bool scanFinishRows(Importer *importer, const Scan *scan, bool backward,
                    int64_t axis, MlirValue *rows);

/// ONNX Scan of operator set 8.
bool importScanOfBatch(Importer *importer);

#endif // RELAX_FRONTEND_ONNX_OPS_LOOPSCAN_H
