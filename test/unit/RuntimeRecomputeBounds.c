//===- RuntimeRecomputeBounds.c - the paper's theorems, counted ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Kirisame et al., section 3: a chain of N operators and its gradient need O(N)
// operators again at a budget of the order of sqrt(N) (theorem 3.1), and for
// every heuristic there is a program that needs N / B times as many operators
// as it has, with a budget of B (theorem 3.2).
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/Runtime/Recompute/Recompute.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 2048 };

static RelaxRecompute *create(const char *heuristic, uint64_t budget) {
  RelaxRecomputeOptions options = {
      .heuristic = relaxRecomputeFindHeuristic(strRefFromC(heuristic)),
      .policy = RELAX_RECOMPUTE_EAGER,
      .budget = budget,
      .repeatLimit = INT64_MAX};
  return relaxRecomputeCreate(&options);
}

/// An operator of cost 1 and one result of a byte.
static uint32_t run(RelaxRecompute *recompute, const uint32_t *inputs,
                    uint32_t numInputs) {
  const RelaxRecomputeOutput output = {1, -1};
  uint32_t tensor;
  assert_true(relaxRecomputeIssue(recompute, inputs, numInputs, &output, 1, 1,
                                  &tensor));
  assert_int_equal(relaxRecomputeRun(recompute, tensor), RELAX_RECOMPUTE_OK);
  return tensor;
}

/// t[i] = f(t[i - 1]), then g[i] = b(g[i + 1], t[i]), each released after its
/// last use: operators that ran again, by the length of the chain.
static double repeatsOfChain(const char *heuristic, int length,
                             double budgetFactor) {
  RelaxRecompute *rc =
      create(heuristic, (uint64_t)ceil(budgetFactor * sqrt(length)));
  static uint32_t forward[MOST + 1];
  for (int i = 1; i <= length; ++i)
    forward[i] = run(rc, &forward[i - 1], i > 1);
  uint32_t gradient = run(rc, &forward[length], 1);
  relaxRecomputeRelease(rc, forward[length]);
  for (int i = length - 1; i > 0; --i) {
    uint32_t inputs[] = {gradient, forward[i]};
    gradient = run(rc, inputs, 2);
    relaxRecomputeRelease(rc, inputs[0]);
    relaxRecomputeRelease(rc, inputs[1]);
  }
  double repeats = (double)relaxRecomputeGetCounters(rc)->repeats;
  relaxRecomputeDestroy(rc);
  return repeats / length;
}

static void chainsNeedLinearTime(void **state) {
  (void)state;
  static const char *const heuristics[] = {"h_e*", "h_DTR", "h_DTR_eq"};
  for (int factor = 2; factor <= 4; factor += 2)
    for (int h = 0; h < 3; ++h)
      for (int length = 64; length <= MOST; length *= 2) {
        double repeats = repeatsOfChain(heuristics[h], length, factor);
        print_message("%s, N = %d, B = %d sqrt(N): %.3f\n", heuristics[h],
                      length, factor, repeats);
        assert_true(repeats < 2);
      }
}

/// The order of use alone does not do it.
static void leastRecentlyUsedDoesNot(void **state) {
  (void)state;
  double little = repeatsOfChain("h_LRU", 128, 2),
         more = repeatsOfChain("h_LRU", 512, 2);
  print_message("h_LRU, B = 2 sqrt(N): %.3f at 128, %.3f at 512\n", little,
                more);
  assert_true(more >= 2 * little);
}

enum { MOST_PATHS = 64 };

/// Where nothing of a path is there: its length; else -1.
static int evictedLength(const RelaxRecompute *rc, uint32_t *const path,
                         int length) {
  for (int i = 1; i <= length; ++i)
    if (relaxRecomputeStateOf(rc, path[i]) == RELAX_RECOMPUTE_MATERIAL)
      return -1;
  return length;
}

/// A root with as many paths as there is room for values, of which one is the
/// root: one path has nothing there. The longest such path grows.
static uint64_t operatorsAgainst(const char *heuristic, int length,
                                 int budget) {
  RelaxRecompute *rc = create(heuristic, (uint64_t)budget);
  static uint32_t paths[MOST_PATHS][MOST + 1];
  int lengths[MOST_PATHS] = {0};
  uint32_t root = run(rc, NULL, 0);
  relaxRecomputePin(rc, root);
  for (int i = 0; i < budget; ++i)
    paths[i][0] = root;
  for (int made = 1; made < length; ++made) {
    int longest = -1, chosen = -1;
    for (int i = 0; i < budget; ++i) {
      int evicted = evictedLength(rc, paths[i], lengths[i]);
      if (evicted > longest) {
        longest = evicted;
        chosen = i;
      }
    }
    assert_true(chosen >= 0);
    uint32_t *path = paths[chosen];
    path[longest + 1] = run(rc, &path[longest], 1);
    lengths[chosen] = longest + 1;
  }
  uint64_t repeats = relaxRecomputeGetCounters(rc)->repeats;
  relaxRecomputeDestroy(rc);
  return (uint64_t)length + repeats;
}

/// The same graph, path after path, needs nothing twice.
static void oneOrderIsGood(const char *heuristic, int length, int budget) {
  RelaxRecompute *rc = create(heuristic, (uint64_t)budget);
  uint32_t root = run(rc, NULL, 0);
  relaxRecomputePin(rc, root);
  for (int i = 0; i < budget; ++i) {
    uint32_t end = root;
    for (int j = 0; j < length / budget; ++j)
      end = run(rc, &end, 1);
  }
  assert_int_equal(relaxRecomputeGetCounters(rc)->repeats, 0);
  relaxRecomputeDestroy(rc);
}

static void everyHeuristicHasItsAdversary(void **state) {
  (void)state;
  const char *name;
  for (size_t i = 0; (name = relaxRecomputeHeuristicName(i)); ++i)
    for (int budget = 8; budget <= MOST_PATHS; budget *= 8) {
      const int length = 1024;
      uint64_t operators = operatorsAgainst(name, length, budget);
      print_message("%s, N = %d, B = %d: %llu operators\n", name, length,
                    budget, (unsigned long long)operators);
      assert_true(operators >= (uint64_t)length * length / (8 * budget));
      oneOrderIsGood(name, length, budget);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chainsNeedLinearTime),
      cmocka_unit_test(leastRecentlyUsedDoesNot),
      cmocka_unit_test(everyHeuristicHasItsAdversary)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
