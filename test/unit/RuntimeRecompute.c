//===- RuntimeRecompute.c - unit tests of values computed again ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Handles, views, hooks, room, exact scores.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/Runtime/Recompute/RecomputeState.h"

#include <math.h>
#include <stdlib.h>

/// What the hooks were told, in order: operators, and -1 less storages.
typedef struct Told {
  int events[64];
  size_t count;
  bool fails;
} Told;

static bool toldCompute(void *user, uint32_t operator) {
  Told *told = user;
  told->events[told->count++] = (int)operator;
  return !told->fails;
}

static void toldEvict(void *user, uint32_t storage) {
  Told *told = user;
  told->events[told->count++] = -1 - (int)storage;
}

static RelaxRecompute *create(const char *heuristic,
                              RelaxRecomputePolicy policy, uint64_t budget,
                              Told *told) {
  RelaxRecomputeOptions options = {
      .heuristic = relaxRecomputeFindHeuristic(strRefFromC(heuristic)),
      .policy = policy,
      .budget = budget,
      .repeatLimit = INT64_MAX};
  assert_non_null(options.heuristic);
  if (told)
    options.hooks = (RelaxRecomputeHooks){
        .compute = toldCompute, .evict = toldEvict, .user = told};
  return relaxRecomputeCreate(&options);
}

/// Announces an operator of one result.
static uint32_t issue(RelaxRecompute *recompute, const uint32_t *inputs,
                      uint32_t numInputs, uint64_t bytes, int32_t view) {
  RelaxRecomputeOutput output = {bytes, view};
  uint32_t tensor;
  assert_true(relaxRecomputeIssue(recompute, inputs, numInputs, &output, 1, 1,
                                  &tensor));
  return tensor;
}

/// A lazy value is computed when it is asked for, with what it needs; an
/// evicted one comes back the same way, a view by its own operator.
static void handlesComeAndGo(void **state) {
  (void)state;
  Told told = {0};
  RelaxRecompute *rc = create("h_LRU", RELAX_RECOMPUTE_EAGER, 30, &told);
  uint32_t a = issue(rc, NULL, 0, 10, -1), b = issue(rc, &a, 1, 10, -1),
           view = issue(rc, &b, 1, 0, 0), c = issue(rc, &b, 1, 20, -1);
  assert_int_equal(relaxRecomputeStateOf(rc, b), RELAX_RECOMPUTE_LAZY);
  assert_int_equal(relaxRecomputeGet(rc, view), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeStateOf(rc, view), RELAX_RECOMPUTE_MATERIAL);
  assert_int_equal(relaxRecomputeStorageOf(rc, view),
                   relaxRecomputeStorageOf(rc, b));
  // First computations are not repeated ones.
  assert_int_equal(relaxRecomputeGetCounters(rc)->repeatedCost, 0);
  assert_int_equal(relaxRecomputeRun(rc, c), RELAX_RECOMPUTE_OK); // a goes
  assert_int_equal(relaxRecomputeStateOf(rc, a), RELAX_RECOMPUTE_EVICTED);
  relaxRecomputeLock(rc, c);
  assert_int_equal(relaxRecomputeGet(rc, a), RELAX_RECOMPUTE_OK); // b goes
  assert_int_equal(relaxRecomputeStateOf(rc, view), RELAX_RECOMPUTE_EVICTED);
  // a stays in its place and c is locked: there is no room for b.
  assert_int_equal(relaxRecomputeGet(rc, view), RELAX_RECOMPUTE_OOM);
  assert_int_equal(relaxRecomputeGetCounters(rc)->needed, 40);
  const int expected[] = {0, 1, 2, -1, 3, -2, 0};
  assert_int_equal(told.count, 7);
  assert_memory_equal(told.events, expected, sizeof expected);
  relaxRecomputeDestroy(rc);
}

static void toldDrop(void *user, uint32_t operator) {
  Told *told = user;
  told->events[told->count++] = 100 + (int)operator;
}

/// An operator is dropped once nobody can want a result of it any more: from
/// the last one back, through views, at the last reference.
static void uselessOperatorsAreDropped(void **state) {
  (void)state;
  Told told = {0};
  RelaxRecomputeOptions options = {
      .heuristic = relaxRecomputeFindHeuristic(strRefFromC("h_LRU")),
      .policy = RELAX_RECOMPUTE_EAGER,
      .budget = 100,
      .repeatLimit = INT64_MAX,
      .hooks = {.drop = toldDrop, .user = &told}};
  RelaxRecompute *rc = relaxRecomputeCreate(&options);
  uint32_t a = issue(rc, NULL, 0, 10, -1), b = issue(rc, &a, 1, 10, -1),
           view = issue(rc, &b, 1, 0, 0),
           c = issue(rc, (uint32_t[]){view, a}, 2, 10, -1),
           d = issue(rc, &a, 1, 10, -1);
  assert_int_equal(relaxRecomputeRun(rc, c), RELAX_RECOMPUTE_OK);
  relaxRecomputeRelease(rc, a);
  relaxRecomputeRelease(rc, view);
  relaxRecomputeRelease(rc, b);
  assert_int_equal(told.count, 0); // c may be wanted, and comes back
  assert_int_equal(relaxRecomputeGet(rc, c), RELAX_RECOMPUTE_OK);
  relaxRecomputeRelease(rc, c);
  const int expected[] = {103, 101, 102, 104, 100};
  assert_int_equal(told.count, 3); // d reads a
  relaxRecomputeRelease(rc, d);
  assert_int_equal(told.count, 5);
  assert_memory_equal(told.events, expected, sizeof expected);
  relaxRecomputeDestroy(rc);
}

/// A view does not come back with its storage.
static void viewsComeBackAlone(void **state) {
  (void)state;
  RelaxRecompute *rc = create("h_LRU", RELAX_RECOMPUTE_EAGER, 20, NULL);
  uint32_t a = issue(rc, NULL, 0, 10, -1), view = issue(rc, &a, 1, 0, 0),
           b = issue(rc, NULL, 0, 20, -1);
  assert_int_equal(relaxRecomputeRun(rc, a), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeRun(rc, view), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeRun(rc, b), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeGet(rc, a), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeStateOf(rc, view), RELAX_RECOMPUTE_EVICTED);
  assert_int_equal(relaxRecomputeGet(rc, view), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeGetCounters(rc)->repeats, 2);
  relaxRecomputeDestroy(rc);
}

/// All results are computed again, and there is room for both copies; those
/// that were there stay.
static void resultsAreComputedTogether(void **state) {
  (void)state;
  RelaxRecompute *rc = create("h_LRU", RELAX_RECOMPUTE_IGNORE, 100, NULL);
  RelaxRecomputeOutput outputs[] = {{10, -1}, {30, -1}};
  uint32_t first;
  assert_true(relaxRecomputeIssue(rc, NULL, 0, outputs, 2, 5, &first));
  uint32_t large = issue(rc, NULL, 0, 90, -1);
  assert_int_equal(relaxRecomputeRun(rc, first), RELAX_RECOMPUTE_OK);
  relaxRecomputeLock(rc, first);
  assert_int_equal(relaxRecomputeRun(rc, large), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeGetCounters(rc)->used, 100);
  assert_int_equal(relaxRecomputeGet(rc, first + 1), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeGetCounters(rc)->used, 40);
  assert_int_equal(relaxRecomputeGetCounters(rc)->peak, 100);
  assert_int_equal(relaxRecomputeGetCounters(rc)->repeatedCost, 5);
  relaxRecomputeDestroy(rc);
}

/// What nobody refers to goes at once, is freed for good, or stays.
static void policiesDiffer(void **state) {
  (void)state;
  for (int policy = RELAX_RECOMPUTE_IGNORE; policy <= RELAX_RECOMPUTE_BANISH;
       ++policy) {
    RelaxRecompute *rc =
        create("h_DTR_eq", (RelaxRecomputePolicy)policy, 100, NULL);
    uint32_t a = issue(rc, NULL, 0, 10, -1), b = issue(rc, &a, 1, 10, -1);
    assert_int_equal(relaxRecomputeRun(rc, a), RELAX_RECOMPUTE_OK);
    assert_int_equal(relaxRecomputeRun(rc, b), RELAX_RECOMPUTE_OK);
    relaxRecomputeRetain(rc, a);
    relaxRecomputeRelease(rc, a);
    assert_int_equal(relaxRecomputeStateOf(rc, a), RELAX_RECOMPUTE_MATERIAL);
    relaxRecomputeRelease(rc, a);
    assert_int_equal(relaxRecomputeReferences(rc, a), 0);
    assert_int_equal(relaxRecomputeStateOf(rc, a),
                     policy == RELAX_RECOMPUTE_IGNORE
                         ? RELAX_RECOMPUTE_MATERIAL
                         : RELAX_RECOMPUTE_EVICTED);
    assert_int_equal(relaxRecomputeIsFreed(rc, a),
                     policy == RELAX_RECOMPUTE_BANISH);
    // Freed for good: what was made of it can never be made again.
    RelaxRecomputeStatus status = relaxRecomputeTakeRoom(rc, 95);
    assert_int_equal(status, policy == RELAX_RECOMPUTE_BANISH
                                 ? RELAX_RECOMPUTE_OOM
                                 : RELAX_RECOMPUTE_OK);
    relaxRecomputeDestroy(rc);
  }
}

static void roomIsTakenAndGiven(void **state) {
  (void)state;
  Told told = {0};
  RelaxRecompute *rc = create("h_size", RELAX_RECOMPUTE_EAGER, 50, &told);
  uint32_t a = issue(rc, NULL, 0, 10, -1), b = issue(rc, NULL, 0, 20, -1);
  assert_int_equal(relaxRecomputeRun(rc, a), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeRun(rc, b), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeTakeRoom(rc, 40), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeGetCounters(rc)->used, 50); // the larger went
  assert_int_equal(relaxRecomputeStateOf(rc, a), RELAX_RECOMPUTE_MATERIAL);
  relaxRecomputePin(rc, a);
  relaxRecomputePin(rc, a);
  assert_int_equal(relaxRecomputeTakeRoom(rc, 1), RELAX_RECOMPUTE_OOM);
  relaxRecomputeGiveRoom(rc, 40);
  told.fails = true;
  assert_int_equal(relaxRecomputeGet(rc, b), RELAX_RECOMPUTE_FAILED);
  relaxRecomputeDestroy(rc);
}

/// A cost that is known later counts as if it had been known.
static void costsAreReplaced(void **state) {
  (void)state;
  RelaxRecompute *rc = create("abl_00l", RELAX_RECOMPUTE_EAGER, 30, NULL);
  uint32_t a = issue(rc, NULL, 0, 10, -1), b = issue(rc, NULL, 0, 10, -1),
           view = issue(rc, &a, 1, 0, 0);
  assert_int_equal(relaxRecomputeRun(rc, a), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeRun(rc, b), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeRun(rc, view), RELAX_RECOMPUTE_OK);
  relaxRecomputeSetCost(rc, relaxRecomputeProducerOf(rc, a), 100);
  relaxRecomputeSetCost(rc, relaxRecomputeProducerOf(rc, b), 101);
  relaxRecomputeSetCost(rc, relaxRecomputeProducerOf(rc, view), 2);
  assert_int_equal(relaxRecomputeTakeRoom(rc, 20), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeStateOf(rc, b), RELAX_RECOMPUTE_EVICTED);
  relaxRecomputeDestroy(rc);
}

/// A million evicted values come back without a stack of C.
static void deepChainsComeBack(void **state) {
  (void)state;
  enum { DEPTH = 1000000 };
  RelaxRecompute *rc = create("h_LRU", RELAX_RECOMPUTE_IGNORE, 2, NULL);
  uint32_t tensor = issue(rc, NULL, 0, 1, -1), first = tensor;
  assert_int_equal(relaxRecomputeRun(rc, tensor), RELAX_RECOMPUTE_OK);
  for (int i = 1; i < DEPTH; ++i) {
    tensor = issue(rc, &tensor, 1, 1, -1);
    assert_int_equal(relaxRecomputeRun(rc, tensor), RELAX_RECOMPUTE_OK);
  }
  assert_int_equal(relaxRecomputeTakeRoom(rc, 2), RELAX_RECOMPUTE_OK);
  relaxRecomputeGiveRoom(rc, 2);
  assert_int_equal(relaxRecomputeGet(rc, tensor), RELAX_RECOMPUTE_OK);
  assert_int_equal(relaxRecomputeGetCounters(rc)->repeats, DEPTH);
  assert_int_equal(relaxRecomputeStateOf(rc, first), RELAX_RECOMPUTE_EVICTED);
  relaxRecomputeDestroy(rc);
}

/// f reads a and b, b is made of c: with a in its place there is no room for
/// both others. a gives way and comes back.
static void readyInputsGiveWay(void **state) {
  (void)state;
  for (int giveWay = 0; giveWay < 2; ++giveWay) {
    RelaxRecomputeOptions options = {
        .heuristic = relaxRecomputeFindHeuristic(strRefFromC("h_DTR_eq")),
        .policy = RELAX_RECOMPUTE_EAGER,
        .budget = 25,
        .repeatLimit = INT64_MAX,
        .giveWay = giveWay};
    RelaxRecompute *rc = relaxRecomputeCreate(&options);
    uint32_t c = issue(rc, NULL, 0, 10, -1), b = issue(rc, &c, 1, 10, -1),
             a = issue(rc, NULL, 0, 10, -1);
    const uint32_t inputs[] = {a, b, a};
    uint32_t f = issue(rc, inputs, 3, 5, -1);
    assert_int_equal(relaxRecomputeRun(rc, a), RELAX_RECOMPUTE_OK);
    assert_int_equal(relaxRecomputeRun(rc, f),
                     giveWay ? RELAX_RECOMPUTE_OK : RELAX_RECOMPUTE_OOM);
    if (giveWay) {
      assert_int_equal(relaxRecomputeGetCounters(rc)->repeats, 1);
      assert_int_equal(relaxRecomputeTakeRoom(rc, 25), RELAX_RECOMPUTE_OK);
    } else {
      assert_int_equal(relaxRecomputeGetCounters(rc)->needed, 30);
    }
    relaxRecomputeDestroy(rc);
  }
}

static void sumsAreBounded(void **state) {
  (void)state;
  RelaxRecompute *rc = create("h_LRU", RELAX_RECOMPUTE_EAGER, INT64_MAX, NULL);
  RelaxRecomputeOutput output = {(uint64_t)1 << 61, -1};
  uint32_t tensor;
  assert_true(relaxRecomputeIssue(rc, NULL, 0, &output, 1, 0, &tensor));
  assert_int_equal(
      relaxRecomputeBytesOf(rc, relaxRecomputeStorageOf(rc, tensor)),
      output.bytes);
  output.bytes = 1;
  assert_false(relaxRecomputeIssue(rc, NULL, 0, &output, 1, 0, &tensor));
  output.bytes = 0;
  assert_true(
      relaxRecomputeIssue(rc, NULL, 0, &output, 1, (int64_t)1 << 61, &tensor));
  assert_false(relaxRecomputeIssue(rc, NULL, 0, &output, 1, 1, &tensor));
  relaxRecomputeDestroy(rc);
}

/// Rounded once, to even: the same as of numbers that a double holds, also
/// where both are multiplied.
static void quotientsAreRoundedOnce(void **state) {
  (void)state;
  const int64_t half = (int64_t)1 << 53;
  assert_true(recomputeQuotient(half + 1, 1, 1) == 0x1p53);
  assert_true(recomputeQuotient(half + 3, 1, 1) == 0x1p53 + 4);
  assert_true(recomputeQuotient(-half - 3, 1, 1) == -0x1p53 - 4);
  assert_true(isinf(recomputeQuotient(0, 0, 7)));
  assert_true(recomputeQuotient(0, 1, 7) == 0);
  assert_true(recomputeQuotient(INT64_MAX, INT64_MAX, INT64_MAX) == 0x1p-63);
  // Just above and just below the middle between two doubles.
  assert_true(recomputeQuotient(2 * half + 3, 2, 1) == 0x1p53 + 2);
  assert_true(recomputeQuotient(4 * half + 2, 4, 1) == 0x1p53);
  assert_true(recomputeQuotient(4 * half + 3, 4, 1) == 0x1p53 + 0);
  assert_true(recomputeQuotient(4 * half + 5, 4, 1) == 0x1p53 + 2);
  srand(1);
  for (int i = 0; i < 100000; ++i) {
    int64_t n = (int64_t)rand() * (rand() % 3 - 1) + rand();
    uint64_t a = (uint64_t)rand() % 99999 + 1, b = (uint64_t)rand() + 1;
    double quotient = recomputeQuotient(n, a, b);
    assert_true(quotient == (double)n / (double)(a * b));
    assert_true(quotient == recomputeQuotient(n * (1 << 30), a << 20, b << 10));
    assert_true(quotient == recomputeQuotient(n * 3, a * 3, b));
    assert_true(ldexp(quotient, -70) == recomputeQuotient(n, a << 40, b << 30));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(handlesComeAndGo),
      cmocka_unit_test(uselessOperatorsAreDropped),
      cmocka_unit_test(viewsComeBackAlone),
      cmocka_unit_test(resultsAreComputedTogether),
      cmocka_unit_test(policiesDiffer),
      cmocka_unit_test(roomIsTakenAndGiven),
      cmocka_unit_test(costsAreReplaced),
      cmocka_unit_test(deepChainsComeBack),
      cmocka_unit_test(readyInputsGiveWay),
      cmocka_unit_test(sumsAreBounded),
      cmocka_unit_test(quotientsAreRoundedOnce)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
