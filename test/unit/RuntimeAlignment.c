//===- RuntimeAlignment.c - tests of orders without gathers ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Everything is compared with all permutations of at most eight variables.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Alignment.h"
#include "lib/Runtime/Batch/PqTree.h"
#include "lib/Runtime/Random.h"
#include "test/unit/RuntimeTest.h"

enum { MAX_VARS = 8, MAX_ORDERS = 40320, MAX_LISTS = 4 };

/// All orders of some variables: the place of each.
typedef struct Orders {
  int32_t (*places)[MAX_VARS];
  int32_t count;
} Orders;

static void permute(Orders *orders, int32_t *places, int32_t at, int32_t n) {
  if (at == n) {
    memcpy(orders->places[orders->count++], places, sizeof *orders->places);
    return;
  }
  for (int32_t i = at; i < n; ++i) {
    int32_t place = places[i];
    places[i] = places[at];
    places[at] = place;
    permute(orders, places, at + 1, n);
    places[at] = places[i];
    places[i] = place;
  }
}

static void allOrders(Orders *orders, int32_t n) {
  int32_t places[MAX_VARS] = {0, 1, 2, 3, 4, 5, 6, 7};
  orders->count = 0;
  permute(orders, places, 0, n);
}

/// Adjacency and alignment, from their definitions.
static bool serves(const int32_t *places, const BatchLists *lists) {
  for (int32_t k = 0; k < lists->numLists; ++k) {
    const int32_t *list = lists->vars + k * lists->numLanes;
    int32_t low = INT32_MAX, high = -1;
    for (int32_t i = 0; i < lists->numLanes; ++i) {
      low = places[list[i]] < low ? places[list[i]] : low;
      high = places[list[i]] > high ? places[list[i]] : high;
      for (int32_t j = 0; j < i; ++j)
        if ((places[list[i]] < places[list[j]]) !=
            (places[lists->vars[i]] < places[lists->vars[j]]))
          return false;
    }
    if (high - low != lists->numLanes - 1)
      return false;
  }
  return true;
}

static int32_t count(const Orders *orders, const BatchLists *lists) {
  int32_t found = 0;
  for (int32_t i = 0; i < orders->count; ++i)
    found += serves(orders->places[i], lists);
  return found;
}

static void keep(Orders *orders, const BatchLists *lists) {
  int32_t kept = 0;
  for (int32_t i = 0; i < orders->count; ++i)
    if (serves(orders->places[i], lists))
      memcpy(orders->places[kept++], orders->places[i], sizeof *orders->places);
  orders->count = kept;
}

static uint64_t below(RelaxRandom *random, uint64_t limit) {
  return relaxRandomNext(random) % limit;
}

/// Some of n variables, in any order.
static void draw(RelaxRandom *random, int32_t n, int32_t count, int32_t *out) {
  int32_t all[MAX_VARS] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int32_t i = 0; i < count; ++i) {
    int32_t k = i + (int32_t)below(random, (uint64_t)(n - i));
    out[i] = all[k];
    all[k] = all[i];
  }
}

/// The number of orders that a tree stands for.
static int64_t ordersOf(const PqTree *tree, int32_t node) {
  const PqNode *at = &tree->nodes[node];
  int64_t orders = at->kind == PQ_Q ? 2 : 1;
  int32_t numChildren = 0, numLeaves = at->kind == PQ_LEAF;
  for (int32_t child = at->first; child >= 0; child = tree->nodes[child].next) {
    orders *= ordersOf(tree, child);
    numLeaves += tree->nodes[child].numLeaves;
    assert_int_equal(tree->nodes[child].parent, node);
    orders *= at->kind == PQ_P ? ++numChildren : (++numChildren, 1);
  }
  assert_int_equal(numChildren, at->numChildren);
  assert_int_equal(numLeaves, at->numLeaves);
  assert_true(numChildren != 1 && (at->kind != PQ_P || numChildren > 2));
  return orders;
}

/// A tree stands for just the orders in which all sets are consecutive. A set
/// that cannot be is taken back.
static void treesStandForTheirOrders(void **state) {
  Orders *orders = *state;
  RelaxRandom random = relaxRandomSeed(11);
  int32_t refused = 0;
  for (int round = 0; round < 600; ++round) {
    int32_t n = 1 + (int32_t)below(&random, round % 10 ? 6 : 8);
    PqTree tree;
    pqCreate(&tree, n);
    allOrders(orders, n);
    for (int i = 0; i < 6; ++i) {
      int32_t set[MAX_VARS], size = 1 + (int32_t)below(&random, (uint64_t)n);
      draw(&random, n, size, set);
      BatchLists lists = {size, 1, set};
      pqCheckpoint(&tree);
      bool good = pqReduce(&tree, set, size);
      assert_int_equal(good, count(orders, &lists) > 0);
      PqPlace place;
      if (good)
        keep(orders, &lists);
      else
        pqRollBack(&tree);
      refused += !good;
      assert_int_equal(pqFind(&tree, set, size, &place), good);
      assert_int_equal(ordersOf(&tree, tree.root), orders->count);
    }
    pqFree(&tree);
  }
  assert_true(refused > 100);
}

/// A batch is added if and only if an order serves it and those before it; the
/// order in the end serves all that were added.
static void batchesAreAddedWhereTheyCan(void **state) {
  Orders *orders = *state;
  RelaxRandom random = relaxRandomSeed(12);
  int32_t added = 0, refused = 0;
  for (int round = 0; round < 3000; ++round) {
    int32_t n = 2 + (int32_t)below(&random, round % 20 ? 5 : 7);
    int32_t vars[5][MAX_VARS * MAX_LISTS], places[MAX_VARS], lanes[MAX_VARS];
    BatchLists batches[5];
    BatchAlignment *alignment = batchAlignmentCreate(n);
    bool accepted[5];
    allOrders(orders, n);
    for (int i = 0; i < 5; ++i) {
      int32_t most = n < 4 ? n : n / 2 + (int32_t)below(&random, 2);
      int32_t numLanes = 1 + (int32_t)below(&random, (uint64_t)most);
      int32_t numLists = 1 + (int32_t)below(&random, MAX_LISTS);
      for (int32_t k = 0; k < numLists; ++k)
        draw(&random, n, numLanes, vars[i] + k * numLanes);
      batches[i] = (BatchLists){numLanes, numLists, vars[i]};
      accepted[i] = batchAlignmentAdd(alignment, &batches[i], 1);
      assert_int_equal(accepted[i], count(orders, &batches[i]) > 0);
      if (accepted[i])
        keep(orders, &batches[i]);
      added += accepted[i];
      refused += !accepted[i];
    }
    batchAlignmentPlaces(alignment, places);
    bool isOrder = false;
    for (int32_t i = 0; i < orders->count; ++i)
      isOrder |=
          memcmp(orders->places[i], places, (size_t)n * sizeof *places) == 0;
    assert_true(isOrder);
    for (int i = 0; i < 5; ++i)
      assert_true(batchListsHold(&batches[i], places, lanes) ==
                  serves(places, &batches[i]));
    batchAlignmentDestroy(alignment);
  }
  assert_true(added > 1000 && refused > 1000);
}

/// The three sample patterns: results first, then operands.
static void samplePatternsAreServed(void **state) {
  (void)state;
  const int32_t first[] = {3, 4, 5, 0, 1, 2}, second[] = {0, 1, 4, 5, 7, 8};
  const int32_t third[] = {5, 8, 10, 11, 0, 2, 3, 4};
  const int32_t fourth[] = {12, 13, 14, 5, 8, 10, 6, 7, 9};
  const int32_t fifth[] = {0, 8, 1, 9}, sixth[] = {2, 6, 3, 7};
  const int32_t seventh[] = {1, 7, 9, 10, 11, 12};
  const struct {
    int32_t numVars, numBatches;
    BatchLists batches[3];
  } patterns[] = {{10, 2, {{3, 2, first}, {2, 3, second}}},
                  {15, 2, {{4, 2, third}, {3, 3, fourth}}},
                  {13, 3, {{2, 2, fifth}, {2, 2, sixth}, {3, 2, seventh}}}};
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; ++i) {
    int32_t places[15], lanes[4], seen = 0;
    BatchAlignment *alignment = batchAlignmentCreate(patterns[i].numVars);
    for (int32_t k = 0; k < patterns[i].numBatches; ++k)
      assert_true(batchAlignmentAdd(alignment, &patterns[i].batches[k], 1));
    batchAlignmentPlaces(alignment, places);
    for (int32_t k = 0; k < patterns[i].numBatches; ++k)
      assert_true(batchListsHold(&patterns[i].batches[k], places, lanes));
    for (int32_t k = 0; k < patterns[i].numVars; ++k)
      seen |= 1 << places[k];
    assert_int_equal(seen, (1 << patterns[i].numVars) - 1);
    batchAlignmentDestroy(alignment);
  }
}

static int setUp(void **state) {
  static Orders orders;
  orders.places = malloc(MAX_ORDERS * sizeof *orders.places);
  *state = &orders;
  return orders.places ? 0 : -1;
}

static int tearDown(void **state) {
  free(((Orders *)*state)->places);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(treesStandForTheirOrders),
      cmocka_unit_test(batchesAreAddedWhereTheyCan),
      cmocka_unit_test(samplePatternsAreServed),
  };
  return cmocka_run_group_tests(tests, setUp, tearDown);
}
