//===- RuntimeParallelOrder.c - tests of the order of rounds --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The model against a simulation that goes through time, on 2 to 64 threads;
// what a loop takes of both ways never is longer than equal shares.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Parallel.h"
#include "lib/Runtime/Random.h"
#include "test/unit/RuntimeTest.h"

#include <stdatomic.h>

enum { MOST = 128, LISTS = 100, THREADS = 64 };

/// Lengths as sentences have them: most are short.
static int64_t makeList(RelaxRandom *random, int64_t *lengths) {
  int64_t count = (int64_t)(relaxRandomNext(random) % (MOST + 1));
  for (int64_t i = 0; i < count; ++i)
    lengths[i] = (int64_t)(relaxRandomNext(random) % (i % 5 ? 24 : 200));
  return count;
}

/// When the last thread ends: one unit of time after the other.
static uint64_t simulate(const int64_t *lengths, const int64_t *order,
                         int64_t count, int threads) {
  int64_t left[THREADS] = {0}, next = 0;
  for (uint64_t time = 0;; ++time) {
    bool busy = false;
    for (int t = 0; t < threads; ++t) {
      while (left[t] == 0 && next < count)
        left[t] = lengths[order[next++]];
      busy |= left[t] > 0;
    }
    if (!busy)
      return time;
    for (int t = 0; t < threads; ++t)
      left[t] -= left[t] > 0;
  }
}

static void longestFirst(void **state) {
  (void)state;
  RelaxRandom random = relaxRandomSeed(3);
  uint64_t taken = 0, shares = 0;
  for (int l = 0; l < LISTS; ++l) {
    int64_t lengths[MOST], order[MOST], count = makeList(&random, lengths);
    for (int threads = 2; threads <= THREADS; ++threads) {
      uint64_t longest = relaxParallelLongest(lengths, count, threads, order);
      uint64_t ranges = relaxParallelRanges(lengths, count, threads);
      bool seen[MOST] = {false};
      for (int64_t i = 0; i < count; ++i) {
        assert_false(seen[order[i]]);
        seen[order[i]] = true;
        assert_true(i == 0 || lengths[order[i - 1]] >= lengths[order[i]]);
      }
      assert_int_equal(longest, simulate(lengths, order, count, threads));
      taken += longest < ranges ? longest : ranges;
      shares += ranges;
    }
  }
  assert_true(10 * taken < 9 * shares);
}

static void sharesInOrder(void **state) {
  (void)state;
  const int64_t lengths[] = {5, 1, 1, 9, 2};
  assert_int_equal(relaxParallelRanges(lengths, 5, 2), 11); // 5 1 1 and 9 2
  assert_int_equal(relaxParallelRanges(lengths, 5, 3), 10);
  assert_int_equal(relaxParallelRanges(lengths, 5, 64), 9);
  assert_int_equal(relaxParallelRanges(lengths, 0, 4), 0);
  int64_t order[5];
  assert_int_equal(relaxParallelLongest(lengths, 5, 2, order), 9);
  assert_int_equal(relaxParallelLongest(lengths, 0, 2, order), 0);
  // Neither wraps.
  const int64_t wide[] = {INT64_MAX, INT64_MAX, INT64_MAX, -4};
  assert_int_equal(relaxParallelLongest(wide, 4, 1, order), UINT64_MAX - 1);
  assert_int_equal(relaxParallelRanges(wide, 4, 1), UINT64_MAX - 1);
}

typedef struct Rounds {
  atomic_int times[MOST];
} Rounds;

static void countRounds(void *captured, int64_t begin, int64_t end) {
  Rounds *rounds = captured;
  for (int64_t i = begin; i < end; ++i)
    atomic_fetch_add(&rounds->times[i], 1);
}

static void eachRoundRunsOnce(void **state) {
  (void)state;
  RelaxRandom random = relaxRandomSeed(5);
  for (int threads = 1; threads <= 9; ++threads) {
    int64_t lengths[MOST], count = makeList(&random, lengths);
    Rounds rounds = {0};
    relaxParallelSetThreads(threads);
    relax_longest_first(countRounds, &rounds, count / 4, count, lengths);
    relax_longest_first(countRounds, &rounds, count, count, lengths);
    for (int64_t i = 0; i < MOST; ++i)
      assert_int_equal(rounds.times[i], i >= count / 4 && i < count);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(longestFirst),
      cmocka_unit_test(sharesInOrder),
      cmocka_unit_test(eachRoundRunsOnce),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
