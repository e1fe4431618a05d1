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

/// Few types are ready as a rule.
static void sortKeys(int64_t *keys, size_t count) {
  if (count > 16) {
    qsort(keys, count, sizeof *keys, compareKeys);
    return;
  }
  for (size_t i = 1; i < count; ++i) {
    int64_t key = keys[i];
    size_t at = i;
    for (; at > 0 && keys[at - 1] > key; --at)
      keys[at] = keys[at - 1];
    keys[at] = key;
  }
}

/// The numbers of the ready types, high, and their ready nodes, low, ascending.
/// Types of one number are one.
static size_t countReady(const BatchFrontier *frontier, const int32_t *numbers,
                         int64_t *keys) {
  size_t count = arrlenu(frontier->readyTypes), kept = 0;
  for (size_t i = 0; i < count; ++i) {
    int32_t type = frontier->readyTypes[i];
    keys[i] = (int64_t)numbers[type] << 32 | batchFrontierCount(frontier, type);
  }
  sortKeys(keys, count);
  for (size_t i = 0; i < count; ++i)
    if (kept && keys[kept - 1] >> 32 == keys[i] >> 32)
      keys[kept - 1] += keys[i] & INT32_MAX;
    else
      keys[kept++] = keys[i];
  return kept;
}

void batchEncode(BatchEncoding encoding, const BatchFrontier *frontier,
                 const int32_t *numbers, int32_t **state, int64_t **keys) {
  arrsetlen(*state, 0);
  arrsetlen(*keys, arrlenu(frontier->readyTypes));
  size_t count = countReady(frontier, numbers, *keys);
  // By nodes; of as many, the lowest number last.
  for (size_t i = 0; i < count && encoding != BATCH_BASE; ++i)
    (*keys)[i] = ((*keys)[i] & INT32_MAX) << 32 |
                 (INT32_MAX - (int32_t)((*keys)[i] >> 32));
  if (encoding != BATCH_BASE)
    sortKeys(*keys, count);
  size_t first = encoding == BATCH_MAX && count ? count - 1 : 0;
  for (size_t i = first; i < count; ++i)
    arrput(*state, encoding == BATCH_BASE
                       ? (int32_t)((*keys)[i] >> 32)
                       : INT32_MAX - (int32_t)((*keys)[i] & INT32_MAX));
}

int32_t batchReadyOf(const BatchFrontier *frontier, const int32_t *numbers,
                     int32_t number) {
  int32_t best = -1, most = 0;
  for (ptrdiff_t i = 0; i < arrlen(frontier->readyTypes); ++i) {
    int32_t type = frontier->readyTypes[i];
    int32_t count = batchFrontierCount(frontier, type);
    if (numbers[type] == number &&
        (count > most || (count == most && type < best))) {
      most = count;
      best = type;
    }
  }
  return best;
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
