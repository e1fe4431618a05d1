//===- Learn.c - tables from sample graphs --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Learn.h"
#include "lib/Runtime/Batch/Learner.h"
#include "lib/Support/Map.h"

#include <stdlib.h>

enum { LEARN_LOOK = 50 };              // runs from one look to the next
static const double firstChance = 0.5; // of a choice by chance
static const double lastChance = 0.05, chanceFactor = 0.9;

typedef struct Learning {
  const BatchLearning *options;
  BatchSample *samples; // stb_ds arrays
  BatchTable types;     // only its types are there
  BatchTable best;      // so far
  BatchLearnt learnt;
  BatchOrder *order; // of the policy `fsm`, over `tried`
  BatchTable tried;
} Learning;

typedef struct TypeNumber {
  char *key;
  int32_t value;
} TypeNumber;

/// The types of all graphs; those of one graph stand as they do there.
static void collectTypes(const BatchGraph *const *graphs, size_t numGraphs,
                         BatchTable *table) {
  TypeNumber *seen = NULL;
  for (size_t i = 0; i < numGraphs; ++i)
    for (ptrdiff_t k = 0; k < arrlen(graphs[i]->types); ++k) {
      const char *name = graphs[i]->types[k].name;
      if (strMapFind(seen, name) >= 0)
        continue;
      int32_t type = batchTableAddType(table, strRefFromC(name));
      shput(seen, table->types[type].name, type);
    }
  shfree(seen);
}

static void copyTypes(const BatchTable *from, BatchTable *to) {
  for (ptrdiff_t i = 0; i < arrlen(from->types); ++i)
    batchTableAddType(to, strRefFromC(from->types[i].name));
}

/// Batches that the policy `fsm` takes for all graphs with what is tried.
static int64_t count(Learning *learning) {
  int64_t batches = 0;
  for (ptrdiff_t i = 0; i < arrlen(learning->samples); ++i) {
    // The table has the types of all graphs: it cannot be refused.
    batchPolicyFsm.start(learning->order, learning->samples[i].graph, NULL);
    for (BatchStep step; batchPolicyFsm.next(learning->order, &step);)
      ++batches;
  }
  return batches;
}

/// Looks at what was learnt, and keeps it if it is the best. With equal
/// batches, fewer states are better.
static void look(Learning *learning, const BatchLearner *learner,
                 bool ofLastRun, int64_t iterations) {
  BatchTable *best = &learning->best;
  batchTableFree(&learning->tried);
  learning->tried = (BatchTable){0};
  copyTypes(&learning->types, &learning->tried);
  batchLearnerTable(learner, ofLastRun, &learning->tried);
  int64_t batches = count(learning);
  if (arrlen(best->types) &&
      (batches > learning->learnt.batches ||
       (batches == learning->learnt.batches &&
        arrlen(learning->tried.actions) >= arrlen(best->actions))))
    return;
  BatchTable old = *best;
  *best = learning->tried;
  learning->tried = old;
  learning->learnt.batches = batches;
  learning->learnt.iterations = iterations;
}

/// One encoding. `shown`: the first run of each graph is a good one.
static void learn(Learning *learning, BatchEncoding encoding, bool shown) {
  BatchLearner learner = {.encoding = encoding,
                          .random = relaxRandomSeed(learning->options->seed),
                          .chance = firstChance};
  int64_t *fewest = NULL; // of a run, by graph
  for (ptrdiff_t i = 0; i < arrlen(learning->samples); ++i)
    arrput(fewest, INT64_MAX);
  for (int64_t i = 0; i < learning->options->iterations; ++i) {
    ptrdiff_t at = i % arrlen(learning->samples);
    learner.byFraction = shown && i < arrlen(learning->samples);
    int64_t batches = batchLearnerRun(&learner, &learning->samples[at]);
    bool record = batches < fewest[at];
    fewest[at] = record ? batches : fewest[at];
    if (record)
      look(learning, &learner, true, i + 1);
    if ((i + 1) % LEARN_LOOK == 0 || i + 1 == learning->options->iterations) {
      look(learning, &learner, false, i + 1);
      if (learning->learnt.batches == learning->learnt.lowerBound)
        break;
      double chance = learner.chance * chanceFactor;
      learner.chance = chance > lastChance ? chance : lastChance;
    }
  }
  arrfree(fewest);
  batchLearnerFree(&learner);
}

static bool start(Learning *learning, const BatchGraph *const *graphs,
                  size_t numGraphs, RelaxError *error) {
  bool good = true;
  collectTypes(graphs, numGraphs, &learning->types);
  for (size_t i = 0; good && i < numGraphs; ++i) {
    BatchSample sample = {.graph = graphs[i]};
    learning->learnt.lowerBound += batchGraphLowerBound(graphs[i]);
    batchFrontierStart(&sample.frontier, graphs[i]);
    good = batchChainsStart(&sample.chains, graphs[i], error) &&
           batchTableBind(&learning->types, graphs[i], &sample.numbers, error);
    arrput(learning->samples, sample);
  }
  learning->order = batchPolicyFsm.create(&learning->tried);
  if (good && arrlen(learning->types.types) == 0)
    good = relaxFail(error, "nothing to learn from: the graphs have no nodes");
  return good;
}

/// The best table of one encoding in the place of `best`, if it is better.
static void tryEncoding(Learning *learning, BatchEncoding encoding,
                        bool shown) {
  BatchTable before = learning->best;
  BatchLearnt learnt = learning->learnt;
  learning->best = (BatchTable){0};
  learn(learning, encoding, shown);
  if (learning->learnt.batches > learning->learnt.lowerBound)
    learning->learnt.batches = batchRefine(
        &learning->best, learning->samples, learning->options->iterations,
        learning->options->seed, learning->learnt.lowerBound);
  bool better = arrlen(before.types) == 0 ||
                learning->learnt.batches < learnt.batches ||
                (learning->learnt.batches == learnt.batches &&
                 arrlen(learning->best.actions) < arrlen(before.actions));
  if (!better) {
    BatchTable worse = learning->best;
    learning->best = before;
    learning->learnt = learnt;
    before = worse;
  }
  batchTableFree(&before);
}

bool batchLearn(const BatchGraph *const *graphs, size_t numGraphs,
                const BatchLearning *options, BatchTable *table,
                BatchLearnt *learnt, RelaxError *error) {
  Learning learning = {.options = options};
  bool good = start(&learning, graphs, numGraphs, error);
  for (int i = 0; good && numGraphs && i < 2 * BATCH_NUM_ENCODINGS; ++i)
    if (options->encodings[i / 2])
      tryEncoding(&learning, (BatchEncoding)(i / 2), i % 2);
  for (ptrdiff_t i = 0; i < arrlen(learning.samples); ++i) {
    batchFrontierFree(&learning.samples[i].frontier);
    batchChainsFree(&learning.samples[i].chains);
    arrfree(learning.samples[i].numbers);
  }
  arrfree(learning.samples);
  batchPolicyFsm.destroy(learning.order);
  batchTableFree(&learning.types);
  batchTableFree(&learning.tried);
  *table = learning.best;
  *learnt = learning.learnt;
  return good;
}
