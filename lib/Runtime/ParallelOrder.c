//===- ParallelOrder.c - in which order rounds of a loop begin ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A model of threads that do a unit of length in a unit of time. A length below
// 0 counts as 0; sums stay at the largest number.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Parallel.h"

#include <stdlib.h>

static uint64_t plus(uint64_t sum, int64_t length) {
  uint64_t more = length > 0 ? (uint64_t)length : 0;
  return sum > UINT64_MAX - 1 - more ? UINT64_MAX - 1 : sum + more;
}

uint64_t relaxParallelRanges(const int64_t *lengths, int64_t count,
                             int threads) {
  uint64_t longest = 0;
  int64_t many = threads < 1 ? 1 : threads < count ? threads : count;
  for (int64_t t = 0, at = 0; t < many; ++t) {
    uint64_t sum = 0;
    for (int64_t left = count / many + (t < count % many); left > 0; --left)
      sum = plus(sum, lengths[at++]);
    longest = sum > longest ? sum : longest;
  }
  return longest;
}

typedef struct Round {
  int64_t length, at;
} Round;

/// By descending length, equal ones in order.
static int compareRounds(const void *a, const void *b) {
  const Round *x = a, *y = b;
  if (x->length != y->length)
    return x->length > y->length ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

uint64_t relaxParallelLongest(const int64_t *lengths, int64_t count,
                              int threads, int64_t *order) {
  threads = threads < 1 ? 1 : threads;
  Round *rounds = calloc((size_t)count + 1, sizeof *rounds);
  uint64_t *busy = calloc((size_t)threads, sizeof *busy), longest = 0;
  if (rounds && busy) {
    for (int64_t i = 0; i < count; ++i)
      rounds[i] = (Round){lengths[i], i};
    qsort(rounds, (size_t)count, sizeof *rounds, compareRounds);
    for (int64_t i = 0; i < count; ++i) {
      int idle = 0;
      for (int t = 1; t < threads; ++t)
        idle = busy[t] < busy[idle] ? t : idle;
      busy[idle] = plus(busy[idle], rounds[i].length);
      longest = busy[idle] > longest ? busy[idle] : longest;
      order[i] = rounds[i].at;
    }
  } else {
    longest = UINT64_MAX;
  }
  free(rounds);
  free(busy);
  return longest;
}
