//===- Learner.h - values of choices --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime/Batch: what one round of learning keeps, and one run
// of a graph in it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_LEARNER_H
#define RELAX_RUNTIME_BATCH_LEARNER_H

#include "lib/Runtime/Batch/Chains.h"
#include "lib/Runtime/Batch/Table.h"
#include "lib/Runtime/Random.h"

/// A graph that is run again and again.
typedef struct BatchSample {
  const BatchGraph *graph;
  BatchFrontier frontier;
  BatchChains chains;
  int32_t *numbers; // by type of the graph: the table's; stb_ds arrays
} BatchSample;

/// A type that was chosen in a state.
typedef struct BatchChoice {
  int32_t type; // of the table
  double value; // batches that it costs from there on, as a negative number
} BatchChoice;

/// One step of a run.
typedef struct BatchVisit {
  int32_t state;
  int32_t choice; // index among the state's
  double reward;
} BatchVisit;

/// Zero-initialise but for the encoding; stb_ds arrays.
typedef struct BatchLearner {
  BatchEncoding encoding;
  BatchStates states;
  BatchChoice **choices; // by state
  BatchVisit *visits;    // of the last run
  int32_t *words;
  int64_t *keys;
  RelaxRandom random;
  double chance;   // that a choice is made by chance
  bool byFraction; // choices are those of the policy `sufficient`
} BatchLearner;

/// Runs a graph and learns from it; the batches that it took.
int64_t batchLearnerRun(BatchLearner *learner, BatchSample *sample);
/// Writes what the values say into the table, of which only the types are
/// there; or what the last run did, the last time it was in each state.
void batchLearnerTable(const BatchLearner *learner, bool ofLastRun,
                       BatchTable *table);
/// Makes a table no worse, with at most `runs` runs of the graphs (an stb_ds
/// array); the batches of all of them. Ends at `bound` batches.
int64_t batchRefine(BatchTable *table, BatchSample *samples, int64_t runs,
                    uint64_t seed, int64_t bound);
void batchLearnerFree(BatchLearner *learner);

#endif // RELAX_RUNTIME_BATCH_LEARNER_H
