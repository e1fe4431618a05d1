//===- Learner.c - values of choices --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Learner.h"

#include <stb/stb_ds.h>

enum { LEARN_STEPS = 10 };           // looked ahead
static const double learnRate = 0.4; // how far a value moves

/// Index of a choice of a state, which may be new: at first it costs nothing,
/// so that it will be tried.
static int32_t choiceOf(BatchLearner *learner, int32_t state, int32_t type) {
  BatchChoice **choices = &learner->choices[state];
  for (int32_t i = 0; i < (int32_t)arrlen(*choices); ++i)
    if ((*choices)[i].type == type)
      return i;
  arrput(*choices, ((BatchChoice){type, 0}));
  return (int32_t)arrlen(*choices) - 1;
}

static double valueOf(const BatchLearner *learner, int32_t state,
                      int32_t type) {
  const BatchChoice *choices = learner->choices[state];
  for (ptrdiff_t i = 0; i < arrlen(choices); ++i)
    if (choices[i].type == type)
      return choices[i].value;
  return 0;
}

/// The best choice of a state that has been tried, the lowest of equal ones.
static const BatchChoice *bestOf(const BatchLearner *learner, int32_t state) {
  const BatchChoice *choices = learner->choices[state], *best = choices;
  for (ptrdiff_t i = 1; i < arrlen(choices); ++i)
    if (choices[i].value > best->value ||
        (choices[i].value == best->value && choices[i].type < best->type))
      best = &choices[i];
  return best;
}

/// A type that is ready, of the graph: by chance, or the one of most value.
static int32_t choose(BatchLearner *learner, const BatchSample *sample,
                      int32_t state) {
  const int32_t *ready = sample->frontier.readyTypes;
  uint64_t count = arrlenu(ready);
  if (relaxRandomUnit(&learner->random) < learner->chance)
    return ready[relaxRandomNext(&learner->random) % count];
  int32_t best = ready[0];
  double most = valueOf(learner, state, sample->numbers[best]);
  for (uint64_t i = 1; i < count; ++i) {
    double value = valueOf(learner, state, sample->numbers[ready[i]]);
    if (value > most || (value == most && ready[i] < best)) {
      most = value;
      best = ready[i];
    }
  }
  return best;
}

/// From the last step to the first: what the next steps cost, and then what
/// the best choice there costs.
static void learn(BatchLearner *learner) {
  const BatchVisit *visits = learner->visits;
  ptrdiff_t count = arrlen(visits);
  double ahead = 0; // rewards of the next LEARN_STEPS steps
  for (ptrdiff_t i = count - 1; i >= 0; --i) {
    ahead += visits[i].reward;
    double value = ahead;
    if (i + LEARN_STEPS < count) {
      ahead -= visits[i + LEARN_STEPS].reward;
      value = ahead + bestOf(learner, visits[i + LEARN_STEPS].state)->value;
    }
    BatchChoice *choice = &learner->choices[visits[i].state][visits[i].choice];
    choice->value += learnRate * (value - choice->value);
  }
}

int64_t batchLearnerRun(BatchLearner *learner, BatchSample *sample) {
  BatchFrontier *frontier = &sample->frontier;
  arrsetlen(learner->visits, 0);
  batchFrontierRestart(frontier);
  batchChainsRestart(&sample->chains, sample->graph);
  while (arrlen(frontier->readyTypes) > 0) {
    BatchStep step;
    int32_t ready, open;
    batchEncode(learner->encoding, frontier, sample->numbers, &learner->words,
                &learner->keys);
    int32_t state = batchStatesAdd(&learner->states, learner->words,
                                   arrlenu(learner->words));
    if (state == (int32_t)arrlen(learner->choices))
      arrput(learner->choices, NULL);
    int32_t type = learner->byFraction
                       ? batchChainsLargest(&sample->chains, &sample->frontier)
                       : choose(learner, sample, state);
    batchChainsFraction(&sample->chains, frontier, type, &ready, &open);
    arrput(learner->visits,
           ((BatchVisit){state, choiceOf(learner, state, sample->numbers[type]),
                         (double)ready / open - 1}));
    batchFrontierTake(frontier, type, &step);
    batchChainsRun(&sample->chains, frontier, &step);
  }
  learn(learner);
  return arrlen(learner->visits);
}

void batchLearnerTable(const BatchLearner *learner, bool ofLastRun,
                       BatchTable *table) {
  ptrdiff_t count =
      ofLastRun ? arrlen(learner->visits) : arrlen(learner->choices);
  table->encoding = learner->encoding;
  for (ptrdiff_t i = 0; i < count; ++i) {
    size_t length;
    int32_t state = ofLastRun ? learner->visits[i].state : (int32_t)i;
    const BatchChoice *choice =
        ofLastRun ? &learner->choices[state][learner->visits[i].choice]
                  : bestOf(learner, state);
    const int32_t *words = batchStatesGet(&learner->states, state, &length);
    batchTableSet(table, words, length, choice->type);
  }
}

void batchLearnerFree(BatchLearner *learner) {
  for (ptrdiff_t i = 0; i < arrlen(learner->choices); ++i)
    arrfree(learner->choices[i]);
  arrfree(learner->choices);
  arrfree(learner->visits);
  arrfree(learner->words);
  arrfree(learner->keys);
  batchStatesFree(&learner->states);
}
