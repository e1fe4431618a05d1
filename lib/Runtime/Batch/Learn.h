//===- Learn.h - tables from sample graphs --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Tabular Q-learning over several steps (ED-Batch, section 2.3). A choice of a
// type costs one batch, less what of those nodes of the type is ready that
// wait for no other node of it: 0 is the best. Each graph is run again and
// again, sometimes with choices by chance; what a table made of the values
// gives is looked at on all graphs, and the best one is kept. So is the table
// of a run that took fewer batches than any before. In the end rows of the best
// table are exchanged one by one, as long as that makes it no worse.
//
// The same graphs and options give the same table, on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_LEARN_H
#define RELAX_RUNTIME_BATCH_LEARN_H

#include "lib/Runtime/Batch/Table.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BATCH_LEARN_ITERATIONS = 1000 };

typedef struct BatchLearning {
  int64_t iterations; // runs of a graph at most, each encoding and in the end
  uint64_t seed;
  bool encodings[BATCH_NUM_ENCODINGS]; // those to try
} BatchLearning;

/// What came of it, over all graphs.
typedef struct BatchLearnt {
  int64_t batches, lowerBound;
  int64_t iterations; // that were needed, of the encoding that was chosen
} BatchLearnt;

/// Fills the empty table: of the encodings that are tried the one with the
/// fewest batches, then the fewest states. Its types are those of all graphs,
/// which agree in which is lower (Graph.h). Free the table in any case.
bool batchLearn(const BatchGraph *const *graphs, size_t numGraphs,
                const BatchLearning *options, BatchTable *table,
                BatchLearnt *learnt, RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_BATCH_LEARN_H
