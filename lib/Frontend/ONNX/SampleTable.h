//===- SampleTable.h - weighted sums over places of an image
//---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An input [N, C, d1, ..., dk] as rows of channels, one per image and place.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_SAMPLETABLE_H
#define RELAX_FRONTEND_ONNX_SAMPLETABLE_H

#include "lib/Frontend/ONNX/Importer.h"

enum { SAMPLE_DIMS = 3, SAMPLE_NEIGHBOURS = 4 };

typedef struct SampleTable {
  Importer *importer;
  MlirValue rows;             // [N * d1 * ... * dk, C]; null after an error
  MlirValue extents;          // of the input
  MlirType element, computed; // of the input, of sums
  int64_t spatial;            // k
  /// For each dimension its neighbours: their places (i64) and weights.
  int counts[SAMPLE_DIMS];
  MlirValue places[SAMPLE_DIMS][SAMPLE_NEIGHBOURS];
  MlirValue weights[SAMPLE_DIMS][SAMPLE_NEIGHBOURS];
} SampleTable;

SampleTable sampleTableOf(Importer *importer, MlirValue x, int64_t spatial);
/// The values at one choice of neighbours (`chosen[k]` of dimension k) of the
/// images with those numbers, weighed: [..., C], of type `computed`.
MlirValue sampleTableTerm(SampleTable *table, MlirValue numbers,
                          const int *chosen, int64_t rank);
/// The sum over all choices, as [n, C, ...] of the input's type; the places
/// have `rank` dimensions.
MlirValue sampleTableSum(SampleTable *table, MlirValue numbers, int64_t rank);
/// The next choice; false behind the last.
bool sampleTableNext(const SampleTable *table, int *chosen);

#endif // RELAX_FRONTEND_ONNX_SAMPLETABLE_H
