//===- SampleTable.h - weighted sums over places of an image --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An input [N, C, d1, ..., dk] as rows of channels, one per image and place:
// relax.take chooses rows by computed numbers, each weighed by a product of one
// weight per dimension.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_DECOMPOSE_SAMPLETABLE_H
#define RELAX_TRANSFORMS_DECOMPOSE_SAMPLETABLE_H

#include "lib/Transforms/Decompose/GraphBuilder.h"

enum { SAMPLE_DIMS = 3, SAMPLE_NEIGHBOURS = 4, SAMPLE_MAX_RANK = 8 };

typedef struct SampleTable {
  GraphBuilder *g;
  MlirValue input, rows;      // rows: [N * d1 * ... * dk, C]
  MlirType element, computed; // of the input, of sums
  int64_t spatial;            // k
  /// For each dimension its neighbours: their places (i64) and weights.
  int counts[SAMPLE_DIMS];
  MlirValue places[SAMPLE_DIMS][SAMPLE_NEIGHBOURS];
  MlirValue weights[SAMPLE_DIMS][SAMPLE_NEIGHBOURS];
  /// Null, or whether the neighbour is in the image; else it counts as 0.
  MlirValue insides[SAMPLE_DIMS][SAMPLE_NEIGHBOURS];
} SampleTable;

SampleTable sampleTableOf(GraphBuilder *g, MlirValue x, int64_t spatial);
/// The extent of spatial dimension `d`, [1], of that element type.
MlirValue sampleTableExtent(const SampleTable *table, int64_t d,
                            MlirType element);
/// The values at one choice of neighbours (`chosen[k]` of dimension k) of the
/// images with those numbers: [..., C].
MlirValue sampleTableValues(const SampleTable *table, MlirValue numbers,
                            const int *chosen);
/// The same weighed, of type `computed`; the places have `rank` dimensions.
MlirValue sampleTableTerm(const SampleTable *table, MlirValue numbers,
                          const int *chosen, int64_t rank);
/// The sum over all choices, as [n, C, ...] of type `computed`.
MlirValue sampleTableSum(const SampleTable *table, MlirValue numbers,
                         int64_t rank);
/// The next choice; false behind the last.
bool sampleTableNext(const SampleTable *table, int *chosen);
/// [n, ..., C] as [n, C, ...], of `rank` dimensions.
MlirValue sampleChannelsFirst(GraphBuilder *g, MlirValue x, int64_t rank);

#endif // RELAX_TRANSFORMS_DECOMPOSE_SAMPLETABLE_H
