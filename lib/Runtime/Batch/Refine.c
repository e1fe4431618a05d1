//===- Refine.c - a table becomes better, row by row ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Values are of states, but a state stands for many moments of many graphs, so
// the best values do not make the best table. So what a row says is exchanged
// by chance, all graphs are counted, and what is no worse is kept.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Learner.h"

#include <stb/stb_ds.h>

typedef struct Refining {
  BatchTable *table;
  BatchSample *samples; // stb_ds arrays
  int32_t *visited;     // by state: how often
  int32_t *words;
  int64_t *keys;
} Refining;

/// What the table says, as the policy `fsm` does; a state that it does not have
/// is added, with what happens there anyway.
static int32_t choose(Refining *refining, const BatchSample *sample) {
  const BatchTable *table = refining->table;
  const BatchFrontier *frontier = &sample->frontier;
  int32_t usual = batchFrontierMostFrequent(frontier);
  batchEncode(table->encoding, frontier, sample->numbers, &refining->words,
              &refining->keys);
  int32_t state = batchStatesFind(&table->states, refining->words,
                                  arrlenu(refining->words));
  if (state < 0) {
    state = (int32_t)arrlen(table->actions);
    batchTableSet(refining->table, refining->words, arrlenu(refining->words),
                  sample->numbers[usual]);
  }
  while (arrlen(refining->visited) <= state)
    arrput(refining->visited, 0);
  ++refining->visited[state];
  int32_t type = batchReadyOf(frontier, sample->numbers, table->actions[state]);
  return type >= 0 ? type : usual;
}

/// Batches of all graphs.
static int64_t count(Refining *refining) {
  int64_t batches = 0;
  for (ptrdiff_t i = 0; i < arrlen(refining->visited); ++i)
    refining->visited[i] = 0;
  for (ptrdiff_t i = 0; i < arrlen(refining->samples); ++i) {
    BatchSample *sample = &refining->samples[i];
    batchFrontierRestart(&sample->frontier);
    while (arrlen(sample->frontier.readyTypes) > 0) {
      BatchStep step;
      batchFrontierTake(&sample->frontier, choose(refining, sample), &step);
      ++batches;
    }
  }
  return batches;
}

/// Another type for a row: one of its state, or any under BATCH_MAX; -1 if
/// there is none.
static int32_t otherAction(const BatchTable *table, int32_t row,
                           RelaxRandom *random) {
  size_t length;
  const int32_t *words = batchStatesGet(&table->states, row, &length);
  bool any = table->encoding == BATCH_MAX;
  uint64_t choices = any ? arrlenu(table->types) : length;
  if (choices < 2)
    return -1;
  for (;;) {
    uint64_t at = relaxRandomNext(random) % choices;
    int32_t action = any ? (int32_t)at : words[at];
    if (action != table->actions[row])
      return action;
  }
}

int64_t batchRefine(BatchTable *table, BatchSample *samples, int64_t runs,
                    uint64_t seed, int64_t bound) {
  Refining refining = {.table = table, .samples = samples};
  RelaxRandom random = relaxRandomSeed(seed);
  int64_t batches = count(&refining);
  for (int64_t i = arrlen(samples); i < runs && batches > bound;
       i += arrlen(samples)) {
    // A row that was met last time; a few draws find one, else a run is lost.
    int32_t row = -1;
    for (int k = 0; k < 64 && (row < 0 || refining.visited[row] == 0); ++k)
      row = (int32_t)(relaxRandomNext(&random) % arrlenu(refining.visited));
    int32_t old = table->actions[row],
            action = otherAction(table, row, &random);
    if (action < 0)
      continue;
    table->actions[row] = action;
    int64_t now = count(&refining);
    if (now <= batches)
      batches = now;
    else
      table->actions[row] = old;
  }
  arrfree(refining.visited);
  arrfree(refining.words);
  arrfree(refining.keys);
  return batches;
}
