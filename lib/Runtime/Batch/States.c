//===- States.c - what the ready types look like, as a number -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/States.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

static const char *const encodings[BATCH_NUM_ENCODINGS] = {
    [BATCH_BASE] = "base", [BATCH_MAX] = "max", [BATCH_SORT] = "sort"};

const char *batchEncodingName(BatchEncoding encoding) {
  return encodings[encoding];
}

bool batchEncodingFind(StrRef name, BatchEncoding *encoding) {
  for (int i = 0; i < BATCH_NUM_ENCODINGS; ++i)
    if (strRefEqual(name, strRefFromC(encodings[i]))) {
      *encoding = (BatchEncoding)i;
      return true;
    }
  return false;
}

static int compareKeys(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

void batchEncode(BatchEncoding encoding, const BatchFrontier *frontier,
                 const int32_t *numbers, int32_t **state) {
  ptrdiff_t count = arrlen(frontier->readyTypes);
  int64_t *keys = NULL, most = -1;
  arrsetlen(*state, 0);
  arrsetlen(keys, (size_t)count);
  // High: the ready nodes; low: the number, the other way round, so that of
  // equal counts the lowest comes last.
  for (ptrdiff_t i = 0; i < count; ++i) {
    int32_t type = frontier->readyTypes[i];
    int64_t nodes =
        encoding == BATCH_BASE ? 0 : batchFrontierCount(frontier, type);
    keys[i] =
        nodes << 32 |
        (encoding == BATCH_BASE ? numbers[type] : INT32_MAX - numbers[type]);
    most = keys[i] > most ? keys[i] : most;
  }
  if (encoding == BATCH_MAX && count) {
    arrput(*state, INT32_MAX - (int32_t)(most & INT32_MAX));
  } else if (count) {
    qsort(keys, (size_t)count, sizeof *keys, compareKeys);
    for (ptrdiff_t i = 0; i < count; ++i) {
      int32_t low = (int32_t)(keys[i] & INT32_MAX);
      arrput(*state, encoding == BATCH_BASE ? low : INT32_MAX - low);
    }
  }
  arrfree(keys);
}

/// Fowler, Noll and Vo's, over whole words.
static uint64_t hashOf(const int32_t *words, size_t count) {
  uint64_t hash = 14695981039346656037u + count;
  for (size_t i = 0; i < count; ++i)
    hash = (hash ^ (uint32_t)words[i]) * 1099511628211u;
  return hash ^ hash >> 29;
}

const int32_t *batchStatesGet(const BatchStates *states, int32_t state,
                              size_t *count) {
  size_t begin = state ? states->ends[state - 1] : 0;
  *count = states->ends[state] - begin;
  return states->words + begin;
}

/// The slot that has the list, or where it would be.
static size_t slotOf(const BatchStates *states, const int32_t *words,
                     size_t count) {
  size_t mask = arrlenu(states->slots) - 1;
  for (size_t at = hashOf(words, count) & mask;; at = (at + 1) & mask) {
    size_t length;
    if (states->slots[at] < 0)
      return at;
    const int32_t *other = batchStatesGet(states, states->slots[at], &length);
    if (length == count && memcmp(other, words, count * sizeof *words) == 0)
      return at;
  }
}

int32_t batchStatesFind(const BatchStates *states, const int32_t *words,
                        size_t count) {
  if (count == 0 || count > states->longest)
    return -1;
  return states->slots[slotOf(states, words, count)];
}

/// Twice as many slots, at least 16: more than half of them stay free.
static void grow(BatchStates *states) {
  size_t slots = arrlenu(states->slots) ? 2 * arrlenu(states->slots) : 16;
  arrsetlen(states->slots, slots);
  memset(states->slots, -1, slots * sizeof *states->slots);
  for (int32_t state = 0; state < (int32_t)arrlen(states->ends); ++state) {
    size_t count;
    const int32_t *words = batchStatesGet(states, state, &count);
    states->slots[slotOf(states, words, count)] = state;
  }
}

int32_t batchStatesAdd(BatchStates *states, const int32_t *words,
                       size_t count) {
  if (2 * (arrlenu(states->ends) + 1) > arrlenu(states->slots))
    grow(states);
  size_t slot = slotOf(states, words, count);
  if (states->slots[slot] >= 0)
    return states->slots[slot];
  for (size_t i = 0; i < count; ++i)
    arrput(states->words, words[i]);
  arrput(states->ends, arrlenu(states->words));
  states->longest = count > states->longest ? count : states->longest;
  return states->slots[slot] = (int32_t)arrlen(states->ends) - 1;
}

void batchStatesFree(BatchStates *states) {
  arrfree(states->ends);
  arrfree(states->words);
  arrfree(states->slots);
}
